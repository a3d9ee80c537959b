using System.Buffers.Binary;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

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
