using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Reads a decimal of common length: finds its end by a vector, and multiplies its digits together without a loop over them.</summary>
internal static unsafe class DecimalTokenKernel
{
    /// <summary>Bytes that are looked at.</summary>
    public const int Step = 32;

    /// <summary>Digits that there may be before the point, after it, and together.</summary>
    private const int MaxWhole = sizeof(ulong), MaxFraction = 16, MaxDigits = 18;

    /// <summary>Digits that an integer may have.</summary>
    private const int MaxInteger = 16;

    /// <summary>Reads digits, and a point and more digits if there is one.</summary>
    /// <param name="text">The first digit, with 32 bytes that may be read.</param>
    /// <param name="mantissa">The number that all digits make, below 10^18.</param>
    /// <param name="fraction">The number of digits after the point; 0 without a point.</param>
    /// <returns>Bytes of the text; 0 where it has more digits, an exponent, or is something else.</returns>
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

    /// <summary>The scalar twin of the vector path.</summary>
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

    /// <summary>Determines whether a number has no exponent after it, and no zero before its first digit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsWhole(byte* text, int whole, int length) => (text[length] | 0x20) != 'e' && (whole == 1 || *text != '0');
}
