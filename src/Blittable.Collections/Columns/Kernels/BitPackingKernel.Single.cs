using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <content>Random access to single values, and sums without unpacking.</content>
internal static partial class BitPackingKernel
{
    /// <summary>The greatest width that <see cref="Sum"/> supports.</summary>
    public const int WidestSum = 8;

    /// <summary>The number of bytes that may be read from the start of a value.</summary>
    private const int Reach = 16;

    /// <summary>The number of values that a sum processes together. They occupy as many words as a value has bits.</summary>
    private const int SumRun = 64;

    /// <summary>For each width, a mask for each word of a run and each bit weight, from the highest, that selects the bits with this weight.</summary>
    private static readonly ulong[][] AllPlanes = BuildPlanes();

    /// <summary>Unpacks the value at an index, which must be within the source.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong UnpackOne(ReadOnlySpan<byte> source, int width, int index)
    {
        if (width == 0)
        {
            return 0;
        }

        var bit = (long)index * width;
        var start = (uint)(bit >> 3);
        return (long)start + Reach <= source.Length
            ? Extract(ref Unsafe.AddByteOffset(ref MemoryMarshal.GetReference(source), start), (int)bit & 7, width)
            : UnpackLast(source[(int)start..], (int)bit & 7, width);
    }

    /// <summary>Unpacks the values at the specified indexes, which must be within the source.</summary>
    public static void Gather(ReadOnlySpan<byte> source, int width, ReadOnlySpan<int> indexes, Span<ulong> destination)
    {
        // The iterations are independent, so the processor overlaps their cache misses.
        for (var i = 0; i < indexes.Length; i++)
        {
            destination[i] = UnpackOne(source, width, indexes[i]);
        }
    }

    /// <summary>Computes the sum of the first values by counting the bits of each weight, a word at a time.</summary>
    /// <param name="source">The packed bytes of at least <paramref name="count"/> values.</param>
    /// <param name="width">The number of bits per value, 0 to <see cref="WidestSum"/>.</param>
    /// <param name="count">The number of values.</param>
    [SkipLocalsInit]
    public static long Sum(ReadOnlySpan<byte> source, int width, int count)
    {
        if (width == 0 || count == 0)
        {
            return 0;
        }

        var planes = AllPlanes[width];
        long sum = 0;
        for (; count >= SumRun; count -= SumRun)
        {
            sum += SumRunOf(source[..(width * sizeof(ulong))], width, planes);
            source = source[(width * sizeof(ulong))..];
        }

        // Values after the last one to sum count as zero.
        Span<byte> rest = stackalloc byte[WidestSum * sizeof(ulong)];
        rest.Clear();
        source[..ByteCount(count, width)].CopyTo(rest);
        var bits = count * width;
        if ((bits & 7) != 0)
        {
            rest[bits >> 3] &= (byte)(0xFF00 >> (bits & 7));
        }

        return sum + SumRunOf(rest, width, planes);
    }

    private static long SumRunOf(ReadOnlySpan<byte> source, int width, ulong[] planes)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(source);
        long sum = 0;
        for (var word = 0; word < width; word++)
        {
            for (var plane = 0; plane < width; plane++)
            {
                sum += (long)BitOperations.PopCount(words[word] & planes[(word * width) + plane]) << (width - 1 - plane);
            }
        }

        return sum;
    }

    private static ulong UnpackLast(ReadOnlySpan<byte> source, int bit, int width)
    {
        Span<byte> padded = stackalloc byte[Reach];
        padded.Clear();
        source[..Math.Min(source.Length, Reach)].CopyTo(padded);
        return Extract(ref MemoryMarshal.GetReference(padded), bit, width);
    }

    private static ulong[][] BuildPlanes()
    {
        var all = new ulong[WidestSum + 1][];
        all[0] = [];
        for (var width = 1; width <= WidestSum; width++)
        {
            all[width] = new ulong[width * width];
            for (var bit = 0; bit < width * SumRun; bit++)
            {
                // Within a byte, the highest bit is first; the bytes of a word are in memory order.
                ref var plane = ref all[width][(bit / SumRun * width) + (bit % width)];
                plane |= BigEndianBit(bit % SumRun);
            }
        }

        return all;
    }

    private static ulong BigEndianBit(int bit)
    {
        Span<byte> word = stackalloc byte[sizeof(ulong)];
        word.Clear();
        word[bit >> 3] = (byte)(0x80 >> (bit & 7));
        return MemoryMarshal.Read<ulong>(word);
    }
}
