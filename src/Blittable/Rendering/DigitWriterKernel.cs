using System.Buffers.Binary;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Rendering;

/// <summary>Integers and decimals as digits, eight at a time: numbers are split into fours, fours into pairs, pairs into digits, all lanes of a word
/// at once.</summary>
/// <remarks>Words are stored whole: callers leave eight bytes of room after the digits.</remarks>
internal static unsafe class DigitWriterKernel
{
    /// <summary>The longest fraction of a decimal that a 64-bit power of ten splits off.</summary>
    public const int MaxFraction = DecimalDivisor.MaxScale;

    private const uint EightDigits = 100_000_000;
    private const ulong SixteenDigits = (ulong)EightDigits * EightDigits;
    private const ulong AsciiZeros = 0x3030303030303030;

    /// <summary>10^i.</summary>
    public static ReadOnlySpan<ulong> PowersOfTen =>
    [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ];

    /// <summary>For each highest bit of a number what <see cref="CountDigits"/> adds.</summary>
    private static ReadOnlySpan<ulong> DigitCounts =>
    [
        0x1_0000_0000, 0x1_0000_0000, 0x1_0000_0000, 0x1_FFFF_FFF6, 0x2_0000_0000, 0x2_0000_0000, 0x2_FFFF_FF9C, 0x3_0000_0000,
        0x3_0000_0000, 0x3_FFFF_FC18, 0x4_0000_0000, 0x4_0000_0000, 0x4_0000_0000, 0x4_FFFF_D8F0, 0x5_0000_0000, 0x5_0000_0000,
        0x5_FFFE_7960, 0x6_0000_0000, 0x6_0000_0000, 0x6_FFF0_BDC0, 0x7_0000_0000, 0x7_0000_0000, 0x7_0000_0000, 0x7_FF67_6980,
        0x8_0000_0000, 0x8_0000_0000, 0x8_FA0A_1F00, 0x9_0000_0000, 0x9_0000_0000, 0x9_C465_3600, 0xA_0000_0000, 0xA_0000_0000,
    ];

    /// <summary>Writes an integer and returns where it ends.</summary>
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

    /// <summary>Writes an integer of 32 bits and returns where it ends; 16 bytes of room after <paramref name="to"/> are needed.</summary>
    /// <remarks>Ten digits are made whatever the number is, for a branch on their count would be guessed wrongly too often.</remarks>
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

    /// <summary>Writes a number with 1 to 3 digits after its point; 16 bytes of room after <paramref name="to"/> are needed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteShortDecimal(byte* to, uint mantissa, int fractionDigits)
    {
        Debug.Assert(fractionDigits is >= 1 and <= 3, "The digits after the point and the point are half a word.");
        if (mantissa >= EightDigits)
        {
            return WriteLongMantissa(to, mantissa, fractionDigits);
        }

        // The digits without their leading zeros but one before the point, and once more those of the fraction, after the point in the lowest byte.
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

        // The fraction moves after the point as one word: the point comes into its lowest byte.
        var count = Math.Max(CountDigits(mantissa), fractionDigits + 1);
        var digits = LastDigits(mantissa, count);
        digits.Store(to);
        var fraction = Vector128.ShuffleNative(digits, Vector128<byte>.Indices + Vector128.Create((byte)(count - fractionDigits))).AsUInt32().ToScalar();
        Store(to + count - fractionDigits, (ulong)fraction << 8 | '.');
        return to + count + 1;
    }

    /// <summary>The last <paramref name="count"/> of up to sixteen digits of a number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LastDigits(uint value, int count)
    {
        var (high, low) = Math.DivRem(value, EightDigits);
        var tens = high * 205 >> 11;
        var digits = Vector128.Create((ulong)(tens + (high - 10 * tens << 8)) << 48, DigitWord.Split(low)).AsByte() | Vector128.Create((byte)'0');
        return Vector128.ShuffleNative(digits, Vector128<byte>.Indices + Vector128.Create((byte)(16 - count)));
    }

    /// <summary>The number of digits that a number has, long before the digits are known: where the next text goes depends on it.</summary>
    /// <remarks>
    /// Numbers with the same highest bit have at most two counts of digits, and what is added to them carries into the upper half where the larger
    /// count begins (D. Lemire, "Computing the number of digits of an integer even faster", 2021).
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountDigits(uint value) => (int)((value + DigitCounts[BitOperations.Log2(value | 1)]) >> 32);

    /// <summary>Writes a number with 1 to <see cref="MaxFraction"/> digits after its point; the mantissa is at most 2^63.</summary>
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

    /// <summary>Writes a number of up to eight digits and returns where it ends.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteUnpadded(byte* to, uint value)
    {
        var count = CountDigits(value);
        Store(to, DigitWord.Characters(value) >> (64 - 8 * count));
        return to + count;
    }

    /// <summary>Writes a number of up to four digits and returns where it ends.</summary>
    /// <param name="to">Where it goes.</param>
    /// <param name="digits">Its digits as numbers, the first one in the lowest byte.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteUnpaddedFour(byte* to, uint digits)
    {
        var zeros = BitOperations.TrailingZeroCount(digits | (1U << 24)) & ~7;
        var characters = (digits | 0x30303030) >> zeros;
        Unsafe.WriteUnaligned(to, BitConverter.IsLittleEndian ? characters : BinaryPrimitives.ReverseEndianness(characters));
        return to + 4 - (zeros >> 3);
    }

    /// <summary>Writes eight digits and returns them as numbers, the first one in the lowest byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong WriteEight(byte* to, uint value)
    {
        var digits = DigitWord.Split(value);
        Store(to, digits | AsciiZeros);
        return digits;
    }

    /// <summary>Writes the last <paramref name="count"/> of eight digits, 1 to 8.</summary>
    private static byte* WritePadded(byte* to, uint value, int count)
    {
        Store(to, (DigitWord.Split(value) | AsciiZeros) >> (64 - 8 * count));
        return to + count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(byte* to, ulong digits) =>
        Unsafe.WriteUnaligned(to, BitConverter.IsLittleEndian ? digits : BinaryPrimitives.ReverseEndianness(digits));
}
