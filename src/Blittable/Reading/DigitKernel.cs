using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Reading;

/// <summary>Decimal digits to numbers, many at once.</summary>
internal static class DigitKernel
{
    /// <summary>The number that up to 16 digits make.</summary>
    /// <param name="digits">Digits as numbers from 0 to 9, the first in lane 0; the lanes after them are ignored.</param>
    /// <param name="count">How many there are, at most 16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Parse(Vector128<byte> digits, int count)
    {
        if (!Vector128.IsHardwareAccelerated || !BitConverter.IsLittleEndian)
        {
            return ParseScalar(digits, count);
        }

        // Moved to the end of the vector, with zeros before them: a shuffle by lane number less what is missing.
        var order = Vector128<byte>.Indices + Vector128.Create((byte)(count - Vector128<byte>.Count));
        var eights = ToEights(Vector128.ShuffleNative(digits, order));
        return eights.GetElement(0) * 100_000_000UL + eights.GetElement(1);
    }

    /// <summary>The two numbers that 16 digits make, eight each: digits to pairs, pairs to fours, fours to eights.</summary>
    /// <param name="digits">Digits as numbers from 0 to 9, the first in lane 0.</param>
    /// <returns>The numbers in lanes 0 and 1.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<uint> ToEights(Vector128<byte> digits)
    {
        if (Sse41.IsSupported)
        {
            var pairs = Ssse3.MultiplyAddAdjacent(digits, Vector128.Create((short)0x010A).AsSByte());
            var fours = Sse2.MultiplyAddAdjacent(pairs, Vector128.Create(0x0001_0064).AsInt16());
            var packed = Sse41.PackUnsignedSaturate(fours, fours).AsInt16();
            return Sse2.MultiplyAddAdjacent(packed, Vector128.Create(0x0001_2710).AsInt16()).AsUInt32();
        }

        return ToEightsByHalves(digits);
    }

    /// <summary>The twin for machines without such instructions: the first half of each lane times a power of ten, and the second half.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<uint> ToEightsByHalves(Vector128<byte> digits)
    {
        var ones = digits.AsUInt16();
        var pairs = ((ones & Vector128.Create((ushort)0xFF)) * 10 + (ones >>> 8)).AsUInt32();
        var fours = (pairs & Vector128.Create(0xFFFFu)) * 100 + (pairs >>> 16);
        var words = fours.AsUInt64();
        return Vector128.Narrow(words, words) * 10_000 + Vector128.Narrow(words >>> 32, words >>> 32);
    }

    /// <summary>The number that eight digits make.</summary>
    /// <param name="digits">Digits as numbers from 0 to 9, the first in the lowest byte.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ParseEight(ulong digits)
    {
        if (!Sse41.IsSupported)
        {
            return ParseEightScalar(digits);
        }

        var pairs = Ssse3.MultiplyAddAdjacent(Vector128.CreateScalar(digits).AsByte(), Vector128.Create(0x010A_010A_010A_010A).AsSByte());
        var fours = Sse2.MultiplyAddAdjacent(pairs, Vector128.Create(0x0001_0064_0001_0064).AsInt16());
        var packed = Sse41.PackUnsignedSaturate(fours, fours).AsInt16();
        return Sse2.MultiplyAddAdjacent(packed, Vector128.Create(0x0001_2710_0001_2710).AsInt16()).AsUInt32().ToScalar();
    }

    /// <summary>The scalar twin of the vector path: pairs, fours, eights.</summary>
    public static uint ParseEightScalar(ulong digits)
    {
        digits = (digits * 10 + (digits >> 8)) & 0x00FF00FF00FF00FF;
        digits = (digits * 100 + (digits >> 16)) & 0x0000FFFF0000FFFF;
        return (uint)(digits * 10000 + (digits >> 32));
    }

    /// <summary>The scalar twin of the vector path.</summary>
    public static ulong ParseScalar(Vector128<byte> digits, int count)
    {
        var value = 0UL;
        for (var i = 0; i < count; i++)
        {
            value = value * 10 + digits.GetElement(i);
        }

        return value;
    }
}
