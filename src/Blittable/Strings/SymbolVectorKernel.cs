using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Text to the codes of a symbol table, 64 places at once; the same output as <see cref="SymbolEncoderKernel.EncodeInTurn"/>.</summary>
/// <remarks>
/// As for Smaz (<see cref="SmazVectorKernel"/> says how windows and walks work), a window is one vector of text: symbols are looked for at all
/// its places at once (<see cref="WindowSymbols"/> says how), the places that are visited follow by pointer doubling, and a permute gathers their codes.
/// Windows lie side by side: the next one's first bytes are shifted in where a symbol may go on into it (<see cref="FullWindowWalk"/>).
/// A window is walked over while the next one is matched. No branch depends on the text but those that ask whether it is ASCII, and whether any code is an escape.
/// </remarks>
internal static class SymbolVectorKernel
{
    /// <summary>Spare bytes that the destination must have behind the longest possible output.</summary>
    public const int Slack = 64;

    /// <summary>Places of a window.</summary>
    private const int Size = 64;

    public static bool IsSupported => WindowKernel.IsSupported;

    /// <summary>Compresses a text.</summary>
    /// <param name="symbols">The symbols.</param>
    /// <param name="text">The text, at least one byte.</param>
    /// <param name="destination">At least two bytes for each of the text, and <see cref="Slack"/> more.</param>
    /// <returns>Bytes written.</returns>
    public static int Encode(WindowSymbols symbols, ReadOnlySpan<byte> text, Span<byte> destination) => symbols switch
    {
        { IsTrieSmall: true } => Encode<SmallWindowTable, SmallWindowTable>(symbols, text, destination),
        { AreFew: true } => Encode<LargeWindowTable, SmallWindowTable>(symbols, text, destination),
        _ => Encode<LargeWindowTable, LargeWindowTable>(symbols, text, destination),
    };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Encode<TTrie, TNumbers>(WindowSymbols symbols, ReadOnlySpan<byte> text, Span<byte> destination)
        where TTrie : struct, IWindowTable
        where TNumbers : struct, IWindowTable
    {
        // The steps are not checked one by one: none writes more than the slack behind twice what it has read.
        _ = destination[(2 * text.Length) + Slack - 1];
        ref var source = ref MemoryMarshal.GetReference(text);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var entry = Vector512<byte>.Zero;
        var written = 0;
        var remaining = text.Length;
        var window = Load(ref source, 0, remaining);
        var following = Load(ref source, Size, remaining - Size);
        NoWalk nothing = default;
        Match<TTrie, TNumbers, NoWalk>(symbols, window, following, ref nothing, out var codes, out var lengths);
        while (remaining > Size)
        {
            remaining -= Size;
            source = ref Unsafe.Add(ref source, Size);
            var behind = Load(ref source, Size, remaining - Size);
            var walk = new FullWindowWalk(lengths, Size, entry);
            Match<TTrie, TNumbers, FullWindowWalk>(symbols, following, behind, ref walk, out var nextCodes, out lengths);
            var last = walk.Last;
            Write(window, codes, walk.Places, last, ref output, ref written);
            entry = walk.ExitOf(last) - Vector512.Create((byte)Size);
            window = following;
            following = behind;
            codes = nextCodes;
        }

        if (entry.ToScalar() < remaining)
        {
            var walk = new FullWindowWalk(lengths, remaining, entry);
            walk.Step(0);
            walk.Step(1);
            walk.Step(2);
            walk.Step(3);
            if (remaining > 16)
            {
                walk.Step(4);
                walk.Step(5);
            }

            Write(window, codes, walk.Places, walk.Last, ref output, ref written);
        }

        return written;
    }

    /// <summary>A window of text, with zeros behind the text's end.</summary>
    /// <param name="source">The text.</param>
    /// <param name="start">Where the window begins.</param>
    /// <param name="remaining">The bytes of text from there on, if there are any.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Load(ref byte source, int start, int remaining) =>
        remaining >= Size ? Vector512.LoadUnsafe(ref source, (nuint)start)
        : remaining <= 0 ? Vector512<byte>.Zero
        : WindowKernel.LoadTail(ref Unsafe.Add(ref source, start), remaining);

    /// <summary>For each place of a window the code of the longest symbol there, or an escape, and how many bytes it covers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Match<TTrie, TNumbers, TWalk>(WindowSymbols symbols, Vector512<byte> text, Vector512<byte> following, ref TWalk walk, out Vector512<byte> codes, out Vector512<byte> lengths)
        where TTrie : struct, IWindowTable
        where TNumbers : struct, IWindowTable
        where TWalk : struct, IWindowWalk
    {
        ref var level = ref MemoryMarshal.GetReference(symbols.Trie.Tables);
        WindowKernel.LookupFirst(ref level, text, out var rows, out codes);
        walk.Step(0);

        // Behind the text there are zeros, which no symbol has.
        var upper = Avx512F.AlignRight64(following.AsUInt64(), text.AsUInt64(), 2).AsByte();
        var second = Avx512BW.AlignRight(upper, text, 1);
        var slots = rows ^ second;
        level = ref Unsafe.Add(ref level, SymbolTrie.LevelSize);
        rows = TTrie.Lookup(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), slots);
        var isSecond = Vector512.Equals(TTrie.Lookup(ref level, slots), second);
        var pairs = TTrie.Lookup(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), slots);
        walk.Step(1);
        var isPair = Vector512.AndNot(isSecond, Vector512.Equals(pairs, Vector512.Create(SymbolTrie.NoCode)));
        codes = Vector512.ConditionalSelect(isPair, pairs, codes);
        lengths = Vector512.ConditionalSelect(isPair, Vector512.Create((byte)2), Vector512.Create((byte)1));

        var third = Avx512BW.AlignRight(upper, text, 2);
        var numbers = TTrie.Lookup(ref Unsafe.Add(ref level, SymbolTrie.LevelSize + SymbolTrie.CodesOffset), rows ^ third);
        walk.Step(2);
        ref var tables = ref MemoryMarshal.GetReference(symbols.Tables);
        var differences = ~isSecond | (TNumbers.Lookup(ref tables, numbers) ^ third);
        Compare<TNumbers>(Avx512BW.AlignRight(upper, text, 3), numbers, ref Unsafe.Add(ref tables, WindowSymbols.BytesOffset(4)), ref differences);
        walk.Step(3);
        Compare<TNumbers>(Avx512BW.AlignRight(upper, text, 4), numbers, ref Unsafe.Add(ref tables, WindowSymbols.BytesOffset(5)), ref differences);
        Compare<TNumbers>(Avx512BW.AlignRight(upper, text, 5), numbers, ref Unsafe.Add(ref tables, WindowSymbols.BytesOffset(6)), ref differences);
        walk.Step(4);
        Compare<TNumbers>(Avx512BW.AlignRight(upper, text, 6), numbers, ref Unsafe.Add(ref tables, WindowSymbols.BytesOffset(7)), ref differences);
        Compare<TNumbers>(Avx512BW.AlignRight(upper, text, 7), numbers, ref Unsafe.Add(ref tables, WindowSymbols.BytesOffset(8)), ref differences);
        walk.Step(5);
        var longLengths = TNumbers.Lookup(ref Unsafe.Add(ref tables, WindowSymbols.LengthsOffset), numbers);
        var longCodes = TNumbers.Lookup(ref Unsafe.Add(ref tables, WindowSymbols.CodesOffset), numbers);
        var isLong = Vector512.AndNot(Vector512.Equals(differences, Vector512<byte>.Zero), Vector512.Equals(longLengths, Vector512<byte>.Zero));
        codes = Vector512.ConditionalSelect(isLong, longCodes, codes);
        lengths = Vector512.ConditionalSelect(isLong, longLengths, lengths);
    }

    /// <summary>Notes where a byte of the symbol is another than that of the text; a zero stands behind the symbol's end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Compare<TNumbers>(Vector512<byte> text, Vector512<byte> numbers, ref byte table, ref Vector512<byte> differences)
        where TNumbers : struct, IWindowTable
    {
        var bytes = TNumbers.Lookup(ref table, numbers);
        differences |= Vector512.Min(bytes, bytes ^ text);
    }

    /// <summary>Writes the codes of the places that are visited in a window.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write(Vector512<byte> window, Vector512<byte> codes, Vector512<byte> places, Vector512<byte> last, ref byte output, ref int written)
    {
        // Up to where the last place comes first.
        var isLast = Vector512.Equals(places, last).ExtractMostSignificantBits();
        var inside = isLast ^ (isLast - 1);
        var items = Avx512Vbmi.PermuteVar64x8(codes, places);
        var isEscape = Vector512.Equals(items, Vector512.Create(SymbolTableView.Escape));
        var escapes = isEscape.ExtractMostSignificantBits() & inside;
        var count = BitOperations.PopCount(inside);
        if (escapes == 0)
        {
            items.StoreUnsafe(ref output, (nuint)written);
        }
        else
        {
            items = Vector512.ConditionalSelect(isEscape, Avx512Vbmi.PermuteVar64x8(window, places), items);
            WriteEscapes(items, isEscape, escapes, count, ref Unsafe.Add(ref output, written));
        }

        written += count + BitOperations.PopCount(escapes);
    }

    /// <summary>Writes items, and an escape before each byte that has no symbol.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteEscapes(Vector512<byte> items, Vector512<byte> isEscape, ulong escapes, int count, ref byte output)
    {
        WriteEscapes(Vector512.WidenLower(items), Vector512.WidenLower(isEscape), ref output);
        const int Half = 32;
        if (count > Half)
        {
            WriteEscapes(Vector512.WidenUpper(items), Vector512.WidenUpper(isEscape), ref Unsafe.Add(ref output, Half + BitOperations.PopCount((uint)escapes)));
        }
    }

    /// <summary>Writes half of the items: of each the escape below it, if it has one, and itself.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteEscapes(Vector512<ushort> items, Vector512<ushort> hasEscape, ref byte output)
    {
        var pairs = (items << 8) | Vector512.Create((ushort)SymbolTableView.Escape);
        var kept = hasEscape | Vector512.Create((ushort)0xFF00);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept.AsByte(), pairs.AsByte()).StoreUnsafe(ref output);
    }
}
