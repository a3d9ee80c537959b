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
/// A window is walked over while the next one is matched. No branch depends on the text but those that ask whether it is ASCII, and whether any code
/// is an escape.
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
        ref var tables = ref MemoryMarshal.GetReference(symbols.Tables);
        var bits = new VisitBits(ref Unsafe.Add(ref tables, WindowSymbols.BitsOffset));
        var entry = Vector512<byte>.Zero;
        nuint written = 0;
        var remaining = text.Length;
        var window = Load(ref source, 0, remaining);
        var following = Load(ref source, Size, remaining - Size);
        NoWalk nothing = default;
        Match<TTrie, TNumbers, NoWalk>(ref tables, window, following, ref nothing, out var codes, out var ends);
        while (remaining > Size)
        {
            remaining -= Size;
            source = ref Unsafe.Add(ref source, Size);
            var behind = Load(ref source, Size, remaining - Size);
            var walk = new FullWindowWalk(bits, ends, Size, entry);
            Match<TTrie, TNumbers, FullWindowWalk>(ref tables, following, behind, ref walk, out var nextCodes, out ends);
            var last = walk.Last;
            Write(window, codes, walk.Places, last, ref output, ref written);

            // It is as far behind the next window's start, but for 64.
            entry = walk.ExitOf(last);
            window = following;
            following = behind;
            codes = nextCodes;
        }

        entry &= Vector512.Create((byte)(Size - 1));
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

            Write(window, codes, walk.Places, walk.Last, ref output, ref written);
        }

        return (int)written;
    }

    /// <summary>A window of text, with zeros behind the text's end.</summary>
    /// <param name="source">The text.</param>
    /// <param name="start">Where the window begins.</param>
    /// <param name="remaining">The bytes of text from there on, if there are any.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Load(ref byte source, int start, int remaining) =>
        remaining >= Size ? Vector512.LoadUnsafe(ref source, (nuint)start)
        : remaining <= 0 ? Vector512<byte>.Zero
        : PartKernel.Load512(ref Unsafe.Add(ref source, start), remaining);

    /// <summary>For each place of a window the complement of the code of the longest symbol there, 0 for an escape, and where what it covers ends.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Match<TTrie, TNumbers, TWalk>(
        ref byte tables, Vector512<byte> text, Vector512<byte> following, ref TWalk walk, out Vector512<byte> codes, out Vector512<byte> ends)
        where TTrie : struct, IWindowTable
        where TNumbers : struct, IWindowTable
        where TWalk : struct, IWindowWalk
    {
        WindowKernel.LookupText(ref tables, WindowSymbols.FirstRowsOffset, WindowSymbols.FirstCodesOffset, text, out var rows, out codes);
        walk.Step(0);

        // Behind the text there are zeros, which no symbol has.
        var upper = Avx512F.AlignRight64(following.AsUInt64(), text.AsUInt64(), 2).AsByte();
        var second = Avx512BW.AlignRight(upper, text, 1);
        var slots = rows ^ second;
        rows = TTrie.Lookup(ref tables, WindowSymbols.SecondRowsOffset, slots);
        var isSecond = Vector512.Equals(TTrie.Lookup(ref tables, WindowSymbols.SecondBytesOffset, slots), second);
        var pairs = isSecond & TTrie.Lookup(ref tables, WindowSymbols.SecondCodesOffset, slots);
        walk.Step(1);
        codes = Vector512.ConditionalSelect(Vector512.Equals(pairs, Vector512<byte>.Zero), codes, pairs);
        var lengths = Vector512.Min(pairs, Vector512<byte>.One);

        var third = Avx512BW.AlignRight(upper, text, 2);
        var numbers = isSecond & TTrie.Lookup(ref tables, WindowSymbols.NumbersOffset, rows ^ third);
        walk.Step(2);
        var differences = TNumbers.Lookup(ref tables, (nuint)WindowSymbols.BytesOffset(3), numbers) ^ third;
        differences |= Difference<TNumbers>(ref tables, 4, numbers, Avx512BW.AlignRight(upper, text, 3));
        walk.Step(3);
        var others = Difference<TNumbers>(ref tables, 5, numbers, Avx512BW.AlignRight(upper, text, 4));
        others |= Difference<TNumbers>(ref tables, 6, numbers, Avx512BW.AlignRight(upper, text, 5));
        walk.Step(4);
        var last = Difference<TNumbers>(ref tables, 7, numbers, Avx512BW.AlignRight(upper, text, 6));
        last |= Difference<TNumbers>(ref tables, 8, numbers, Avx512BW.AlignRight(upper, text, 7));
        walk.Step(5);
        var isLong = Vector512.Equals(differences | others | last, Vector512<byte>.Zero);
        var longLengths = Vector512.ConditionalSelect(isLong, TNumbers.Lookup(ref tables, WindowSymbols.LengthsOffset, numbers), Vector512<byte>.Zero);
        var longCodes = TNumbers.Lookup(ref tables, WindowSymbols.CodesOffset, numbers);
        codes = Vector512.ConditionalSelect(Vector512.Equals(longLengths, Vector512<byte>.Zero), codes, longCodes);
        ends = Vector512.Max(lengths, longLengths) + (Vector512<byte>.Indices + Vector512<byte>.One);
    }

    /// <summary>Zero where a byte of the symbol is that of the text, or none: a zero stands behind the symbol's end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Difference<TNumbers>(ref byte tables, int place, Vector512<byte> numbers, Vector512<byte> text)
        where TNumbers : struct, IWindowTable
    {
        var bytes = TNumbers.Lookup(ref tables, (nuint)WindowSymbols.BytesOffset(place), numbers);
        return Vector512.Min(bytes, bytes ^ text);
    }

    /// <summary>Writes the codes of the places that are visited in a window.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write(Vector512<byte> window, Vector512<byte> codes, Vector512<byte> places, Vector512<byte> last, ref byte output, ref nuint written)
    {
        // Up to where the last place comes first.
        var isLast = Vector512.Equals(places, last).ExtractMostSignificantBits();
        var inside = isLast ^ (isLast - 1);
        var items = Avx512Vbmi.PermuteVar64x8(codes, places);
        var escapes = Vector512.Equals(items, Vector512<byte>.Zero).ExtractMostSignificantBits() & inside;
        var count = BitOperations.PopCount(inside);
        if (escapes == 0)
        {
            (~items).StoreUnsafe(ref output, written);
        }
        else
        {
            WriteEscapes(~items, Avx512Vbmi.PermuteVar64x8(window, places), escapes, count, ref Unsafe.Add(ref output, written));
            written += (nuint)BitOperations.PopCount(escapes);
        }

        written += (nuint)(uint)count;
    }

    /// <summary>Writes codes, and behind each escape its byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteEscapes(Vector512<byte> codes, Vector512<byte> bytes, ulong escapes, int count, ref byte output)
    {
        var isEscape = Vector512.Equals(codes, Vector512.Create(SymbolTableView.Escape));
        var items = Vector512.ConditionalSelect(isEscape, bytes, codes);
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
