using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Copies a number as text and checks it against the grammar of RFC 8259.</summary>
/// <remarks>
/// A vector comparison finds the bytes that are not digits. A number has at most four such bytes, whose roles depend on the preceding ones: a sign, a decimal
/// point, the letter <c>e</c>, and the sign of the exponent. The check therefore iterates over the lowest bits of a mask.
/// </remarks>
internal static unsafe class NumberGrammarKernel
{
    /// <summary>The number of bytes copied.</summary>
    public const int Step = 32;

    /// <summary>The number of bytes from the start of a number that may be read.</summary>
    public const int Reach = Step + 3;

    /// <summary>Copies 32 bytes and returns the length of the number that they start with, if it is at most 31.</summary>
    /// <returns>The length; 0 or more than 31 for a longer number or an invalid one.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Copy(byte* source, byte* destination)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            return CopyHalves(source, destination);
        }

        var text = Vector256.Load(source);
        text.Store(destination);
        return Length(source, ByteMaskKernel.Of(Vector256.GreaterThan(text - Vector256.Create((byte)'0'), Vector256.Create((byte)9))));
    }

    /// <summary>Copies and checks a number with 128-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CopyHalves(byte* source, byte* destination)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return CopyScalar(source, destination);
        }

        var first = Vector128.Load(source);
        var second = Vector128.Load(source + Vector128<byte>.Count);
        first.Store(destination);
        second.Store(destination + Vector128<byte>.Count);
        return Length(source, ByteMaskKernel.Of(AreNoDigits(first), AreNoDigits(second)));
    }

    /// <summary>Copies and checks a number without vectors.</summary>
    public static int CopyScalar(byte* source, byte* destination)
    {
        var end = End(source, source + Step);
        var length = end == null ? 0 : (int)(end - source);
        new ReadOnlySpan<byte>(source, length).CopyTo(new Span<byte>(destination, length));
        return length;
    }

    /// <summary>Returns the end of the number of any length at <paramref name="text"/>; null if it is not a number.</summary>
    public static byte* End(byte* text, byte* end)
    {
        if (text < end && *text == '-')
        {
            text++;
        }

        var whole = text;
        text = Digits(text, end);
        if (text == null || (*whole == '0' && text > whole + 1))
        {
            return null;
        }

        if (text < end && *text == '.' && (text = Digits(text + 1, end)) == null)
        {
            return null;
        }

        if (text < end && (*text | 0x20) == 'e')
        {
            text++;
            text += text < end && *text is (byte)'+' or (byte)'-' ? 1 : 0;
            return Digits(text, end);
        }

        return text;
    }

    /// <summary>Returns the end of a run of digits; null if there is none.</summary>
    private static byte* Digits(byte* text, byte* end)
    {
        var start = text;
        while (text < end && (uint)*text - '0' <= 9)
        {
            text++;
        }

        return text == start ? null : text;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AreNoDigits(Vector128<byte> text) => Vector128.GreaterThan(text - Vector128.Create((byte)'0'), Vector128.Create((byte)9));

    /// <param name="text">The text.</param>
    /// <param name="others">A bit mask of the bytes of the text that are not digits.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Length(byte* text, uint others)
    {
        var sign = *text == '-' ? 1 : 0;
        others &= ~(uint)sign;
        var at = BitOperations.TrailingZeroCount(others);
        if (at == sign || (text[sign] == '0' && at > sign + 1))
        {
            return 0;
        }

        if (text[at] == '.')
        {
            var fraction = at + 1;
            others &= others - 1;
            at = BitOperations.TrailingZeroCount(others);
            if (at <= fraction)
            {
                return 0;
            }
        }

        if ((text[at] | 0x20) == 'e')
        {
            others &= others - 1;
            var exponent = at + 1;
            if (text[exponent] is (byte)'+' or (byte)'-')
            {
                others &= ~(1u << exponent);
                exponent++;
            }

            at = BitOperations.TrailingZeroCount(others);
            return at > exponent ? at : 0;
        }

        return at;
    }
}

/// <summary>Finds the end of a number that is copied as text: the first byte that cannot occur in a number.</summary>
/// <remarks>Digits, signs, decimal points and the letter <c>e</c> may be in an order that the grammar forbids. All other characters end the number.</remarks>
internal static unsafe class NumberTokenKernel
{
    /// <summary>The number of bytes examined.</summary>
    public const int Step = 32;

    /// <summary>Copies 32 bytes and returns the number of bytes, up to 32, that belong to the number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Copy(byte* source, byte* destination)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            return CopyHalves(source, destination);
        }

        var text = Vector256.Load(source);
        text.Store(destination);
        var numbers = Vector256.LessThanOrEqual(text - Vector256.Create((byte)'+'), Vector256.Create((byte)('9' - '+')))
            | Vector256.Equals(text | Vector256.Create((byte)0x20), Vector256.Create((byte)'e'));
        var others = Vector256.Equals(text, Vector256.Create((byte)',')) | Vector256.Equals(text, Vector256.Create((byte)'/'));
        return BitOperations.TrailingZeroCount(~numbers.ExtractMostSignificantBits() | others.ExtractMostSignificantBits());
    }

    /// <summary>Copies a number with 128-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CopyHalves(byte* source, byte* destination)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return CopyScalar(source, destination);
        }

        var first = Vector128.Load(source);
        var second = Vector128.Load(source + Vector128<byte>.Count);
        first.Store(destination);
        second.Store(destination + Vector128<byte>.Count);
        return BitOperations.TrailingZeroCount(ByteMaskKernel.Of(AreEnds(first), AreEnds(second)));
    }

    /// <summary>Copies a number without vectors.</summary>
    public static int CopyScalar(byte* source, byte* destination)
    {
        var length = 0;
        while (length < Step && !Ends(source[length]))
        {
            destination[length] = source[length];
            length++;
        }

        return length;
    }

    /// <summary>Returns a vector with all bits set for each of 16 bytes that ends a number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AreEnds(Vector128<byte> text) =>
        ~(Vector128.LessThanOrEqual(text - Vector128.Create((byte)'+'), Vector128.Create((byte)('9' - '+')))
            | Vector128.Equals(text | Vector128.Create((byte)0x20), Vector128.Create((byte)'e')))
            | Vector128.Equals(text, Vector128.Create((byte)',')) | Vector128.Equals(text, Vector128.Create((byte)'/'));

    /// <summary>Determines whether a byte ends a number that is copied as text.</summary>
    public static bool Ends(byte next) => next is not ((>= (byte)'0' and <= (byte)'9') or (byte)'+' or (byte)'-' or (byte)'.' or (byte)'e' or (byte)'E');
}

/// <summary>Reads a decimal of common length. Finds its end with vector instructions, and computes its value without a loop over the digits.</summary>
internal static unsafe class DecimalTokenKernel
{
    /// <summary>The number of bytes examined.</summary>
    public const int Step = 32;

    /// <summary>The maximum number of digits before the decimal point, after it, and in total.</summary>
    private const int MaxWhole = sizeof(ulong), MaxFraction = 16, MaxDigits = 18;

    /// <summary>The maximum number of digits of an integer.</summary>
    private const int MaxInteger = 16;

    /// <summary>Reads digits, optionally followed by a decimal point and more digits.</summary>
    /// <param name="text">The first digit, followed by 32 readable bytes.</param>
    /// <param name="mantissa">The value of all digits as an integer, below 10^18.</param>
    /// <param name="fraction">The number of digits after the decimal point; 0 without one.</param>
    /// <returns>The length of the text; 0 if it has more digits or an exponent, or is not a number.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Read(byte* text, out ulong mantissa, out int fraction)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            return ReadScalar(text, out mantissa, out fraction);
        }

        var others = ByteMaskKernel.Of(Vector256.GreaterThan(Vector256.Load(text) - Vector256.Create((byte)'0'), Vector256.Create((byte)9)));
        var whole = BitOperations.TrailingZeroCount(others);
        var length = whole;
        fraction = 0;
        if (text[whole] == '.')
        {
            length = BitOperations.TrailingZeroCount(others & (others - 1));
            fraction = length - whole - 1;
            if (!IsDecimal(whole, fraction) || !IsWhole(text, whole, length))
            {
                mantissa = 0;
                return 0;
            }

            var digits = DigitKernel.ParseEight((*(ulong*)text ^ 0x3030303030303030) << (-8 * whole));
            mantissa = digits * (ulong)PowerOfTen.Int64s[fraction] + DigitKernel.Parse(Digits(text + whole + 1), fraction);
            return length;
        }

        if ((uint)(whole - 1) >= MaxInteger || !IsWhole(text, whole, length))
        {
            mantissa = 0;
            return 0;
        }

        mantissa = DigitKernel.Parse(Digits(text), whole);
        return whole;
    }

    /// <summary>Reads a decimal without vectors.</summary>
    public static int ReadScalar(byte* text, out ulong mantissa, out int fraction)
    {
        mantissa = 0;
        fraction = 0;
        var whole = ReadDigits(text, 0, ref mantissa);
        var length = whole;
        var isCommon = (uint)(whole - 1) < MaxInteger;
        if (whole < Step && text[whole] == '.')
        {
            length = ReadDigits(text, whole + 1, ref mantissa);
            fraction = length - whole - 1;
            isCommon = IsDecimal(whole, fraction);
        }

        if (isCommon && IsWhole(text, whole, length))
        {
            return length;
        }

        mantissa = 0;
        return 0;
    }

    private static int ReadDigits(byte* text, int at, ref ulong value)
    {
        for (; at < Step && (uint)text[at] - '0' <= 9; at++)
        {
            value = value * 10 + text[at] - '0';
        }

        return at;
    }

    private static Vector128<byte> Digits(byte* text) => Vector128.Load(text) - Vector128.Create((byte)'0');

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsDecimal(int whole, int fraction) =>
        (uint)(whole - 1) < MaxWhole && (uint)(fraction - 1) < MaxFraction && whole + fraction <= MaxDigits;

    /// <summary>Determines whether a number has neither an exponent nor a leading zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsWhole(byte* text, int whole, int length) => (text[length] | 0x20) != 'e' && (whole == 1 || *text != '0');
}
