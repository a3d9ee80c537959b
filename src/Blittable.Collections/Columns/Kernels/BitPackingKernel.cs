using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Packs and unpacks values of 0 to 64 bits without gaps, most significant bit first.</summary>
/// <remarks>
/// <code>
/// width 5:  aaaaabbb bbcccccd ddddeeee efffffgg ggghhhhh
/// </code>
/// Eight values of width w occupy exactly w bytes, so a group of eight values always starts on a byte boundary. All groups of a width are therefore unpacked by
/// identical steps: one byte permutation, which also reverses the bytes, a shift left that drops the bits before each value, and a shift right that drops the
/// bits after it. Apache TsFile uses this bit order too, so one kernel serves both formats.
/// </remarks>
internal static partial class BitPackingKernel
{
    /// <summary>The number of values in a group, which occupies whole bytes at any width.</summary>
    private const int Group = 8;

    /// <summary>The greatest width at which a value spans at most 8 bytes at any bit offset.</summary>
    private const int WidestInEightBytes = 57;

    /// <summary>The number of bytes after the start of a group that a vector load may read.</summary>
    private const int Padding = 64;

    private static readonly ulong[][] AllShifts = BuildShifts();

    /// <summary>Returns the number of bytes that <paramref name="count"/> values of a width occupy.</summary>
    public static int ByteCount(int count, int width) => (int)((((long)count * width) + 7) >> 3);

    /// <summary>Unpacks values and adds <paramref name="addend"/> to each, modulo 2^64.</summary>
    /// <param name="source">The packed bytes. Additional bytes are ignored, but speed up unpacking of the last values.</param>
    /// <param name="width">The number of bits per value, 0 to 64.</param>
    /// <param name="addend">The base that was subtracted from each value.</param>
    /// <param name="destination">Receives the values. Its length is the number of values, which must be within the source.</param>
    public static void Unpack(ReadOnlySpan<byte> source, int width, ulong addend, Span<ulong> destination) =>
        Run<OffsetStep>(source, width, addend, 0, destination);

    /// <summary>Unpacks deltas and computes their running sum: each value is the previous one plus <paramref name="addend"/> plus the packed delta.</summary>
    /// <param name="source">The packed bytes. Additional bytes are ignored, but speed up unpacking of the last values.</param>
    /// <param name="width">The number of bits per value, 0 to 64.</param>
    /// <param name="addend">The smallest delta, which was subtracted from each delta.</param>
    /// <param name="previous">The value before the first one.</param>
    /// <param name="destination">Receives the values. Its length is the number of values, which must be within the source.</param>
    public static void UnpackDeltas(ReadOnlySpan<byte> source, int width, ulong addend, ulong previous, Span<ulong> destination) =>
        Run<DeltaStep>(source, width, addend, previous, destination);

    private static void Run<TStep>(ReadOnlySpan<byte> source, int width, ulong addend, ulong previous, Span<ulong> destination)
        where TStep : IUnpackStep
    {
        if (destination.IsEmpty)
        {
            return;
        }

        var bytes = ByteCount(destination.Length, width);
        if ((uint)width > 64 || source.Length < bytes)
        {
            throw new ArgumentException($"{destination.Length} values of {width} bits require {bytes} bytes; the span has {source.Length}.", nameof(source));
        }

        // Groups whose vector loads end within the source are unpacked directly, the last bytes through a padded copy.
        var groups = source.Length < Padding ? 0 : ((source.Length - Padding) / Math.Max(width, 1)) + 1;
        var straight = (int)Math.Min(destination.Length, (long)groups * Group);
        if (straight > 0)
        {
            previous = Dispatch<TStep>(ref MemoryMarshal.GetReference(source), width, addend, previous, destination[..straight]);
        }

        if (straight < destination.Length)
        {
            Span<byte> padded = stackalloc byte[2 * Padding];
            padded.Clear();
            source[(straight / Group * width)..bytes].CopyTo(padded);
            Dispatch<TStep>(ref MemoryMarshal.GetReference(padded), width, addend, previous, destination[straight..]);
        }
    }

    private static ulong Dispatch<TStep>(ref byte source, int width, ulong addend, ulong previous, Span<ulong> destination)
        where TStep : IUnpackStep
    {
        if (Avx512Vbmi.IsSupported)
        {
            return UnpackVector512<TStep>(ref source, width, addend, previous, destination);
        }

        return Vector256Kernel.IsSupported && IsInEightBytes(width)
            ? UnpackVector256<TStep>(ref source, width, addend, previous, destination)
            : UnpackScalar<TStep>(ref source, width, addend, previous, destination);
    }

    /// <summary>Unpacks values without vectors and returns the last one. The vector kernels must produce identical output. May read 64 bytes from the start of
    /// any group.</summary>
    internal static ulong UnpackScalar<TStep>(ref byte source, int width, ulong addend, ulong previous, Span<ulong> destination)
        where TStep : IUnpackStep
    {
        long bit = 0;
        for (var i = 0; i < destination.Length; i++)
        {
            var value = width == 0 ? 0 : Extract(ref Unsafe.AddByteOffset(ref source, (nint)(bit >> 3)), (int)bit & 7, width);
            previous = TStep.Apply(value, addend, previous);
            destination[i] = previous;
            bit += width;
        }

        return previous;
    }

    /// <summary>Extracts a value of 1 to 64 bits that starts at bit <paramref name="bit"/> of the first byte. Reads at most 9 bytes.</summary>
    private static ulong Extract(ref byte source, int bit, int width)
    {
        var value = BigEndian(ref source) << bit;
        if (bit + width > 64)
        {
            value |= (ulong)Unsafe.AddByteOffset(ref source, 8) >> (8 - bit);
        }

        return value >> (64 - width);
    }

    private static ulong BigEndian(ref byte source)
    {
        var word = Unsafe.ReadUnaligned<ulong>(ref source);
        return BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(word) : word;
    }

    /// <summary>Builds a table with the bit offset of each value of a group within its first byte, for each width.</summary>
    private static ulong[][] BuildShifts()
    {
        var all = new ulong[65][];
        for (var width = 0; width <= 64; width++)
        {
            all[width] = new ulong[Group];
            for (var i = 0; i < Group; i++)
            {
                all[width][i] = (ulong)(i * width) & 7;
            }
        }

        return all;
    }
}
