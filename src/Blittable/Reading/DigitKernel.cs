using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Reading;

/// <summary>Parses many decimal digits at once.</summary>
internal static class DigitKernel
{
    /// <summary>Parses up to 16 digits.</summary>
    /// <param name="digits">The digits as numbers from 0 to 9, the first in lane 0. Lanes after the last digit are ignored.</param>
    /// <param name="count">The number of digits, at most 16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Parse(Vector128<byte> digits, int count)
    {
        if (!Vector128.IsHardwareAccelerated || !BitConverter.IsLittleEndian)
        {
            return ParseScalar(digits, count);
        }

        // Shuffle the digits to the end of the vector, preceded by zeros. The indexes are the lane numbers minus the number of missing digits.
        var order = Vector128<byte>.Indices + Vector128.Create((byte)(count - Vector128<byte>.Count));
        var eights = ToEights(Vector128.ShuffleNative(digits, order));
        return eights.GetElement(0) * 100_000_000UL + eights.GetElement(1);
    }

    /// <summary>Parses 16 digits as two eight-digit numbers, combining digits to pairs, pairs to fours, and fours to eights.</summary>
    /// <param name="digits">The digits as numbers from 0 to 9, the first in lane 0.</param>
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

    /// <summary>Implements <see cref="ToEights"/> without SSE4.1: multiplies the first half of each lane by a power of ten, and adds the second half.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<uint> ToEightsByHalves(Vector128<byte> digits)
    {
        var ones = digits.AsUInt16();
        var pairs = ((ones & Vector128.Create((ushort)0xFF)) * 10 + (ones >>> 8)).AsUInt32();
        var fours = (pairs & Vector128.Create(0xFFFFu)) * 100 + (pairs >>> 16);
        var words = fours.AsUInt64();
        return Vector128.Narrow(words, words) * 10_000 + Vector128.Narrow(words >>> 32, words >>> 32);
    }

    /// <summary>Parses eight digits.</summary>
    /// <param name="digits">The digits as numbers from 0 to 9, the first in the lowest byte.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ParseEight(ulong digits) =>
        Sse41.IsSupported ? ToEights(Vector128.CreateScalar(digits).AsByte()).ToScalar() : ParseEightScalar(digits);

    /// <summary>Implements <see cref="ParseEight"/> without vectors.</summary>
    public static uint ParseEightScalar(ulong digits)
    {
        digits = (digits * 10 + (digits >> 8)) & 0x00FF00FF00FF00FF;
        digits = (digits * 100 + (digits >> 16)) & 0x0000FFFF0000FFFF;
        return (uint)(digits * 10000 + (digits >> 32));
    }

    /// <summary>Implements <see cref="Parse"/> without vectors.</summary>
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
