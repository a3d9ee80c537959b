using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
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

    /// <summary>Returns the end of the number at <paramref name="text"/>, whatever its length; null if it is not a number.</summary>
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
