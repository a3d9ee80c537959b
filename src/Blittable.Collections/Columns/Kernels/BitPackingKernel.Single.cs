using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <content>Values out of the middle, and sums of many that are not unpacked.</content>
internal static partial class BitPackingKernel
{
    /// <summary>The widest values that <see cref="Sum"/> takes.</summary>
    public const int WidestSum = 8;

    /// <summary>What a value may be read with from where it starts.</summary>
    private const int Reach = 16;

    /// <summary>Values of a sum that are looked at together: as many words as a value has bits.</summary>
    private const int SumRun = 64;

    /// <summary>For each width its <i>width</i> words of a run, and for each of them the bits that are a value's highest, next, and so on.</summary>
    private static readonly ulong[][] AllPlanes = BuildPlanes();

    /// <summary>One value out of the middle. Its bytes must be there.</summary>
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

    /// <summary>Values from chosen places. Their bytes must be there.</summary>
    public static void Gather(ReadOnlySpan<byte> source, int width, ReadOnlySpan<int> indexes, Span<ulong> destination)
    {
        // One value does not wait for another: so the processor fetches many from memory at a time.
        for (var i = 0; i < indexes.Length; i++)
        {
            destination[i] = UnpackOne(source, width, indexes[i]);
        }
    }

    /// <summary>The sum of the first values, bit by bit: the bits of one weight are counted, a word at a time.</summary>
    /// <param name="source">The packed bytes; those of the values must be there.</param>
    /// <param name="width">Bits a value, 0 to <see cref="WidestSum"/>.</param>
    /// <param name="count">The values.</param>
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

        // The values after the last one wanted count as nothing.
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
                // Bits stand highest first within their byte; bytes of a word in the order of memory.
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
