using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Json;

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
