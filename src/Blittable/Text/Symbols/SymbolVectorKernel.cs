using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <summary>Encodes text as codes of a symbol table, 64 positions at once, with the same output as <see cref="SymbolAutomatonKernel"/>.</summary>
/// <remarks>
/// A window, which is a vector of text, is encoded in three steps without a branch per symbol:
/// <list type="number">
/// <item>The trie of the symbols (<see cref="SymbolTrie"/>) is searched from all positions at once. Its levels are tables for byte permutations.</item>
/// <item>The visited positions follow from the symbol lengths by pointer doubling. The positions after 1, 2, 4, … symbols
/// are known for all positions. The j-th visited position follows from the bits of j.</item>
/// <item>The codes at the visited positions are gathered by a permutation.</item>
/// </list>
/// Windows are adjacent. The first bytes of the next window are shifted in, because a symbol may extend into it.
/// Each window is walked while the next window is matched (<see cref="FullWindowWalk"/>). The only branches that depend on the text test for ASCII, for long
/// symbols, and for escapes.
/// </remarks>
internal static class SymbolVectorKernel
{
    /// <summary>The number of spare bytes that the destination must have after the longest possible output.</summary>
    public const int Slack = 64;

    /// <summary>The number of positions in a window.</summary>
    private const int Size = 64;

    public static bool IsSupported => WindowKernel.IsSupported;

    /// <summary>Compresses a text, or as many windows of it as are certain to fit into the destination.</summary>
    /// <param name="trie">The symbols.</param>
    /// <param name="escape">The code that precedes one verbatim byte.</param>
    /// <param name="text">The text, at least one byte.</param>
    /// <param name="destination">At least two bytes for each byte of the text or of a window, plus <see cref="Slack"/>.</param>
    /// <param name="consumed">Receives the number of text bytes that the codes represent.</param>
    /// <returns>The number of bytes written.</returns>
    public static int Encode(SymbolTrie trie, byte escape, ReadOnlySpan<byte> text, Span<byte> destination, out int consumed) =>
        trie.AreDeepLevelsSmall ? Encode<SmallWindowTable>(trie, escape, text, destination, out consumed)
            : Encode<LargeWindowTable>(trie, escape, text, destination, out consumed);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Encode<TDeep>(SymbolTrie trie, byte escape, ReadOnlySpan<byte> text, Span<byte> destination, out int consumed)
        where TDeep : struct, IWindowTable
    {
        // Individual steps are not checked: none writes more than the slack after twice the number of bytes read.
        var most = (destination.Length - Slack) / 2;
        ArgumentOutOfRangeException.ThrowIfLessThan(most, Math.Min(text.Length, Size), nameof(destination));
        ref var source = ref MemoryMarshal.GetReference(text);
        ref var output = ref MemoryMarshal.GetReference(destination);
        ref var tables = ref MemoryMarshal.GetReference(trie.Tables);
        var bits = new VisitBits(ref MemoryMarshal.GetReference(VisitBits.Tables.Span));
        var escapes = Vector512.Create(escape);
        var entry = Vector512<byte>.Zero;
        nuint written = 0;
        var remaining = text.Length;
        var window = Load(ref source, 0, remaining);
        var following = Load(ref source, Size, remaining - Size);
        NoWalk nothing = default;
        Match<TDeep, NoWalk>(ref tables, window, following, ref nothing, out var codes, out var ends);
        while (remaining > Size && text.Length - remaining + Size <= most)
        {
            remaining -= Size;
            source = ref Unsafe.Add(ref source, Size);
            var behind = Load(ref source, Size, remaining - Size);
            var walk = new FullWindowWalk(bits, ends, Size, entry);
            Match<TDeep, FullWindowWalk>(ref tables, following, behind, ref walk, out var nextCodes, out ends);
            var last = walk.Last;
            Write(window, codes, escapes, walk.Places, last, ref output, ref written);

            // The exit is the entry of the next window plus 64.
            entry = walk.ExitOf(last);
            window = following;
            following = behind;
            codes = nextCodes;
        }

        entry &= Vector512.Create((byte)(Size - 1));
        if (text.Length > most)
        {
            consumed = Math.Min(text.Length, text.Length - remaining + entry.ToScalar());
            return (int)written;
        }

        consumed = text.Length;
        if (entry.ToScalar() < remaining)
        {
            var walk = new FullWindowWalk(bits, ends, remaining, entry);
            walk.Step(0);
            walk.Step(1);
            walk.Step(2);
            walk.Step(3);
            if (remaining > 16)
            {
                walk.Step(4);
                walk.Step(5);
            }

            Write(window, codes, escapes, walk.Places, walk.Last, ref output, ref written);
        }

        return (int)written;
    }

    /// <summary>Loads a window of text, padded with zeros.</summary>
    /// <param name="source">The text.</param>
    /// <param name="start">The start of the window.</param>
    /// <param name="remaining">The number of text bytes from the start on. May be negative.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Load(ref byte source, int start, int remaining) =>
        remaining >= Size ? Vector512.LoadUnsafe(ref source, (nuint)start)
        : remaining <= 0 ? Vector512<byte>.Zero
        : PartKernel.Load512(ref Unsafe.Add(ref source, start), remaining);

    /// <summary>Finds the code of the longest symbol, or the escape, at each position of a window, and the end of the bytes it covers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Match<TDeep, TWalk>(
        ref byte tables, Vector512<byte> text, Vector512<byte> following, ref TWalk walk, out Vector512<byte> codes, out Vector512<byte> ends)
        where TDeep : struct, IWindowTable
        where TWalk : struct, IWindowWalk
    {
        WindowKernel.LookupText(ref tables, SymbolTrie.RowsOffset, SymbolTrie.CodesOffset, text, out var rows, out codes);
        walk.Step(0);

        // The text is followed by zeros, which no symbol contains.
        var upper = Avx512F.AlignRight64(following.AsUInt64(), text.AsUInt64(), 2).AsByte();
        var differences = Vector512<byte>.Zero;
        Follow<LargeWindowTable>(Avx512BW.AlignRight(upper, text, 1), ref tables, SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
        walk.Step(1);
        walk.Step(2);
        Follow<TDeep>(Avx512BW.AlignRight(upper, text, 2), ref tables, 2 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
        walk.Step(3);
        Follow<TDeep>(Avx512BW.AlignRight(upper, text, 3), ref tables, 3 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
        walk.Step(4);
        Follow<TDeep>(Avx512BW.AlignRight(upper, text, 4), ref tables, 4 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
        walk.Step(5);
        if ((Vector512.Equals(differences, Vector512<byte>.Zero) & ~Vector512.Equals(rows, Vector512<byte>.Zero)) != Vector512<byte>.Zero)
        {
            Follow<TDeep>(Avx512BW.AlignRight(upper, text, 5), ref tables, 5 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
            Follow<TDeep>(Avx512BW.AlignRight(upper, text, 6), ref tables, 6 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
            Follow<TDeep>(Avx512BW.AlignRight(upper, text, 7), ref tables, 7 * SymbolTrie.LevelSize, ref rows, ref differences, ref codes);
        }

        ends = WindowKernel.Lookup256(ref tables, SymbolTrie.LengthsOffset, codes) + Vector512<byte>.Indices;
    }

    /// <summary>Continues to a level of the trie from the positions whose bytes have matched so far.</summary>
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

    /// <summary>Writes the codes of the visited positions of a window.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write(
        Vector512<byte> window, Vector512<byte> codes, Vector512<byte> escape, Vector512<byte> places, Vector512<byte> last, ref byte output, ref nuint written)
    {
        // Up to the first occurrence of the last position.
        var isLast = Vector512.Equals(places, last).ExtractMostSignificantBits();
        var inside = isLast ^ (isLast - 1);
        var items = Avx512Vbmi.PermuteVar64x8(codes, places);
        var escapes = Vector512.Equals(items, escape).ExtractMostSignificantBits() & inside;
        var count = BitOperations.PopCount(inside);
        if (escapes == 0)
        {
            items.StoreUnsafe(ref output, written);
        }
        else
        {
            WriteEscapes(items, Avx512Vbmi.PermuteVar64x8(window, places), escape, escapes, count, ref Unsafe.Add(ref output, written));
            written += (nuint)BitOperations.PopCount(escapes);
        }

        written += (nuint)(uint)count;
    }

    /// <summary>Writes codes, and the verbatim byte after each escape.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteEscapes(
        Vector512<byte> codes, Vector512<byte> bytes, Vector512<byte> escape, ulong escapes, int count, ref byte output)
    {
        var isEscape = Vector512.Equals(codes, escape);
        var items = Vector512.ConditionalSelect(isEscape, bytes, codes);
        WriteEscapes(Vector512.WidenLower(items), Vector512.WidenLower(isEscape), escape, ref output);
        const int Half = 32;
        if (count > Half)
        {
            WriteEscapes(
                Vector512.WidenUpper(items), Vector512.WidenUpper(isEscape), escape, ref Unsafe.Add(ref output, Half + BitOperations.PopCount((uint)escapes)));
        }
    }

    /// <summary>Writes half of the items, each after its escape, if any.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteEscapes(Vector512<ushort> items, Vector512<ushort> hasEscape, Vector512<byte> escape, ref byte output)
    {
        var pairs = (items << 8) | (escape.AsUInt16() >>> 8);
        var kept = hasEscape | Vector512.Create((ushort)0xFF00);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept.AsByte(), pairs.AsByte()).StoreUnsafe(ref output);
    }
}

/// <summary>Looks up a window of bytes in a table. Each table size is a type, so the compiler generates code for it.</summary>
internal interface IWindowTable
{
    /// <summary>Looks up the bytes of a window.</summary>
    /// <param name="tables">Tables that start at a cache line.</param>
    /// <param name="offset">The start of a table.</param>
    /// <param name="index">The indices to look up.</param>
    static abstract Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index);
}

/// <summary>Represents a table of 128 bytes. The highest bit of an index is ignored.</summary>
internal readonly struct SmallWindowTable : IWindowTable
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index) => WindowKernel.Lookup128(ref tables, offset, index);
}

/// <summary>Represents a table of 256 bytes.</summary>
internal readonly struct LargeWindowTable : IWindowTable
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index) => WindowKernel.Lookup256(ref tables, offset, index);
}

/// <summary>Provides operations for kernels that compress a window of text at once.</summary>
internal static class WindowKernel
{
    public static bool IsSupported => Avx512Vbmi.IsSupported && Avx512Vbmi2.IsSupported;

    /// <summary>Looks up all positions of a text in the tables of a trie's first level. ASCII uses half of each table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void LookupText(
        ref byte tables, nuint rowsOffset, nuint codesOffset, Vector512<byte> text, out Vector512<byte> rows, out Vector512<byte> codes)
    {
        if (text.ExtractMostSignificantBits() == 0)
        {
            rows = Lookup128(ref tables, rowsOffset, text);
            codes = Lookup128(ref tables, codesOffset, text);
        }
        else
        {
            rows = Lookup256(ref tables, rowsOffset, text);
            codes = Lookup256(ref tables, codesOffset, text);
        }
    }

    /// <summary>Looks up bytes in a table of 128 bytes. The offset of the table is a constant, so it takes no instruction.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup128(ref byte tables, nuint offset, Vector512<byte> index) =>
        Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref tables, offset), index, Vector512.LoadUnsafe(ref tables, offset + 64));

    /// <summary>Looks up bytes in a table of 256 bytes. The offset of the table is a constant, so it takes no instruction.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup256(ref byte tables, nuint offset, Vector512<byte> index)
    {
        var low = Lookup128(ref tables, offset, index);
        var high = Lookup128(ref tables, offset + 128, index);
        return Vector512.ConditionalSelect(Vector512.LessThan(index, Vector512.Create((byte)0x80)), low, high);
    }
}

/// <summary>Interleaves the lookups of a window with the steps of a walk over the previous window, or with nothing.</summary>
internal interface IWindowWalk
{
    /// <summary>Performs one of six steps, for bits 0 to 5 of the visit number.</summary>
    void Step(int bit);
}

/// <summary>Performs no walk, for the first window.</summary>
internal struct NoWalk : IWindowWalk
{
    public readonly void Step(int bit)
    {
    }
}

/// <summary>Walks over a window, which is a whole vector or the rest of a text, while the next window is matched. The latency of one hides
/// the latency of the other. The walk stays at the last position that does not lead to another position.</summary>
/// <remarks>Uses pointer doubling. The positions after 1, 2, 4, … symbols are known for all positions. The j-th visited position follows from the bits of
/// j, one bit per step.</remarks>
/// <param name="bits">The lanes whose visit number contains the bit of a step.</param>
/// <param name="ends">The position after the symbol at each position.</param>
/// <param name="limit">The number of positions in the window.</param>
/// <param name="entry">The start of the walk, in all lanes. Only the lowest six bits are used.</param>
internal struct FullWindowWalk(VisitBits bits, Vector512<byte> ends, int limit, Vector512<byte> entry) : IWindowWalk
{
    private readonly VisitBits _bits = bits;
    private readonly Vector512<byte> _ends = ends;
    private readonly Vector512<byte> _entry = entry;
    private Vector512<byte> _after = Vector512.ConditionalSelect(Vector512.LessThan(ends, Vector512.Create((byte)limit)), ends, Vector512<byte>.Indices);

    /// <summary>Gets the visited positions in order, after all steps. The remaining lanes repeat the last position.</summary>
    public Vector512<byte> Places { get; private set; } = entry;

    /// <summary>Gets the last position, in all lanes, after all steps.</summary>
    public readonly Vector512<byte> Last
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.PermuteVar64x8(_after, _entry);
    }

    /// <summary>Returns the position after the symbol at a position, in all lanes.</summary>
    /// <param name="last">The position, in all lanes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Vector512<byte> ExitOf(Vector512<byte> last) => Avx512Vbmi.PermuteVar64x8(_ends, last);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Step(int bit)
    {
        var hasBit = ~Vector512.Equals(_bits[bit], Vector512<byte>.Zero);
        Places = Vector512.ConditionalSelect(hasBit, Avx512Vbmi.PermuteVar64x8(_after, Places), Places);
        _after = Avx512Vbmi.PermuteVar64x8(_after, _after);
    }
}

/// <summary>Stores, for each bit of a visit number, a mask of the lanes whose number has the bit. The masks are loaded from memory, because the compiler
/// would recreate constant masks for every step.</summary>
/// <param name="tables">Six vectors.</param>
internal readonly struct VisitBits(ref byte tables)
{
    /// <summary>The masks.</summary>
    public static readonly AlignedBytes Tables = MakeTables();

    private readonly Vector512<byte> _first = Vector512.LoadUnsafe(ref tables, 0);
    private readonly Vector512<byte> _second = Vector512.LoadUnsafe(ref tables, 64);
    private readonly Vector512<byte> _third = Vector512.LoadUnsafe(ref tables, 128);
    private readonly Vector512<byte> _fourth = Vector512.LoadUnsafe(ref tables, 192);
    private readonly Vector512<byte> _fifth = Vector512.LoadUnsafe(ref tables, 256);
    private readonly Vector512<byte> _sixth = Vector512.LoadUnsafe(ref tables, 320);

    public Vector512<byte> this[int bit]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => bit switch
        {
            0 => _first,
            1 => _second,
            2 => _third,
            3 => _fourth,
            4 => _fifth,
            _ => _sixth,
        };
    }

    private static AlignedBytes MakeTables()
    {
        const int Bits = 6, Lanes = 1 << Bits;
        var tables = new AlignedBytes(Bits * Lanes);
        for (var i = 0; i < Bits * Lanes; i++)
        {
            tables.Span[i] = (byte)-(i % Lanes >> (i / Lanes) & 1);
        }

        return tables;
    }
}
