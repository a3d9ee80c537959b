using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Text to Smaz codes, 57 places at once; the same output as <see cref="SmazEncoder.EncodeScalar"/>.</summary>
/// <remarks>
/// A window is one vector of text. Three steps take it to codes, none of them with a branch per symbol:
/// <list type="number">
/// <item>The trie of the symbols is walked from every place at once; its levels are tables that a byte permute looks up.</item>
/// <item>Which places are visited, when each is left by the length of its symbol, follows by pointer doubling: with the place after
/// 1, 2, 4, … symbols known for all places, the j-th visited one is found from the bits of j.</item>
/// <item>What stands at the visited places is gathered by a permute: an item each, a code or a byte that has none.</item>
/// </list>
/// Windows start at fixed distances, and a walk stays at the first place behind them: so where the walk enters the next window is one lookup in
/// what 64 symbols lead to. A window is walked over while the next one is matched, as both consist of lookups that wait for the one before. Bytes
/// without a code get the headers of their runs afterwards, when many windows are done, for their number and lengths are what cannot be predicted.
/// </remarks>
internal static class SmazVectorKernel
{
    /// <summary>Spare bytes that the destination must have behind the longest possible output.</summary>
    public const int Slack = 64;

    /// <summary>From one window to the next: places whose longest possible symbol ends within the vector.</summary>
    private const int Stride = 64 - SmazCodebook.MaxSymbolLength;

    /// <summary>Windows whose items are gathered before any is written.</summary>
    private const int BatchWindows = 18;

    private const int MaxItems = BatchWindows * Stride;

    /// <summary>Items whose flags are surely within one word, from any bit of its first byte on.</summary>
    private const int ItemsAtOnce = 57;

    public static bool IsSupported => WindowKernel.IsSupported;

    /// <summary>Compresses a text.</summary>
    /// <param name="text">The text, at least one byte.</param>
    /// <param name="destination">At least <see cref="Smaz.MaxCompressedLength"/> and <see cref="Slack"/> bytes.</param>
    /// <returns>Bytes written.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        if (text.Length > Stride)
        {
            return EncodeWindows(text, destination);
        }

        var window = PartKernel.Load512(ref MemoryMarshal.GetReference(text), text.Length);
        NoWalk nothing = default;
        Match(window, ref nothing, out var codes, out var lengths);
        var places = WindowKernel.Walk(lengths, text.Length, Vector512<byte>.Zero, out _);
        var items = Gather(window, codes, places, text.Length, out var visits, out var flags);
        return WriteItems(items, flags, visits, ref MemoryMarshal.GetReference(destination));
    }

    [SkipLocalsInit]
    private static int EncodeWindows(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        Span<byte> items = stackalloc byte[MaxItems + (2 * Vector512<byte>.Count)];
        Span<byte> flags = stackalloc byte[(MaxItems / 8) + (2 * sizeof(ulong))];
        var written = 0;
        var position = 0;
        while (position < text.Length)
        {
            var count = VisitBatch(text[position..], items, flags, out var consumed);
            if (position + consumed < text.Length)
            {
                // A run at the end may go on in the next batch.
                var complete = count - TrailingRun(flags, count);
                if (complete == 0)
                {
                    var run = text.Slice(position, SmazEncoder.RunLength(text[position..]));
                    _ = SmazEncoder.TryWriteRun(run, destination, ref written);
                    position += run.Length;
                    continue;
                }

                consumed -= count - complete;
                count = complete;
            }

            WriteBatch(items[..count], flags, destination, ref written);
            position += consumed;
        }

        return written;
    }

    /// <summary>Whether a text can hardly get shorter: judged by how many of its first 64 bytes have no code of their own, and in how many runs they
    /// lie.</summary>
    /// <remarks>At best the other bytes take half a byte each, and a run one byte more than it has.</remarks>
    public static bool IsHopeless(ReadOnlySpan<byte> text)
    {
        var count = Math.Min(text.Length, Vector512<byte>.Count);
        ref var source = ref MemoryMarshal.GetReference(text);
        var window = count < Vector512<byte>.Count ? PartKernel.Load512(ref source, count) : Vector512.LoadUnsafe(ref source);
        var codes = WindowKernel.Lookup256(ref MemoryMarshal.GetReference(SmazTrie.Symbols.Tables), SymbolTrie.CodesOffset, window);
        var lacking = Vector512.Equals(codes, Vector512.Create(SymbolTrie.NoCode));
        var bits = lacking.ExtractMostSignificantBits() & (ulong.MaxValue >> (Vector512<byte>.Count - count));
        var verbatim = BitOperations.PopCount(bits);
        var runs = BitOperations.PopCount(bits & ~(bits << 1));
        return (2 * (verbatim + runs)) + (count - verbatim) >= 2 * count;
    }

    /// <summary>Gathers the items of a text, or of as much of it as a batch may hold.</summary>
    /// <param name="text">The text.</param>
    /// <param name="items">A byte for each visit: the code of a symbol, or a byte that has none.</param>
    /// <param name="flags">A bit for each visit, set for a byte without a code.</param>
    /// <param name="consumed">Bytes of text that the items stand for.</param>
    /// <returns>How many items there are.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int VisitBatch(ReadOnlySpan<byte> text, Span<byte> items, Span<byte> flags, out int consumed)
    {
        ref var source = ref MemoryMarshal.GetReference(text);
        ref var firstItem = ref MemoryMarshal.GetReference(items);
        ref var firstFlags = ref MemoryMarshal.GetReference(flags);
        var entry = Vector512<byte>.Zero;
        var start = 0;
        var count = 0;
        ulong pendingFlags = 0;
        var remaining = text.Length;
        var window = PartKernel.Load512(ref source, Math.Min(remaining, Vector512<byte>.Count));
        NoWalk nothing = default;
        Match(window, ref nothing, out var codes, out var lengths);
        while (remaining > Stride && start < MaxItems - Stride)
        {
            remaining -= Stride;
            start += Stride;
            source = ref Unsafe.Add(ref source, Stride);
            var next = remaining >= Vector512<byte>.Count ? Vector512.LoadUnsafe(ref source) : PartKernel.Load512(ref source, remaining);
            var walk = new WindowWalk(lengths, Stride, entry);
            Match(next, ref walk, out var nextCodes, out lengths);
            var some = Gather(window, codes, walk.Places, Stride, out var someVisits, out var someFlags);
            Add(some, someVisits, someFlags, ref firstItem, ref firstFlags, ref count, ref pendingFlags);
            entry = walk.Exit - Vector512.Create((byte)Stride);
            window = next;
            codes = nextCodes;
        }

        var limit = Math.Min(remaining, Stride);
        var places = WindowKernel.Walk(lengths, limit, entry, out var exit);
        var rest = Gather(window, codes, places, limit, out var visits, out var newFlags);
        Add(rest, visits, newFlags, ref firstItem, ref firstFlags, ref count, ref pendingFlags);
        consumed = start + exit.ToScalar();
        return count;
    }

    /// <summary>Adds the items of a window to those of a batch.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Add(Vector512<byte> items, int visits, ulong newFlags, ref byte firstItem, ref byte firstFlags, ref int count, ref ulong pendingFlags)
    {
        items.StoreUnsafe(ref firstItem, (nuint)count);

        // Whole words of flags, each over the last byte of the one before, whose bits are pending.
        var bit = count & 7;
        pendingFlags |= newFlags << bit;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref firstFlags, count >> 3), pendingFlags);
        var half = ((bit + visits) & ~7) >> 1;
        pendingFlags = pendingFlags >> half >> half;
        count += visits;
    }

    /// <summary>For each place of a window the code of the longest symbol there, or <see cref="SymbolTrie.NoCode"/>, and how many bytes it covers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Match<TWalk>(Vector512<byte> text, ref TWalk walk, out Vector512<byte> codes, out Vector512<byte> lengths)
        where TWalk : struct, IWindowWalk
    {
        ref var tables = ref MemoryMarshal.GetReference(SmazTrie.Symbols.Tables);
        WindowKernel.LookupText(ref tables, SymbolTrie.RowsOffset, SymbolTrie.CodesOffset, text, out var rows, out codes);
        walk.Step(0);

        // Behind the vector there are zeros, which no symbol has.
        var upper = Avx512F.AlignRight64(Vector512<ulong>.Zero, text.AsUInt64(), 2).AsByte();
        var differences = Vector512<byte>.Zero;
        Follow<LargeWindowTable>(Avx512BW.AlignRight(upper, text, 1), ref tables, SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
        walk.Step(1);
        walk.Step(2);
        Follow<SmallWindowTable>(Avx512BW.AlignRight(upper, text, 2), ref tables, 2 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
        walk.Step(3);
        Follow<SmallWindowTable>(Avx512BW.AlignRight(upper, text, 3), ref tables, 3 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
        walk.Step(4);
        Follow<SmallWindowTable>(Avx512BW.AlignRight(upper, text, 4), ref tables, 4 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
        walk.Step(5);
        if ((Vector512.Equals(differences, Vector512<byte>.Zero) & ~Vector512.Equals(rows, Vector512<byte>.Zero)) != Vector512<byte>.Zero)
        {
            Follow<SmallWindowTable>(Avx512BW.AlignRight(upper, text, 5), ref tables, 5 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
            Follow<SmallWindowTable>(Avx512BW.AlignRight(upper, text, 6), ref tables, 6 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
        }

        lengths = WindowKernel.Lookup256(ref tables, SymbolTrie.LengthsOffset, codes);
    }

    /// <summary>Goes on to a level of the trie from the places whose bytes so far were all right.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Follow<TTable>(
        Vector512<byte> text, ref byte tables, nuint level, ref Vector512<byte> rows, ref Vector512<byte> differences, ref Vector512<byte> codes)
        where TTable : struct, IWindowTable
    {
        var slots = rows ^ text;
        rows = TTable.Lookup(ref tables, level + SymbolTrie.RowsOffset, slots);
        differences |= TTable.Lookup(ref tables, level + SymbolTrie.BytesOffset, slots) ^ text;
        codes = Vector512.ConditionalSelect(
            Vector512.Equals(differences, Vector512<byte>.Zero), TTable.Lookup(ref tables, level + SymbolTrie.CodesOffset, slots), codes);
    }

    /// <summary>The codes of the places that are visited, and the bytes themselves where there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Gather(Vector512<byte> window, Vector512<byte> codes, Vector512<byte> places, int limit, out int visits, out ulong flags)
    {
        var inside = Vector512.LessThan(places, Vector512.Create((byte)limit)).ExtractMostSignificantBits() & (ulong.MaxValue >> (64 - limit));
        var visited = Avx512Vbmi.PermuteVar64x8(codes, places);
        var verbatim = Vector512.Equals(visited, Vector512.Create(SymbolTrie.NoCode));
        visits = BitOperations.PopCount(inside);
        flags = verbatim.ExtractMostSignificantBits() & inside;
        return Vector512.ConditionalSelect(verbatim, Avx512Vbmi.PermuteVar64x8(window, places), visited);
    }

    /// <summary>How many of the last items are bytes without a code.</summary>
    private static int TrailingRun(ReadOnlySpan<byte> flags, int count)
    {
        var run = 0;
        while (run < count && (flags[(count - 1 - run) >> 3] >> ((count - 1 - run) & 7) & 1) != 0)
        {
            run++;
        }

        return run;
    }

    /// <summary>Writes the items of a batch.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteBatch(ReadOnlySpan<byte> items, ReadOnlySpan<byte> flags, Span<byte> destination, ref int written)
    {
        var next = 0;
        while (next < items.Length)
        {
            var count = Math.Min(items.Length - next, ItemsAtOnce);
            var verbatim = MemoryMarshal.Read<ulong>(flags[(next >> 3)..]) >> (next & 7) & ((1UL << count) - 1);
            if (next + count < items.Length)
            {
                // A run is written as a whole.
                var complete = count - BitOperations.LeadingZeroCount(~(verbatim << (64 - count)));
                if (complete == 0)
                {
                    var run = 1;
                    while (run < SmazCodebook.MaxRun && next + run < items.Length && (flags[(next + run) >> 3] >> ((next + run) & 7) & 1) != 0)
                    {
                        run++;
                    }

                    _ = SmazEncoder.TryWriteRun(items.Slice(next, run), destination, ref written);
                    next += run;
                    continue;
                }

                count = complete;
                verbatim &= (1UL << count) - 1;
            }

            var some = Vector512.LoadUnsafe(ref MemoryMarshal.GetReference(items), (nuint)next);
            written += WriteItems(some, verbatim, count, ref Unsafe.Add(ref MemoryMarshal.GetReference(destination), written));
            next += count;
        }
    }

    /// <summary>Writes items, and before each run of bytes without a code its header.</summary>
    /// <returns>Bytes written.</returns>
    /// <remarks>
    /// Some items get a byte before them, and all get there by one compressing move. That of a single byte is its header. Two bytes and more:
    /// the first item becomes the header, code and length, and the second one has the first byte before it.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteItems(Vector512<byte> items, ulong verbatim, int count, ref byte output)
    {
        if (verbatim == 0)
        {
            items.StoreUnsafe(ref output);
            return count;
        }

        var starts = verbatim & ~(verbatim << 1);
        var longStarts = starts & (verbatim >> 1);
        var prefixed = starts | (longStarts << 1);

        // A run's last place less its first one is what its header says.
        var isStart = WindowKernel.MaskOf(starts);
        var isLongStart = WindowKernel.MaskOf(longStarts);
        var first = Avx512Vbmi2.Compress(Vector512<byte>.Zero, isStart, Vector512<byte>.Indices);
        var last = Avx512Vbmi2.Compress(Vector512<byte>.Zero, WindowKernel.MaskOf(verbatim & ~(verbatim >> 1)), Vector512<byte>.Indices);
        var lengths = Avx512Vbmi2.Expand(Vector512<byte>.Zero, isStart, last - first);

        var before = Avx512Vbmi.PermuteVar64x8(items, Vector512<byte>.Indices - Vector512<byte>.One);
        before = Vector512.ConditionalSelect(isStart, Vector512.Create(SmazCodebook.VerbatimByte) - isLongStart, before);
        items = Vector512.ConditionalSelect(isLongStart, lengths, items);
        var isPrefixed = WindowKernel.MaskOf(prefixed);
        WritePairs(Vector512.WidenLower(before), Vector512.WidenLower(items), Vector512.WidenLower(isPrefixed), ref output);
        const int Half = 32;
        if (count > Half)
        {
            ref var middle = ref Unsafe.Add(ref output, Half + BitOperations.PopCount((uint)prefixed));
            WritePairs(Vector512.WidenUpper(before), Vector512.WidenUpper(items), Vector512.WidenUpper(isPrefixed), ref middle);
        }

        return count + BitOperations.PopCount(prefixed);
    }

    /// <summary>Writes half of the items: of each the byte before it, if it has one, and itself.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WritePairs(Vector512<ushort> before, Vector512<ushort> items, Vector512<ushort> isPrefixed, ref byte output)
    {
        var pairs = before | (items << 8);
        var kept = isPrefixed | Vector512.Create((ushort)0xFF00);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept.AsByte(), pairs.AsByte()).StoreUnsafe(ref output);
    }
}
