using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Values of a width of 0 to 64 bits, packed without gaps, the most significant bit first.</summary>
/// <remarks>
/// <code>
/// width 5:  aaaaabbb bbcccccd ddddeeee efffffgg ggghhhhh
/// </code>
/// Eight values of width w are exactly w bytes, whatever w is. So a group of eight always starts on a byte, and the way from
/// its bytes to eight lanes is the same for every group of a width: one permutation of bytes that also turns them around,
/// a shift left that drops the bits before each value, and a shift right that drops those after it.
/// The order is that of Apache TsFile, so that one kernel serves its blocks and ours.
/// </remarks>
internal static partial class BitPackingKernel
{
    /// <summary>The values of a group: what shares whole bytes at any width.</summary>
    private const int Group = 8;

    /// <summary>The widest value that is within 8 bytes wherever in a byte it starts.</summary>
    private const int WidestInEightBytes = 57;

    /// <summary>Room after the last packed byte that a vector load may touch.</summary>
    private const int Padding = 64;

    private static readonly ulong[][] AllShifts = BuildShifts();

    /// <summary>The bytes that <paramref name="count"/> values of a width take.</summary>
    public static int ByteCount(int count, int width) => (int)((((long)count * width) + 7) >> 3);

    /// <summary>Unpacks values and adds <paramref name="addend"/> to each, modulo 2^64.</summary>
    /// <param name="source">The packed bytes; any that follow them are not looked at, but make the end faster.</param>
    /// <param name="width">Bits a value, 0 to 64.</param>
    /// <param name="addend">The number subtracted from each value before it was packed.</param>
    /// <param name="destination">As many values as are wanted; their bytes must be there.</param>
    public static void Unpack(ReadOnlySpan<byte> source, int width, ulong addend, Span<ulong> destination) =>
        Run<OffsetStep>(source, width, addend, 0, destination);

    /// <summary>Unpacks differences and sums them up: each value is the one before it, plus <paramref name="addend"/>, plus what is packed.</summary>
    /// <param name="source">The packed bytes; any that follow them are not looked at, but make the end faster.</param>
    /// <param name="width">Bits a value, 0 to 64.</param>
    /// <param name="addend">The smallest difference, which was taken from each before it was packed.</param>
    /// <param name="previous">The value before the first one.</param>
    /// <param name="destination">As many values as are wanted; their bytes must be there.</param>
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
            throw new ArgumentException($"{destination.Length} values of {width} bits need {bytes} bytes; there are {source.Length}.", nameof(source));
        }

        // All groups whose vector loads end within the source go straight; the last bytes go through a padded copy.
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

    /// <summary>The kernel that the vector ones must equal. Like them it may read 64 bytes from the start of any group. Returns the last value.</summary>
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

    /// <summary>A value of 1 to 64 bits that starts <paramref name="bit"/> bits into a byte; reads 9 bytes at most.</summary>
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

    /// <summary>For each width the bits that each value of a group starts into its byte.</summary>
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
