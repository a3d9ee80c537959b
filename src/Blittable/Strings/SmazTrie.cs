using System.Runtime.CompilerServices;

namespace Blittable.Strings;

/// <summary>Finds the longest symbol of the Smaz codebook at a place in a text.</summary>
/// <remarks>
/// A trie whose levels are tables of 256 bytes, small enough for a byte permute to look up 64 places at once.
/// A level is one table of slots: the children of a node lie at <c>row XOR next byte</c>, and the rows are chosen so that no two
/// nodes meet in a slot. A slot names its parent, so that a byte without a child is found out by one comparison.
/// <code>
/// level 1   SingleCode[a]
/// level 2   slot2 = FirstRow[a] ^ b      is a child if PairParent[slot2] == a          then PairCode[slot2]
/// level 3   slot3 = PairRow[slot2] ^ c   is a child if TripleParent[slot3] == slot2    then TripleCode[slot3]
/// level 4   no slot of level 3 leads to more than one symbol of four bytes:
///           d is its last byte if FourthByte[slot3] == d                               then FourthCode[slot3]
/// </code>
/// The four longer symbols are compared as whole words, where <see cref="FourthSets"/> says that the next byte may lead on from level 3.
/// A slot that nobody owns has parent 0 and no code; it can be taken for a child, but leads nowhere.
/// </remarks>
internal static class SmazTrie
{
    /// <summary>The mark of a node that is only on the way to longer symbols: no symbol has this code.</summary>
    public const byte NoCode = SmazCodebook.VerbatimByte;

    private const int Slots = 256;
    private const int Ascii = 128;

    public static readonly byte[] SingleCode = new byte[Ascii];
    public static readonly byte[] FirstRow = new byte[Ascii];
    public static readonly byte[] PairParent = new byte[Slots];
    public static readonly byte[] PairCode = new byte[Slots];
    public static readonly byte[] PairRow = new byte[Slots];
    public static readonly byte[] TripleParent = new byte[Slots];
    public static readonly byte[] TripleCode = new byte[Slots];

    /// <summary>For each slot of level 3 the last byte of the symbol of four bytes that it leads to; 0 where there is none.</summary>
    public static readonly byte[] FourthByte = new byte[Slots];

    public static readonly byte[] FourthCode = new byte[Slots];

    /// <summary>For each slot of level 3 a bit that stands for the set of bytes with which symbols of five bytes and more go on; 0 where none does.</summary>
    public static readonly byte[] FourthSets = new byte[Slots];

    /// <summary>For each byte the bits of the sets that have it.</summary>
    public static readonly byte[] FourthSetsOf = new byte[Ascii];

    /// <summary>Symbols of five bytes and more with their codes; none begins another.</summary>
    private static readonly (ulong Symbol, ulong Mask, byte Length, byte Code)[] LongSymbols;

    static SmazTrie()
    {
        SingleCode.AsSpan().Fill(NoCode);
        PairCode.AsSpan().Fill(NoCode);
        TripleCode.AsSpan().Fill(NoCode);
        FourthCode.AsSpan().Fill(NoCode);

        var symbols = Enumerable.Range(0, SmazCodebook.SymbolCount)
            .Select(code => (Entry: SmazCodebook.Entries[code], Length: SmazCodebook.LengthOf(SmazCodebook.Entries[code]), Code: (byte)code))
            .ToArray();

        Place(symbols.Where(s => s.Length >= 2).GroupBy(s => (int)(byte)s.Entry, s => s.Entry), FirstRow, PairParent, shift: 8);
        Place(symbols.Where(s => s.Length >= 3).GroupBy(s => Slot2(s.Entry), s => s.Entry), PairRow, TripleParent, shift: 16);

        foreach (var symbol in symbols)
        {
            switch (symbol.Length)
            {
                case 1:
                    SingleCode[(byte)symbol.Entry] = symbol.Code;
                    break;
                case 2:
                    PairCode[Slot2(symbol.Entry)] = symbol.Code;
                    break;
                case 3:
                    TripleCode[Slot3(symbol.Entry)] = symbol.Code;
                    break;
                case 4:
                    FourthByte[Slot3(symbol.Entry)] = (byte)(symbol.Entry >> 24);
                    FourthCode[Slot3(symbol.Entry)] = symbol.Code;
                    break;
            }
        }

        var bit = 1;
        foreach (var set in symbols.Where(s => s.Length > 4).GroupBy(s => Slot3(s.Entry)).GroupBy(parent => string.Concat(parent.Select(s => (char)(byte)(s.Entry >> 24)).Distinct().Order())))
        {
            foreach (var slot in set)
            {
                FourthSets[slot.Key] = (byte)bit;
            }

            foreach (var next in set.Key)
            {
                FourthSetsOf[next] |= (byte)bit;
            }

            bit <<= 1;
        }

        LongSymbols = symbols.Where(s => s.Length > 4)
            .Select(s => (s.Entry & MaskOf(s.Length), MaskOf(s.Length), (byte)s.Length, s.Code))
            .ToArray();
    }

    /// <summary>The longest symbol that a text begins with.</summary>
    /// <param name="word">The next eight bytes of the text, the first one lowest, with zeros behind its end: no symbol has a zero.</param>
    /// <param name="code">The code of the symbol, or <see cref="NoCode"/>.</param>
    /// <returns>Its length; 1 where there is none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Match(ulong word, out byte code)
    {
        var first = (byte)word;
        code = NoCode;
        if (first >= Ascii)
        {
            return 1;
        }

        code = SingleCode[first];
        var slot2 = Slot2(word);
        if (PairParent[slot2] != first)
        {
            return 1;
        }

        var length = 1;
        if (PairCode[slot2] != NoCode)
        {
            code = PairCode[slot2];
            length = 2;
        }

        var slot3 = PairRow[slot2] ^ (byte)(word >> 16);
        if (TripleParent[slot3] != slot2)
        {
            return length;
        }

        if (TripleCode[slot3] != NoCode)
        {
            code = TripleCode[slot3];
            length = 3;
        }

        if (FourthCode[slot3] != NoCode && FourthByte[slot3] == (byte)(word >> 24))
        {
            code = FourthCode[slot3];
            length = 4;
        }

        return FourthSets[slot3] != 0 ? MatchLong(word, length, ref code) : length;
    }

    /// <summary>The symbol of five bytes and more that a text begins with, if any; otherwise the match that was found before.</summary>
    public static int MatchLong(ulong word, int length, ref byte code)
    {
        foreach (var candidate in LongSymbols)
        {
            if ((word & candidate.Mask) == candidate.Symbol)
            {
                code = candidate.Code;
                return candidate.Length;
            }
        }

        return length;
    }

    private static int Slot2(ulong word) => FirstRow[(byte)word] ^ (byte)(word >> 8);

    private static int Slot3(ulong word) => PairRow[Slot2(word)] ^ (byte)(word >> 16);

    private static ulong MaskOf(int length) => ulong.MaxValue >> (64 - (8 * length));

    /// <summary>Gives each node a row in which its children meet no others: the nodes with most children first, each the first row that fits.</summary>
    private static void Place(IEnumerable<IGrouping<int, ulong>> nodes, byte[] rows, byte[] parents, int shift)
    {
        var taken = new bool[Slots];
        foreach (var node in nodes.Select(n => (Parent: n.Key, Next: n.Select(entry => (byte)(entry >> shift)).Distinct().ToArray())).OrderByDescending(n => n.Next.Length))
        {
            var row = Enumerable.Range(0, Slots).First(candidate => !node.Next.Any(next => taken[candidate ^ next]));
            rows[node.Parent] = (byte)row;
            foreach (var next in node.Next)
            {
                taken[row ^ next] = true;
                parents[row ^ next] = (byte)node.Parent;
            }
        }
    }
}
