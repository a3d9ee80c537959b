using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Rendering;

/// <summary>Writes decimals as text without branches. All digits are computed at once. Permutations insert the decimal point and move the first digit to the
/// front. Without such permutations, a multiplication splits a number into its two parts, which are written one after the other.</summary> <remarks>Each number
/// needs space for 33 bytes.</remarks>
internal static unsafe class DecimalWriterKernel
{
    /// <summary>The maximum number of fraction digits.</summary>
    public const int MaxScale = DigitWriterKernel.MaxFraction;

    private const uint EightDigits = 100_000_000;

    /// <summary>Gets a value that indicates whether the processor can permute the bytes of a vector.</summary>
    public static bool IsPermuting => Avx512Vbmi.VL.IsSupported;

    /// <summary>Writes a number and returns its end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* Write(byte* to, long mantissa, in DecimalLayout layout)
    {
        *to = (byte)'-';
        to += IsNegative(mantissa);
        return IsPermuting
            ? Put(to, Digits(Eights(Magnitude(mantissa))), layout)
            : WriteScalar(to, Magnitude(mantissa), layout);
    }

    /// <summary>Writes two numbers separated by a comma, and returns the end of the second.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* Write(byte* to, long first, in DecimalLayout firstLayout, long second, in DecimalLayout secondLayout)
    {
        if (!IsPermuting)
        {
            return WriteParts(to, first, firstLayout, second, secondLayout);
        }

        var digits = Digits(Eights(Magnitude(first)).ToVector512Unsafe().WithUpper(Eights(Magnitude(second))));
        *to = (byte)'-';
        to = Put(to + IsNegative(first), digits.GetLower(), firstLayout);
        *to = (byte)',';
        to[1] = (byte)'-';
        return Put(to + 1 + IsNegative(second), digits.GetUpper(), secondLayout);
    }

    /// <summary>Writes two numbers whose parts are split by multiplications. The fraction digits of both are computed together.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* WriteParts(byte* to, long first, in DecimalLayout firstLayout, long second, in DecimalLayout secondLayout)
    {
        var firstWhole = Split(Magnitude(first), firstLayout, out var firstFraction);
        var secondWhole = Split(Magnitude(second), secondLayout, out var secondFraction);
        *to = (byte)'-';
        to += IsNegative(first);
        if (!Avx2.IsSupported || firstWhole >= firstLayout.WholeLimit || secondWhole >= secondLayout.WholeLimit)
        {
            to = WriteScalar(to, Magnitude(first), firstLayout);
            *to = (byte)',';
            to[1] = (byte)'-';
            return WriteScalar(to + 1 + IsNegative(second), Magnitude(second), secondLayout);
        }

        var firstHigh = firstFraction / EightDigits;
        var secondHigh = secondFraction / EightDigits;
        var digits = Digits(Vector256.Create(
            Vector128.Create(firstHigh, firstFraction - (firstHigh * EightDigits)), Vector128.Create(secondHigh, secondFraction - (secondHigh * EightDigits))));
        var significant = Vector256.GreaterThan(digits.AsSByte(), Vector256<sbyte>.Zero).ExtractMostSignificantBits();
        digits |= Vector256.Create((byte)'0');
        var wholes = DigitWord.SplitFours(firstWhole | (secondWhole << 32));
        to = DigitWriterKernel.WriteUnpaddedFour(to, (uint)wholes);
        *to = (byte)'.';
        digits.GetLower().Store(to + 1);
        to += Length((significant << 1 & 0x1FFFE) | firstLayout.Stays);
        *to = (byte)',';
        to[1] = (byte)'-';
        to = DigitWriterKernel.WriteUnpaddedFour(to + 1 + IsNegative(second), (uint)(wholes >> 32));
        *to = (byte)'.';
        digits.GetUpper().Store(to + 1);
        return to + Length((significant >> 15 & 0x1FFFE) | secondLayout.Stays);
    }

    /// <summary>Returns the digits before the decimal point, and the digits after it as a sixteen-digit number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Split(ulong magnitude, in DecimalLayout layout, out ulong fraction)
    {
        var whole = layout.Divisor.Divide(magnitude, out fraction);
        fraction *= layout.ToFractionDigits;
        return whole;
    }

    /// <summary>Returns the number of characters of the decimal point and the significant digits after it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Length(uint significant) => 32 - (uint)BitOperations.LeadingZeroCount(significant);

    /// <summary>Writes a number without vectors and returns its end.</summary>
    internal static byte* WriteScalar(byte* to, ulong magnitude, in DecimalLayout layout)
    {
        var whole = Split(magnitude, layout, out var fraction);
        if (whole >= EightDigits || layout.WholeLimit == 0)
        {
            return WriteOther(to, magnitude, layout);
        }

        var (high, low) = Math.DivRem(fraction, EightDigits);
        to = DigitWriterKernel.WriteUnpadded(to, (uint)whole);
        *to = (byte)'.';
        var highDigits = DigitWriterKernel.WriteEight(to + 1, (uint)high);
        var lowDigits = DigitWriterKernel.WriteEight(to + 1 + sizeof(ulong), (uint)low);
        var digits = lowDigits != 0 ? 8 + Bytes(lowDigits) : Bytes(highDigits);
        return to + Math.Max(digits == 0 ? 0 : digits + 1, (int)Length(layout.Stays));
    }

    /// <summary>Returns the number of bytes up to the last nonzero byte.</summary>
    private static int Bytes(ulong word) => sizeof(ulong) - (BitOperations.LeadingZeroCount(word) >> 3);

    /// <summary>Writes a longer number, or a number without a fraction.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* WriteOther(byte* to, ulong magnitude, in DecimalLayout layout)
    {
        var scale = layout.Scale;
        StoredNumber.TrimZeros(ref magnitude, ref scale, scale - (int)layout.MostTrimmed);
        return scale == 0 ? DigitWriterKernel.Write(to, magnitude) : DigitWriterKernel.WriteDecimal(to, magnitude, scale);
    }

    /// <summary>Returns 1 for a negative number; otherwise, 0.</summary>
    private static ulong IsNegative(long value) => (ulong)value >> 63;

    /// <summary>Returns the magnitude of a number without a branch, because the signs of consecutive numbers may vary.</summary>
    private static ulong Magnitude(long value) => (ulong)((value ^ (value >> 63)) - (value >> 63));

    /// <summary>Writes the significant digits of 32 digits, and returns their end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Put(byte* to, Vector256<byte> digits, in DecimalLayout layout)
    {
        var digitMask = Vector256.GreaterThan(digits.AsSByte(), Vector256<sbyte>.Zero).ExtractMostSignificantBits();
        var first = Math.Min((uint)BitOperations.TrailingZeroCount(digitMask), layout.Ones);
        var trimmed = Math.Min((uint)BitOperations.LeadingZeroCount(digitMask), layout.MostTrimmed);

        // The decimal point takes the lane before the fraction, which shifts the preceding digits forward by one.
        var text = Avx512Vbmi.VL.PermuteVar32x8(digits, layout.Order) | layout.Characters;
        Avx512Vbmi.VL.PermuteVar32x8(text, Vector256<byte>.Indices + Vector256.Create((byte)(first - 1))).Store(to);
        return to + (Vector256<byte>.Count + 1) - first - trimmed - (trimmed == layout.Scale ? 1 : 0);
    }

    /// <summary>Splits a number into four eight-digit numbers, of which the first is 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Eights(ulong value)
    {
        var high = value / EightDigits;
        var highest = high / EightDigits;
        return Vector256.Create(0, highest, high - highest * EightDigits, value - high * EightDigits);
    }

    /// <summary>Splits eight-digit numbers into four-digit numbers, these into pairs, and pairs into single digits.</summary>
    /// <remarks>The factors are reciprocals that are exact for all numbers with that many digits: of 10,000 over 2^45, of 100 over 2^19, and of 10 over
    /// 2^16.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Digits(Vector256<ulong> eights)
    {
        var quotients = Avx2.Multiply(eights.AsUInt32(), Vector256.Create(3_518_437_209UL).AsUInt32()) >> 45;
        var fours = (quotients | (eights - Avx2.Multiply(quotients.AsUInt32(), Vector256.Create(10_000UL).AsUInt32())) << 32).AsUInt16();
        var hundreds = Avx2.MultiplyHigh(fours, Vector256.Create((ushort)5243)) >> 3;
        var pairs = hundreds | ((fours - hundreds * Vector256.Create((ushort)100)).AsUInt32() << 16).AsUInt16();
        var tens = Avx2.MultiplyHigh(pairs, Vector256.Create((ushort)6554));
        return ((pairs << 8) - tens * Vector256.Create((ushort)((10 << 8) - 1))).AsByte();
    }

    /// <inheritdoc cref="Digits(Vector256{ulong})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Digits(Vector512<ulong> eights)
    {
        var quotients = Avx512F.Multiply(eights.AsUInt32(), Vector512.Create(3_518_437_209UL).AsUInt32()) >> 45;
        var fours = (quotients | (eights - Avx512F.Multiply(quotients.AsUInt32(), Vector512.Create(10_000UL).AsUInt32())) << 32).AsUInt16();
        var hundreds = Avx512BW.MultiplyHigh(fours, Vector512.Create((ushort)5243)) >> 3;
        var pairs = hundreds | ((fours - hundreds * Vector512.Create((ushort)100)).AsUInt32() << 16).AsUInt16();
        var tens = Avx512BW.MultiplyHigh(pairs, Vector512.Create((ushort)6554));
        return (tens | (pairs - tens * Vector512.Create((ushort)10)) << 8).AsByte();
    }
}
