using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Reading;

namespace Blittable.Json;

/// <summary>Mantissas over a power of ten as text, without a branch: the digits are made all at once, and permutations put the point among them and
/// the first to the front.</summary>
/// <remarks>Each number needs 33 bytes of room.</remarks>
internal static unsafe class DecimalWriterKernel
{
    /// <summary>The longest fraction.</summary>
    public const int MaxScale = DigitWriterKernel.MaxFraction;

    private const uint EightDigits = 100_000_000;

    /// <summary>Writes a number and returns where it ends.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* Write(byte* to, long mantissa, in DecimalLayout layout)
    {
        *to = (byte)'-';
        to += IsNegative(mantissa);
        return Avx512Vbmi.VL.IsSupported
            ? Put(to, Digits(Eights(Magnitude(mantissa))), layout)
            : Write_Fallback(to, Magnitude(mantissa), layout);
    }

    /// <summary>Writes two numbers with a comma between them and returns where the second ends.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* Write(byte* to, long first, in DecimalLayout firstLayout, long second, in DecimalLayout secondLayout)
    {
        if (!Avx512Vbmi.VL.IsSupported)
        {
            to = Write(to, first, firstLayout);
            *to++ = (byte)',';
            return Write(to, second, secondLayout);
        }

        var digits = Digits(Eights(Magnitude(first)).ToVector512Unsafe().WithUpper(Eights(Magnitude(second))));
        *to = (byte)'-';
        to = Put(to + IsNegative(first), digits.GetLower(), firstLayout);
        *to = (byte)',';
        to[1] = (byte)'-';
        return Put(to + 1 + IsNegative(second), digits.GetUpper(), secondLayout);
    }

    /// <summary>The same for machines that cannot permute the bytes of a vector.</summary>
    internal static byte* Write_Fallback(byte* to, ulong magnitude, in DecimalLayout layout)
    {
        var scale = layout.Scale;
        StoredNumber.TrimZeros(ref magnitude, ref scale, scale - (int)layout.MostTrimmed);
        return scale == 0 ? DigitWriterKernel.Write(to, magnitude) : DigitWriterKernel.WriteDecimal(to, magnitude, scale);
    }

    /// <summary>1 for a negative number, else 0.</summary>
    private static ulong IsNegative(long value) => (ulong)value >> 63;

    private static ulong Magnitude(long value) => value < 0 ? 0 - (ulong)value : (ulong)value;

    /// <summary>Writes what is significant of 32 digits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Put(byte* to, Vector256<byte> digits, in DecimalLayout layout)
    {
        var digitMask = Vector256.GreaterThan(digits.AsSByte(), Vector256<sbyte>.Zero).ExtractMostSignificantBits();
        var first = Math.Min((uint)BitOperations.TrailingZeroCount(digitMask), layout.Ones);
        var trimmed = Math.Min((uint)BitOperations.LeadingZeroCount(digitMask), layout.MostTrimmed);

        // The point takes the lane before the fraction, and so the digits before it move forward by one.
        var text = Avx512Vbmi.VL.PermuteVar32x8(digits, layout.Order) | layout.Characters;
        Avx512Vbmi.VL.PermuteVar32x8(text, Vector256<byte>.Indices + Vector256.Create((byte)(first - 1))).Store(to);
        return to + (Vector256<byte>.Count + 1) - first - trimmed - (trimmed == layout.Scale ? 1 : 0);
    }

    /// <summary>A number as four times eight digits, the first eight of them 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Eights(ulong value)
    {
        var high = value / EightDigits;
        var highest = high / EightDigits;
        return Vector256.Create(0, highest, high - highest * EightDigits, value - high * EightDigits);
    }

    /// <summary>The digits of numbers of eight: split into fours, those into pairs, and pairs into single ones.</summary>
    /// <remarks>The factors are reciprocals, exact for all numbers of so many digits: of 10,000 over 2^45, of 100 over 2^19, of 10 over 2^16.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Digits(Vector256<ulong> eights)
    {
        var quotients = Avx2.Multiply(eights.AsUInt32(), Vector256.Create(3_518_437_209UL).AsUInt32()) >> 45;
        var fours = (quotients | (eights - Avx2.Multiply(quotients.AsUInt32(), Vector256.Create(10_000UL).AsUInt32())) << 32).AsUInt16();
        var hundreds = Avx2.MultiplyHigh(fours, Vector256.Create((ushort)5243)) >> 3;
        var pairs = hundreds | ((fours - hundreds * Vector256.Create((ushort)100)).AsUInt32() << 16).AsUInt16();
        var tens = Avx2.MultiplyHigh(pairs, Vector256.Create((ushort)6554));
        return (tens | (pairs - tens * Vector256.Create((ushort)10)) << 8).AsByte();
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
