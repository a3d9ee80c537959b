using System.Buffers.Binary;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Rendering;

/// <summary>Writes integers and decimals eight digits at a time. Numbers are split into four-digit numbers, these into pairs, and pairs into digits, in all
/// lanes of a word at once.</summary>
/// <remarks>Whole words are stored, so callers must provide space for eight more bytes after the digits.</remarks>
internal static unsafe class DigitWriterKernel
{
    /// <summary>The maximum number of fraction digits that a 64-bit power of ten can split off.</summary>
    public const int MaxFraction = DecimalDivisor.MaxScale;

    private const uint EightDigits = 100_000_000;
    private const ulong SixteenDigits = (ulong)EightDigits * EightDigits;
    private const ulong AsciiZeros = 0x3030303030303030;

    /// <summary>Gets the powers 10^i.</summary>
    public static ReadOnlySpan<ulong> PowersOfTen =>
    [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ];

    /// <summary>Gets the addend of <see cref="CountDigits"/> for each highest set bit.</summary>
    private static ReadOnlySpan<ulong> DigitCounts =>
    [
        0x1_0000_0000, 0x1_0000_0000, 0x1_0000_0000, 0x1_FFFF_FFF6, 0x2_0000_0000, 0x2_0000_0000, 0x2_FFFF_FF9C, 0x3_0000_0000,
        0x3_0000_0000, 0x3_FFFF_FC18, 0x4_0000_0000, 0x4_0000_0000, 0x4_0000_0000, 0x4_FFFF_D8F0, 0x5_0000_0000, 0x5_0000_0000,
        0x5_FFFE_7960, 0x6_0000_0000, 0x6_0000_0000, 0x6_FFF0_BDC0, 0x7_0000_0000, 0x7_0000_0000, 0x7_0000_0000, 0x7_FF67_6980,
        0x8_0000_0000, 0x8_0000_0000, 0x8_FA0A_1F00, 0x9_0000_0000, 0x9_0000_0000, 0x9_C465_3600, 0xA_0000_0000, 0xA_0000_0000,
    ];

    /// <summary>Writes an integer and returns its end.</summary>
    public static byte* Write(byte* to, ulong value)
    {
        if (value < EightDigits)
        {
            return WriteUnpadded(to, (uint)value);
        }

        if (value < SixteenDigits)
        {
            to = WriteUnpadded(to, (uint)(value / EightDigits));
            WriteEight(to, (uint)(value % EightDigits));
            return to + 8;
        }

        to = WriteUnpadded(to, (uint)(value / SixteenDigits));
        value %= SixteenDigits;
        WriteEight(to, (uint)(value / EightDigits));
        WriteEight(to + 8, (uint)(value % EightDigits));
        return to + 16;
    }

    /// <summary>Writes a 32-bit integer and returns its end. Needs space for 16 bytes after <paramref name="to"/>.</summary>
    /// <remarks>Ten digits are always computed, because a branch on the number of digits would be mispredicted too often.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* Write32(byte* to, uint value)
    {
        if (value < EightDigits)
        {
            return WriteUnpadded(to, value);
        }

        if (!Vector128.IsHardwareAccelerated || !BitConverter.IsLittleEndian)
        {
            return Write(to, value);
        }

        var count = CountDigits(value);
        LastDigits(value, count).Store(to);
        return to + count;
    }

    /// <summary>Writes a number with 1 to 3 fraction digits and returns its end. Needs space for 16 bytes after <paramref name="to"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteShortDecimal(byte* to, uint mantissa, int fractionDigits)
    {
        Debug.Assert(fractionDigits is >= 1 and <= 3, "The point and the digits after it must fit in half a word.");
        if (mantissa >= EightDigits)
        {
            return WriteLongMantissa(to, mantissa, fractionDigits);
        }

        // Store the digits without leading zeros except one before the decimal point. Then store the fraction again, with the point in the lowest byte.
        var count = Math.Max(CountDigits(mantissa), fractionDigits + 1);
        var digits = DigitWord.Characters(mantissa) >> (64 - 8 * count);
        Store(to, digits);
        to += count - fractionDigits;
        Store(to, (digits >> (8 * (count - fractionDigits)) << 8) | '.');
        return to + 1 + fractionDigits;
    }

    private static byte* WriteLongMantissa(byte* to, uint mantissa, int fractionDigits)
    {
        if (!Vector128.IsHardwareAccelerated || !BitConverter.IsLittleEndian)
        {
            return WriteDecimal(to, mantissa, fractionDigits);
        }

        // The fraction moves after the decimal point as one word, whose lowest byte becomes the point.
        var count = Math.Max(CountDigits(mantissa), fractionDigits + 1);
        var digits = LastDigits(mantissa, count);
        digits.Store(to);
        var fraction = Vector128.ShuffleNative(digits, Vector128<byte>.Indices + Vector128.Create((byte)(count - fractionDigits))).AsUInt32().ToScalar();
        Store(to + count - fractionDigits, (ulong)fraction << 8 | '.');
        return to + count + 1;
    }

    /// <summary>Returns the characters of the last <paramref name="count"/> digits, up to sixteen, of a number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LastDigits(uint value, int count)
    {
        var (high, low) = Math.DivRem(value, EightDigits);
        var tens = high * 205 >> 11;
        var digits = Vector128.Create((ulong)(tens + (high - 10 * tens << 8)) << 48, DigitWord.Split(low)).AsByte() | Vector128.Create((byte)'0');
        return Vector128.ShuffleNative(digits, Vector128<byte>.Indices + Vector128.Create((byte)(16 - count)));
    }

    /// <summary>Returns the number of digits long before the digits are known, because the position of subsequent text depends on it.</summary>
    /// <remarks>
    /// Numbers with the same highest set bit have at most two different digit counts. The addend carries into the upper half where the larger count begins (D.
    /// Lemire, "Computing the number of digits of an integer even faster", 2021).
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountDigits(uint value) => (int)((value + DigitCounts[BitOperations.Log2(value | 1)]) >> 32);

    /// <summary>Writes a number with 1 to <see cref="MaxFraction"/> fraction digits and returns its end. The mantissa is at most 2^63.</summary>
    public static byte* WriteDecimal(byte* to, ulong mantissa, int fractionDigits)
    {
        var whole = new DecimalDivisor(fractionDigits).Divide(mantissa, out var fraction);
        to = Write(to, whole);
        *to++ = (byte)'.';
        if (fractionDigits > 16)
        {
            (var high, fraction) = Math.DivRem(fraction, SixteenDigits);
            to = WritePadded(to, (uint)high, fractionDigits - 16);
            fractionDigits = 16;
        }

        if (fractionDigits > 8)
        {
            (var high, fraction) = Math.DivRem(fraction, EightDigits);
            to = WritePadded(to, (uint)high, fractionDigits - 8);
            fractionDigits = 8;
        }

        return WritePadded(to, (uint)fraction, fractionDigits);
    }

    /// <summary>Writes a number of up to eight digits and returns its end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteUnpadded(byte* to, uint value)
    {
        var count = CountDigits(value);
        Store(to, DigitWord.Characters(value) >> (64 - 8 * count));
        return to + count;
    }

    /// <summary>Writes a number of up to four digits and returns its end.</summary>
    /// <param name="to">The destination.</param>
    /// <param name="digits">The values of the digits, with the first digit in the lowest byte.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteUnpaddedFour(byte* to, uint digits)
    {
        var zeros = BitOperations.TrailingZeroCount(digits | (1U << 24)) & ~7;
        var characters = (digits | 0x30303030) >> zeros;
        Unsafe.WriteUnaligned(to, BitConverter.IsLittleEndian ? characters : BinaryPrimitives.ReverseEndianness(characters));
        return to + 4 - (zeros >> 3);
    }

    /// <summary>Writes eight digits, and returns their values with the first digit in the lowest byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong WriteEight(byte* to, uint value)
    {
        var digits = DigitWord.Split(value);
        Store(to, digits | AsciiZeros);
        return digits;
    }

    /// <summary>Writes the last <paramref name="count"/> of eight digits, 1 to 8, and returns their end.</summary>
    private static byte* WritePadded(byte* to, uint value, int count)
    {
        Store(to, (DigitWord.Split(value) | AsciiZeros) >> (64 - 8 * count));
        return to + count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(byte* to, ulong digits) =>
        Unsafe.WriteUnaligned(to, BitConverter.IsLittleEndian ? digits : BinaryPrimitives.ReverseEndianness(digits));
}

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

    /// <summary>Splits a number into four eight-digit numbers. The first is 0.</summary>
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
