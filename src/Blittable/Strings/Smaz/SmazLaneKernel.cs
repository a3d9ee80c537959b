using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Long texts to Smaz codes, six parts (lanes) of a text at once; the same output as <see cref="SmazEncoder.EncodeScalar"/>.</summary>
/// <remarks>
/// Two look-ups give the longest symbol at a place (<see cref="SmazRows"/>), and its length says where the next one is looked for: some 18 cycles of waiting
/// for a dozen instructions. Six parts of a text wait at the same time. They part where no symbol can cover both sides, so that the symbols are those of
/// the whole. What was found is one item of 16 bits for a symbol or a byte without a code; vectors make codes of 16 items at once. Only places that are
/// visited are looked at, where <see cref="SmazClassKernel"/> looks at all, but finding places to part at takes as long as two of its windows.
/// </remarks>
internal static unsafe class SmazLaneKernel
{
    /// <summary>Spare bytes that the destination must have behind the longest possible output.</summary>
    public const int Slack = SmazClassKernel.Slack;

    private const int Lanes = 6;

    /// <summary>The most bytes of text of a lane before its end is looked for, and how far that may be away.</summary>
    private const int LaneBytes = 240, SeamPlaces = 40;

    /// <summary>Bytes of a lane in memory: its text, the end mark and what vectors store behind it. It has as many items.</summary>
    private const int LaneRoom = 320;

    /// <summary>Places that are examined together.</summary>
    private const int FirstPlaces = 7;

    private const int Items = 16, Line = 64;

    /// <summary>The shift that moves <see cref="SmazRows.IsVerbatim"/> to the highest bit of an item.</summary>
    private const int VerbatimToSign = 11;

    /// <summary>Compresses a text.</summary>
    /// <param name="text">The text, at least one byte.</param>
    /// <param name="destination">At least <see cref="Smaz.MaxCompressedLength"/> and <see cref="Slack"/> bytes.</param>
    /// <returns>Bytes written; -1 if the text cannot be parted, or has a byte that no UTF-8 has.</returns>
    [SkipLocalsInit]
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        _ = destination[Smaz.MaxCompressedLength(text.Length) + Slack - 1];
        var memory = stackalloc byte[(Lanes * LaneRoom * (1 + sizeof(ushort))) + Line - 1];
        var lanes = (byte*)(((nint)memory + Line - 1) & -Line);
        var items = (ushort*)(lanes + (Lanes * LaneRoom));
        var run = 0;
        fixed (byte* source = text, output = destination)
        {
            var written = output;
            var rest = text.Length;
            while (rest > 0)
            {
                var taken = Part(source + text.Length - rest, rest, lanes);
                if (taken < 0)
                {
                    return -1;
                }

                rest -= taken;
                var steps = Walk(lanes, items);
                written = Write(items, steps, written, ref run);
            }

            return (int)(written - output);
        }
    }

    /// <summary>Copies parts of a text to the lanes.</summary>
    /// <param name="source">The text.</param>
    /// <param name="length">Its bytes.</param>
    /// <param name="lanes">Where the lanes begin.</param>
    /// <returns>Bytes taken; -1 if there is no place to part them, or a byte is <see cref="SmazRows.End"/>.</returns>
    private static int Part(byte* source, int length, byte* lanes)
    {
        // All lanes of all turns get about as many bytes.
        var turns = (length + (Lanes * LaneBytes) - 1) / (Lanes * LaneBytes);
        var share = (length + (turns * Lanes) - 1) / (turns * Lanes);
        var joins = (uint*)SmazRows.Tables.JoinedAddress;
        var hasEnd = Vector256<byte>.Zero;
        var start = 0;
        for (var lane = 0; lane < Lanes; lane++, lanes += LaneRoom)
        {
            var end = lane == Lanes - 1 && turns == 1 ? length : FindSeam(joins, source, start + share, length);
            if (end - start > share + SeamPlaces)
            {
                return -1;
            }

            for (var i = start; i < end; i += Vector256<byte>.Count)
            {
                var bytes = PartKernel.Load256(ref *source, i, length - i);
                hasEnd |= Vector256.Equals(bytes, Vector256.Create(SmazRows.End));
                bytes.Store(lanes + i - start);
            }

            *(ulong*)(lanes + end - start) = ulong.MaxValue;
            start = end;
        }

        return hasEnd == Vector256<byte>.Zero ? start : -1;
    }

    /// <summary>The next place at which a code begins in any case: the bytes on both sides of it are side by side in no symbol.</summary>
    /// <param name="joins">Where <see cref="SmazRows.JoinedAddress"/> is.</param>
    /// <param name="source">The text.</param>
    /// <param name="place">The first place to look at, not that of the first byte.</param>
    /// <param name="length">Bytes of text, and the last place.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindSeam(uint* joins, byte* source, int place, int length)
    {
        if (length - place > FirstPlaces)
        {
            // One place in three is a seam, so several are examined before a branch.
            var joined = IsJoined(joins, source + place + 6);
            joined = (2 * joined) + IsJoined(joins, source + place + 5);
            joined = (2 * joined) + IsJoined(joins, source + place + 4);
            joined = (2 * joined) + IsJoined(joins, source + place + 3);
            joined = (2 * joined) + IsJoined(joins, source + place + 2);
            joined = (2 * joined) + IsJoined(joins, source + place + 1);
            joined = (2 * joined) + IsJoined(joins, source + place);
            var first = BitOperations.TrailingZeroCount(~joined);
            if (first < FirstPlaces)
            {
                return place + first;
            }
        }

        return FindSeamInTurn(joins, source, place, length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindSeamInTurn(uint* joins, byte* source, int place, int length)
    {
        while (place < length && IsJoined(joins, source + place) != 0)
        {
            place++;
        }

        return Math.Min(place, length);
    }

    /// <summary>Whether a symbol can cover a byte and the one before it: 1 or 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint IsJoined(uint* joins, byte* place)
    {
        var two = (nuint)(*(ushort*)(place - 1));
        return joins[two >> SmazRows.JoinedBits] >> (int)two & 1;
    }

    /// <summary>Finds the items of all lanes, up to one behind the end of the longest.</summary>
    /// <returns>How many items of each lane were written; those behind its end are 0.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Walk(byte* lanes, ushort* items)
    {
        var first = items;
        var tables = SmazRows.Tables;
        var pairs = (ushort*)tables.PairsAddress;
        var rows = (ushort*)tables.ItemsAddress;
        var thirds = (byte*)tables.ThirdsAddress;
        byte* place0 = lanes, place1 = place0 + LaneRoom, place2 = place1 + LaneRoom, place3 = place2 + LaneRoom, place4 = place3 + LaneRoom,
            place5 = place4 + LaneRoom;
        nuint all;
        do
        {
            all = 0;
            Step(ref place0, pairs, rows, thirds, items, ref all);
            Step(ref place1, pairs, rows, thirds, items + LaneRoom, ref all);
            Step(ref place2, pairs, rows, thirds, items + (2 * LaneRoom), ref all);
            Step(ref place3, pairs, rows, thirds, items + (3 * LaneRoom), ref all);
            Step(ref place4, pairs, rows, thirds, items + (4 * LaneRoom), ref all);
            Step(ref place5, pairs, rows, thirds, items + (5 * LaneRoom), ref all);
            items++;
        }
        while (all != 0);

        return (int)(items - first);
    }

    /// <summary>Finds the item at a place, and moves on to the next place; at the end it stays.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Step(ref byte* place, ushort* pairs, ushort* rows, byte* thirds, ushort* item, ref nuint all)
    {
        nuint found = rows[pairs[*(ushort*)place] + (nuint)thirds[place[2]]];
        if ((found & SmazRows.MayBeLonger) != 0)
        {
            found = Longer(place, found);
        }

        *item = (ushort)found;
        all |= found;
        place += found & SmazRows.LengthMask;
    }

    /// <summary>The symbol of four bytes and more at a place; if there is none, what was found before.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint Longer(byte* place, nuint found)
    {
        var word = *(ulong*)place;
        var entry = (ulong*)SmazRows.Tables.LongerAddress + ((nuint)((uint)word * SmazRows.LongerFactor >> SmazRows.LongerShift) * SmazRows.LongerWords);
        return (word & entry[0]) == entry[1] ? (nuint)entry[2] : found;
    }

    /// <summary>Writes the items of all lanes as codes.</summary>
    /// <param name="items">The items.</param>
    /// <param name="steps">How many of each lane were written.</param>
    /// <param name="output">Where they go.</param>
    /// <param name="run">Bytes of the run that was written last, or 0 if something came behind it: its header may have to be mended.</param>
    /// <returns>Where they end.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* Write(ushort* items, int steps, byte* output, ref int run)
    {
        var tables = SmazClasses.Tables;
        ref var moves = ref MemoryMarshal.GetArrayDataReference(tables.PairMoves);
        var last = run;
        for (var lane = 0; lane < Lanes; lane++, items += LaneRoom)
        {
            // As often for each lane, so that the processor foresees where to stop; behind the end of a lane there is nothing to write.
            for (var at = items; at < items + steps; at += Items)
            {
                var found = Vector256.LoadAligned(at);
                var ends = Vector256.Equals(found, Vector256<ushort>.Zero).AsInt16();
                var count = BitOperations.TrailingZeroCount(
                    Sse2.PackSignedSaturate(ends.GetLower(), ends.GetUpper()).ExtractMostSignificantBits() | (1u << Items));

                // A flag becomes the highest bit, and saturated it stays that.
                var marked = Vector256.ShiftLeft(found, VerbatimToSign).AsInt16();
                var signs = Sse2.PackSignedSaturate(marked.GetLower(), marked.GetUpper());
                var flags = signs.ExtractMostSignificantBits() & ((1u << count) - 1);
                if ((flags & ((flags << 1) | (uint)Math.Min(last, 1))) != 0)
                {
                    output += WriteRuns(found, signs, flags, count, tables, ref *output, ref last);
                    continue;
                }

                // No two bytes without a code side by side: each has the code of one before it.
                var pairs = ((found & Vector256.Create((ushort)(byte.MaxValue << SmazRows.ContentShift)))
                    | Vector256.Create((ushort)SmazCodebook.VerbatimByte)).AsByte();
                var lower = (nuint)(byte)flags;
                Ssse3.Shuffle(pairs.GetLower(), Vector128.LoadUnsafe(ref moves, lower * Items)).Store(output);
                Ssse3.Shuffle(pairs.GetUpper(), Vector128.LoadUnsafe(ref moves, (nuint)(flags >> 8) * Items))
                    .Store(output + 8 + BitOperations.PopCount(lower));
                output += count + BitOperations.PopCount(flags);
                last = count == 0 ? last : (int)(flags >> (count - 1));
            }
        }

        run = last;
        return output;
    }

    /// <summary>Writes up to 16 items, with runs of several bytes without a code among them.</summary>
    /// <returns>Bytes written.</returns>
    private static int WriteRuns(Vector256<ushort> found, Vector128<sbyte> signs, uint flags, int count, SmazClasses tables, ref byte output, ref int run)
    {
        var contents = Vector256.ShiftRightLogical(found, SmazRows.ContentShift).AsInt16();
        var items = Sse2.PackUnsignedSaturate(contents.GetLower(), contents.GetUpper());
        var inside = Vector128.GreaterThan(Vector128.Create((sbyte)count), Vector128<sbyte>.Indices);
        var verbatim = (Vector128.GreaterThan(Vector128<sbyte>.Zero, signs) & inside).AsByte();
        (var written, run) = run != 0 && (flags & 1) != 0
            ? SmazClassKernel.Join(items, verbatim, flags, count, tables, ref output, run)
            : SmazClassKernel.WriteItems(items, verbatim, flags, count, tables, ref output);
        return written;
    }
}
