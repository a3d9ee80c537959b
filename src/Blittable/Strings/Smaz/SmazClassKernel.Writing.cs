using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <content>Writing what was found.</content>
internal static partial class SmazClassKernel
{
    /// <summary>Writes a window.</summary>
    /// <param name="text">Its bytes.</param>
    /// <param name="codes">The code at each place, or <see cref="SymbolTrie.NoCode"/>.</param>
    /// <param name="places">The places visited in each lane.</param>
    /// <param name="count">Bytes of text from the window on.</param>
    /// <param name="output">The destination.</param>
    /// <param name="written">Bytes of it that are written.</param>
    /// <param name="run">Bytes of the run that was written last, or 0 if something came behind it: its header may have to be mended.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write(
        Vector256<byte> text, Vector256<byte> codes, Vector256<byte> places, int count, ref byte output, ref int written, ref int run)
    {
        var limits = count >= Window
            ? Vector256.Create((byte)(Bias + Half))
            : Vector256.Create(Vector128.Create((byte)(Bias + Math.Min(count, Half))), Vector128.Create((byte)(Bias + Math.Max(count - Half, 0))));
        var outside = Vector256.Equals(Vector256.Max(places, limits), places);
        var items = Avx2.Shuffle(codes, places);
        var verbatim = Vector256.AndNot(Vector256.Equals(items, Vector256.Create(SymbolTrie.NoCode)), outside);
        items = Vector256.ConditionalSelect(verbatim, Avx2.Shuffle(text, places), items);
        var ends = outside.ExtractMostSignificantBits();
        var flags = verbatim.ExtractMostSignificantBits();
        if (flags == 0)
        {
            items.GetLower().StoreUnsafe(ref output, (nuint)(uint)written);
            written += CountOf(ends);
            items.GetUpper().StoreUnsafe(ref output, (nuint)(uint)written);
            written += CountOf(ends >> Half);
            run = 0;
            return;
        }

        var prefixed = AddHeaders(items, verbatim, out var lower, out var upper);
        if (run != 0 && (flags & 1) != 0)
        {
            (var more, run) = SmazRunKernel.Join(
                items.GetLower(), verbatim.GetLower(), (ushort)flags, CountOf(ends), ref Unsafe.Add(ref output, written), run);
            written += more;
        }
        else
        {
            SmazRunKernel.WritePairs(lower.GetLower(), upper.GetLower(), (ushort)prefixed, ref Unsafe.Add(ref output, written));
            written += CountOf(ends) + BitOperations.PopCount((uint)(ushort)prefixed);
            run = SmazRunKernel.TrailingRun((ushort)flags, CountOf(ends));
        }

        if (count <= Half)
        {
            return;
        }

        ends >>= Half;
        flags >>= Half;
        prefixed >>= Half;
        if (run != 0 && (flags & 1) != 0)
        {
            (var more, run) = SmazRunKernel.Join(items.GetUpper(), verbatim.GetUpper(), flags, CountOf(ends), ref Unsafe.Add(ref output, written), run);
            written += more;
        }
        else
        {
            SmazRunKernel.WritePairs(lower.GetUpper(), upper.GetUpper(), prefixed, ref Unsafe.Add(ref output, written));
            written += CountOf(ends) + BitOperations.PopCount(prefixed);
            run = SmazRunKernel.TrailingRun(flags, CountOf(ends));
        }
    }

    /// <summary>How many items there are in front of the first one that is not inside.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountOf(uint ends) => BitOperations.TrailingZeroCount(ends | (1u << Half));

    /// <summary>Gives each run of bytes without a code its header.</summary>
    /// <param name="items">Codes and bytes, two lanes that have nothing to do with each other.</param>
    /// <param name="verbatim">Which of them have no code.</param>
    /// <param name="lower">Of the first eight of each lane what comes before the item, and the item.</param>
    /// <param name="upper">The same of the others.</param>
    /// <returns>A bit for each item with something before it.</returns>
    /// <remarks>
    /// What comes before a single byte is its header. Two bytes and more: the first item becomes the header, code and length, and the second one has the
    /// first byte before it.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint AddHeaders(Vector256<byte> items, Vector256<byte> verbatim, out Vector256<byte> lower, out Vector256<byte> upper)
    {
        var starts = Vector256.AndNot(verbatim, Avx2.ShiftLeftLogical128BitLane(verbatim, 1));
        var longStarts = starts & Avx2.ShiftRightLogical128BitLane(verbatim, 1);

        // The next item that has a code: the least of 2, 4, 8 and 16 of them.
        var indices = Vector256.Create(Vector128<byte>.Indices);
        var none = Vector256.Create((byte)Half);
        var ends = (verbatim & none) | indices;
        ends = Vector256.Min(ends, Avx2.AlignRight(none, ends, 1));
        ends = Vector256.Min(ends, Avx2.AlignRight(none, ends, 2));
        ends = Vector256.Min(ends, Avx2.AlignRight(none, ends, 4));
        ends = Vector256.Min(ends, Avx2.AlignRight(none, ends, 8));

        var before = Vector256.ConditionalSelect(
            starts, Vector256.Create(SmazCodebook.VerbatimByte) - longStarts, Avx2.ShiftLeftLogical128BitLane(items, 1));
        items = Vector256.ConditionalSelect(longStarts, ends + ~indices, items);
        lower = Avx2.UnpackLow(before, items);
        upper = Avx2.UnpackHigh(before, items);
        return (starts | Avx2.ShiftLeftLogical128BitLane(longStarts, 1)).ExtractMostSignificantBits();
    }
}
