using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Json;

/// <summary>Decimal digits to numbers, many at once.</summary>
internal static class DigitKernel
{
    /// <summary>The number that up to 16 digits make.</summary>
    /// <param name="digits">Digits as numbers from 0 to 9, the first in lane 0; what stands behind them is ignored.</param>
    /// <param name="count">How many there are, at most 16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Parse(Vector128<byte> digits, int count)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return ParseScalar(digits, count);
        }

        // Moved to the end of the vector, with zeros before them: a shuffle by lane number less what is missing.
        var order = Vector128<byte>.Indices + Vector128.Create((byte)(count - Vector128<byte>.Count));
        if (!Sse41.IsSupported)
        {
            var words = Vector128.Shuffle(digits, order).AsUInt64();
            return ParseEightScalar(words.GetElement(0)) * 100_000_000UL + ParseEightScalar(words.GetElement(1));
        }

        var aligned = Ssse3.Shuffle(digits, order);
        var pairs = Ssse3.MultiplyAddAdjacent(aligned, Vector128.Create((sbyte)10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1));
        var fours = Sse2.MultiplyAddAdjacent(pairs, Vector128.Create((short)100, 1, 100, 1, 100, 1, 100, 1));
        var packed = Sse41.PackUnsignedSaturate(fours, fours).AsInt16();
        var eights = Sse2.MultiplyAddAdjacent(packed, Vector128.Create((short)10000, 1, 10000, 1, 10000, 1, 10000, 1)).AsUInt32();
        return eights.GetElement(0) * 100_000_000UL + eights.GetElement(1);
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
