using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Codes of Smaz and bytes without one, 16 at once, to where runs of such bytes have their headers.</summary>
internal static class SmazRunKernel
{
    /// <summary>Items of a vector.</summary>
    private const int Items = 16;

    /// <summary>For each set of eight items that have a byte before them, where the bytes of eight pairs go.</summary>
    private static readonly byte[] PairMoves = BuildPairMoves();

    /// <summary>Goes on with a run, and writes what is behind it.</summary>
    /// <param name="items">Codes and bytes.</param>
    /// <param name="verbatim">Which of them have no code; none behind the last item.</param>
    /// <param name="flags">The same as bits, the first one set.</param>
    /// <param name="count">How many items there are.</param>
    /// <param name="output">Behind the run.</param>
    /// <param name="run">Its bytes.</param>
    /// <returns>Bytes written, and those of the last run.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static (int Written, int Run) Join(
        Vector128<byte> items, Vector128<byte> verbatim, uint flags, int count, ref byte output, int run)
    {
        var written = 0;
        var more = Math.Min(BitOperations.TrailingZeroCount(~flags), SmazCodebook.MaxRun - run);
        if (more > 0)
        {
            if (run == 1)
            {
                // The header of one byte becomes that of several, which takes a byte more.
                output = Unsafe.Subtract(ref output, 1);
                Unsafe.Subtract(ref output, 1) = 0;
                Unsafe.Subtract(ref output, 2) = SmazCodebook.VerbatimRun;
                written = 1;
            }

            Unsafe.Add(ref output, written - run - 1) += (byte)more;
            items.StoreUnsafe(ref Unsafe.Add(ref output, written));
            written += more;
            if (count == more)
            {
                return (written, run + more);
            }

            items = PartKernel.MoveDown(items, more);
            verbatim = PartKernel.MoveDown(verbatim, more);
            flags >>= more;
            count -= more;
        }

        (var rest, run) = WriteItems(items, verbatim, flags, count, ref Unsafe.Add(ref output, written));
        return (written + rest, run);
    }

    /// <summary>Writes up to 16 items that do not go on with a run.</summary>
    /// <param name="items">Codes and bytes.</param>
    /// <param name="verbatim">Which of them have no code; none behind the last item.</param>
    /// <param name="flags">The same as bits.</param>
    /// <param name="count">How many items there are, at least one.</param>
    /// <param name="output">The destination.</param>
    /// <returns>Bytes written, and those of the last run.</returns>
    public static (int Written, int Run) WriteItems(
        Vector128<byte> items, Vector128<byte> verbatim, uint flags, int count, ref byte output)
    {
        var prefixed = AddHeaders(items, verbatim, out var lower, out var upper);
        WritePairs(lower, upper, prefixed, ref output);
        return (count + BitOperations.PopCount(prefixed), TrailingRun(flags, count));
    }

    /// <summary>How many of the last items have no code.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int TrailingRun(uint flags, int count) => BitOperations.LeadingZeroCount(~(flags << (32 - count)));

    /// <summary>Gives each run of bytes without a code its header.</summary>
    /// <param name="items">Codes and bytes.</param>
    /// <param name="verbatim">Which of them have no code.</param>
    /// <param name="lower">Of the first eight what comes before the item, and the item.</param>
    /// <param name="upper">The same of the others.</param>
    /// <returns>A bit for each item with something before it.</returns>
    /// <remarks>
    /// What comes before a single byte is its header. Two bytes and more: the first item becomes the header, code and length, and the second one has the
    /// first byte before it.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint AddHeaders(Vector128<byte> items, Vector128<byte> verbatim, out Vector128<byte> lower, out Vector128<byte> upper)
    {
        var none = Vector128.Create((byte)Items);
        var starts = Vector128.AndNot(verbatim, PartKernel.Align(Vector128<byte>.Zero, verbatim, 15));
        var longStarts = starts & PartKernel.Align(verbatim, Vector128<byte>.Zero, 1);

        // The next item that has a code: the least of 2, 4, 8 and 16 of them.
        var ends = (verbatim & none) | Vector128<byte>.Indices;
        ends = Vector128.Min(ends, PartKernel.Align(ends, none, 1));
        ends = Vector128.Min(ends, PartKernel.Align(ends, none, 2));
        ends = Vector128.Min(ends, PartKernel.Align(ends, none, 4));
        ends = Vector128.Min(ends, PartKernel.Align(ends, none, 8));

        var before = Vector128.ConditionalSelect(
            starts, Vector128.Create(SmazCodebook.VerbatimByte) - longStarts, PartKernel.Align(Vector128<byte>.Zero, items, 15));
        items = Vector128.ConditionalSelect(longStarts, ends + ~Vector128<byte>.Indices, items);
        lower = PartKernel.InterleaveLower(before, items);
        upper = PartKernel.InterleaveUpper(before, items);
        return (starts | PartKernel.Align(Vector128<byte>.Zero, longStarts, 15)).ExtractMostSignificantBits();
    }

    /// <summary>Writes 16 items, and what comes before some.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WritePairs(Vector128<byte> lower, Vector128<byte> upper, uint prefixed, ref byte output)
    {
        ref var moves = ref MemoryMarshal.GetArrayDataReference(PairMoves);
        var lowerSet = prefixed & 0xFF;
        Vector128.ShuffleNative(lower, Vector128.LoadUnsafe(ref moves, lowerSet * (nuint)Items)).StoreUnsafe(ref output);
        Vector128.ShuffleNative(upper, Vector128.LoadUnsafe(ref moves, (prefixed >> 8) * (nuint)Items))
            .StoreUnsafe(ref Unsafe.Add(ref output, 8 + BitOperations.PopCount(lowerSet)));
    }

    private static byte[] BuildPairMoves()
    {
        const int Eight = Items / 2, Sets = 1 << Eight;
        var moves = new byte[Sets * Items];
        for (var set = 0; set < Sets; set++)
        {
            var next = set * Items;
            for (var item = 0; item < Eight; item++)
            {
                if ((set >> item & 1) != 0)
                {
                    moves[next++] = (byte)(2 * item);
                }

                moves[next++] = (byte)((2 * item) + 1);
            }
        }

        return moves;
    }
}
