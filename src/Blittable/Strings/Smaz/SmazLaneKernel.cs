using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Texts to Smaz codes, long ones in several parts (lanes) at once; the same output as <see cref="SmazEncoder.EncodeScalar"/>.</summary>
/// <remarks>
/// Two look-ups give the longest symbol at a place (<see cref="SmazRows"/>), and its length says where the next one is looked for: some 18 cycles of waiting
/// for a dozen instructions. Up to six parts of a text wait at the same time. They part where no symbol can cover both sides, so that the symbols are
/// those of the whole. What was found is one item of 16 bits for a symbol or a byte without a code; vectors make codes of 16 items at once. Only places
/// that are visited are looked at, where <see cref="SmazClassKernel"/> looks at all, but finding places to part at takes as long as two of its windows.
/// </remarks>
internal static unsafe class SmazLaneKernel
{
    /// <summary>Spare bytes that the destination must have behind the longest possible output.</summary>
    public const int Slack = SmazClassKernel.Slack;

    private const int MostLanes = 6, MiddleLanes = 3;

    /// <summary>From so many bytes on three lanes are faster than one, and six than three.</summary>
    private const int LengthForThree = 40, LengthForSix = 96;

    /// <summary>The most bytes of text of a lane before its end is looked for, and how far that may be away.</summary>
    private const int LaneBytes = 240, SeamPlaces = 40;

    /// <summary>Bytes of a lane in memory: its text, the end mark and what vectors store behind it. It has as many items.</summary>
    private const int LaneRoom = 320;

    /// <summary>Places that are examined together.</summary>
    private const int FirstPlaces = 7;

    private const int Items = 16, Line = 64;

    /// <summary>The shift that moves <see cref="SmazRows.IsVerbatim"/> to the highest bit of an item.</summary>
    private const int VerbatimToSign = 11;

    public static bool IsSupported => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;

    /// <summary>Compresses a text.</summary>
    /// <param name="text">The text, at least one byte.</param>
    /// <param name="destination">At least <see cref="Smaz.MaxCompressedLength"/> and <see cref="Slack"/> bytes.</param>
    /// <returns>Bytes written; -1 if the text cannot be parted, or has a byte that no UTF-8 has.</returns>
    [SkipLocalsInit]
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        _ = destination[Smaz.MaxCompressedLength(text.Length) + Slack - 1];
        var memory = stackalloc byte[(MostLanes * LaneRoom * (1 + sizeof(ushort))) + Line - 1];
        var lanes = (byte*)(((nint)memory + Line - 1) & -Line);
        var items = (ushort*)(lanes + (MostLanes * LaneRoom));
        var count = text.Length < LengthForThree ? 1 : text.Length < LengthForSix ? MiddleLanes : MostLanes;
        var run = 0;
        fixed (byte* source = text, output = destination)
        {
            var written = output;
            var rest = text.Length;
            while (rest > 0)
            {
                var taken = Part(source + text.Length - rest, rest, lanes, count);
                if (taken < 0)
                {
                    return -1;
                }

                rest -= taken;
                var steps = count == MostLanes ? WalkSix(lanes, items) : count == 1 ? WalkOne(lanes, items) : WalkThree(lanes, items);
                written = Write(items, count, steps, written, ref run);
            }

            return (int)(written - output);
        }
    }

    /// <summary>Copies parts of a text to the lanes.</summary>
    /// <param name="source">The text.</param>
    /// <param name="length">Its bytes.</param>
    /// <param name="lanes">Where the lanes begin.</param>
    /// <param name="count">How many lanes there are.</param>
    /// <returns>Bytes taken; -1 if there is no place to part them, or a byte is <see cref="SmazRows.End"/>.</returns>
    private static int Part(byte* source, int length, byte* lanes, int count)
    {
        // All lanes of all turns get about as many bytes.
        var turns = length <= count * LaneBytes ? 1 : (length + (count * LaneBytes) - 1) / (count * LaneBytes);
        var share = turns > 1 ? (length + (turns * count) - 1) / (turns * count) : ShareOf(length, count);
        var joins = (uint*)SmazRows.Tables.JoinedAddress;
        var hasEnd = Vector256<byte>.Zero;
        var hasNarrowEnd = Vector128<byte>.Zero;
        var start = 0;
        for (var lane = 0; lane < count; lane++, lanes += LaneRoom)
        {
            var end = lane == count - 1 && turns == 1 ? length : FindSeam(joins, source, start + share, length);
            if (end - start > share + SeamPlaces)
            {
                return -1;
            }

            if (Vector256.IsHardwareAccelerated)
            {
                for (var i = start; i < end; i += Vector256<byte>.Count)
                {
                    var bytes = PartKernel.Load256(ref *source, i, length - i);
                    hasEnd |= Vector256.Equals(bytes, Vector256.Create(SmazRows.End));
                    bytes.Store(lanes + i - start);
                }
            }
            else
            {
                hasNarrowEnd |= CopyPart(source + start, end - start, lanes);
            }

            *(ulong*)(lanes + end - start) = ulong.MaxValue;
            start = end;
        }

        var isWhole = Vector256.IsHardwareAccelerated ? hasEnd == Vector256<byte>.Zero : hasNarrowEnd == Vector128<byte>.Zero;
        return isWhole ? start : -1;
    }

    /// <summary>The bytes of a lane, by divisions that the compiler makes multiplications of.</summary>
    private static int ShareOf(int length, int count) =>
        count == MostLanes ? (length + MostLanes - 1) / MostLanes : count == 1 ? length : (length + MiddleLanes - 1) / MiddleLanes;

    /// <summary>Copies a part of a text by vectors of 128 bits.</summary>
    /// <returns>Not zero where a byte is <see cref="SmazRows.End"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> CopyPart(byte* source, int length, byte* lane)
    {
        var hasEnd = Vector128<byte>.Zero;
        var last = length - Vector128<byte>.Count;
        Vector128<byte> bytes;
        for (var i = 0; i < last; i += Vector128<byte>.Count)
        {
            bytes = Vector128.Load(source + i);
            hasEnd |= Vector128.Equals(bytes, Vector128.Create(SmazRows.End));
            bytes.Store(lane + i);
        }

        bytes = last >= 0 ? Vector128.Load(source + last) : PartKernel.Load128(ref *source, length);
        bytes.Store(lane + Math.Max(last, 0));
        return hasEnd | Vector128.Equals(bytes, Vector128.Create(SmazRows.End));
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

    /// <summary>Finds the items of six lanes, up to one behind the end of the longest.</summary>
    /// <returns>How many items of each lane were written; those behind its end are 0.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WalkSix(byte* lanes, ushort* items)
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

    /// <summary>The same for three.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WalkThree(byte* lanes, ushort* items)
    {
        var first = items;
        var tables = SmazRows.Tables;
        var pairs = (ushort*)tables.PairsAddress;
        var rows = (ushort*)tables.ItemsAddress;
        var thirds = (byte*)tables.ThirdsAddress;
        byte* place0 = lanes, place1 = place0 + LaneRoom, place2 = place1 + LaneRoom;
        nuint all;
        do
        {
            all = 0;
            Step(ref place0, pairs, rows, thirds, items, ref all);
            Step(ref place1, pairs, rows, thirds, items + LaneRoom, ref all);
            Step(ref place2, pairs, rows, thirds, items + (2 * LaneRoom), ref all);
            items++;
        }
        while (all != 0);

        return (int)(items - first);
    }

    /// <summary>The same for one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WalkOne(byte* lane, ushort* items)
    {
        var first = items;
        var tables = SmazRows.Tables;
        var pairs = (ushort*)tables.PairsAddress;
        var rows = (ushort*)tables.ItemsAddress;
        var thirds = (byte*)tables.ThirdsAddress;
        nuint all;
        do
        {
            all = 0;
            Step(ref lane, pairs, rows, thirds, items, ref all);
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
    /// <param name="lanes">How many lanes there are.</param>
    /// <param name="steps">How many of each lane were written.</param>
    /// <param name="output">Where they go.</param>
    /// <param name="run">Bytes of the run that was written last, or 0 if something came behind it: its header may have to be mended.</param>
    /// <returns>Where they end.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* Write(ushort* items, int lanes, int steps, byte* output, ref int run)
    {
        var last = run;
        for (var lane = 0; lane < lanes; lane++, items += LaneRoom)
        {
            // As often for each lane, so that the processor foresees where to stop; behind the end of a lane there is nothing to write.
            for (var at = items; at < items + steps; at += Items)
            {
                var lower = Vector128.LoadAligned(at);
                var upper = Vector128.LoadAligned(at + Vector128<ushort>.Count);
                var isEnd = Vector128.NarrowWithSaturation(
                    Vector128.Equals(lower, Vector128<ushort>.Zero).AsInt16(), Vector128.Equals(upper, Vector128<ushort>.Zero).AsInt16());

                // A flag becomes the highest bit, and saturated it stays that.
                var signs = Vector128.NarrowWithSaturation(
                    Vector128.ShiftLeft(lower, VerbatimToSign).AsInt16(), Vector128.ShiftLeft(upper, VerbatimToSign).AsInt16());
                var verbatim = Vector128.LessThan(signs, Vector128<sbyte>.Zero).AsByte();
                var (ends, flags) = ByteMaskKernel.OfEach(isEnd.AsByte(), verbatim);
                var count = BitOperations.TrailingZeroCount(ends | (1u << Items));
                flags &= (1u << count) - 1;
                if ((flags & ((flags << 1) | (uint)Math.Min(last, 1))) != 0)
                {
                    output += WriteRuns(lower, upper, verbatim, flags, count, ref *output, ref last);
                    continue;
                }

                // No two bytes without a code side by side: each has the code of one before it.
                SmazRunKernel.WritePairs(WithHeaders(lower), WithHeaders(upper), flags, ref *output);
                output += count + BitOperations.PopCount(flags);
                last = count == 0 ? last : (int)(flags >> (count - 1));
            }
        }

        run = last;
        return output;
    }

    /// <summary>Each content with the code of a byte without one before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> WithHeaders(Vector128<ushort> found) =>
        ((found & Vector128.Create((ushort)(byte.MaxValue << SmazRows.ContentShift))) | Vector128.Create((ushort)SmazCodebook.VerbatimByte)).AsByte();

    /// <summary>Writes up to 16 items, with runs of several bytes without a code among them.</summary>
    /// <returns>Bytes written.</returns>
    private static int WriteRuns(
        Vector128<ushort> lower, Vector128<ushort> upper, Vector128<byte> verbatim, uint flags, int count, ref byte output, ref int run)
    {
        var items = Vector128.Narrow(
            Vector128.ShiftRightLogical(lower, SmazRows.ContentShift), Vector128.ShiftRightLogical(upper, SmazRows.ContentShift));
        verbatim &= Vector128.GreaterThan(Vector128.Create((sbyte)count), Vector128<sbyte>.Indices).AsByte();
        (var written, run) = run != 0 && (flags & 1) != 0
            ? SmazRunKernel.Join(items, verbatim, flags, count, ref output, run)
            : SmazRunKernel.WriteItems(items, verbatim, flags, count, ref output);
        return written;
    }
}
