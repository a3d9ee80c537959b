namespace Blittable.Strings;

/// <summary>The symbols of a <see cref="SymbolEncoder"/> for a kernel that looks for them at 64 places of a text at once.</summary>
/// <remarks>
/// An encoder has at most one symbol of three bytes and more for any first three bytes. So a trie (<see cref="SymbolTrie"/> says how its levels are
/// found) leads through these only, to the number of the one symbol that may stand there, and its other bytes are compared with those of the text.
/// <code>
/// Bits         six vectors, see VisitBits
/// FirstRows, FirstCodes                  by a first byte the row of what follows it, and its code
/// SecondRows, SecondBytes, SecondCodes   by a slot of the second level the row of the third, the byte that leads to the slot, and the code of the pair
/// Numbers      by a slot of the third level the number of a symbol, 0 for none
/// Bytes(3)     by number the third byte, Bytes(4) the fourth, … Bytes(8); 0 behind the end of the symbol
/// Codes        by number the code
/// Lengths      by number the bytes that it covers, less one; 0 for number 0
/// </code>
/// Of codes the complement is stored, so that 0 stands for none.
/// </remarks>
internal sealed class WindowSymbols
{
    /// <summary>Bytes that the trie leads through.</summary>
    public const int Prefix = 3;

    public const int BitsOffset = 0, FirstRowsOffset = 6 * 64, FirstCodesOffset = FirstRowsOffset + TableSize;

    public const int SecondRowsOffset = FirstCodesOffset + TableSize, SecondBytesOffset = SecondRowsOffset + TableSize,
        SecondCodesOffset = SecondBytesOffset + TableSize;

    public const int NumbersOffset = SecondCodesOffset + TableSize, CodesOffset = NumbersOffset + ((Symbol.MaxLength + 2 - Prefix) * TableSize),
        LengthsOffset = CodesOffset + TableSize;

    /// <summary>Bytes of a table, and how many of them numbers reach if there are few.</summary>
    private const int TableSize = SymbolTrie.TableSize, SmallTableSize = SymbolTrie.SmallTableSize;

    private readonly AlignedBytes _tables = new(LengthsOffset + TableSize);

    private WindowSymbols(SymbolTrie trie)
    {
        var tables = _tables.Span;
        for (var i = 0; i < FirstRowsOffset; i++)
        {
            tables[BitsOffset + i] = (byte)-((i & 63) >> (i >> 6) & 1);
        }

        trie.Table(1, SymbolTrie.RowsOffset).CopyTo(tables[FirstRowsOffset..]);
        CopyCodes(trie, 1, tables[FirstCodesOffset..]);
        trie.Table(2, SymbolTrie.RowsOffset).CopyTo(tables[SecondRowsOffset..]);
        trie.Table(2, SymbolTrie.BytesOffset).CopyTo(tables[SecondBytesOffset..]);
        CopyCodes(trie, 2, tables[SecondCodesOffset..]);
        trie.Table(Prefix, SymbolTrie.CodesOffset).CopyTo(tables[NumbersOffset..]);
    }

    /// <summary>Whether all numbers are below 128.</summary>
    public bool AreFew { get; private set; }

    /// <summary>Whether that is so and no level of the trie has more slots.</summary>
    public bool IsTrieSmall { get; private set; }

    /// <summary>All tables, one after the other.</summary>
    public ReadOnlySpan<byte> Tables => _tables.Span;

    /// <summary>Where the table of the bytes at a place of the symbols begins; the first byte is 1.</summary>
    public static int BytesOffset(int place) => NumbersOffset + ((place + 1 - Prefix) * TableSize);

    /// <summary>Arranges symbols.</summary>
    /// <param name="symbols">The symbols and their codes; no two of three bytes and more begin with the same three.</param>
    /// <returns>Null if the trie cannot be built.</returns>
    public static WindowSymbols? TryBuild(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols)
    {
        Span<(Symbol, byte)> prefixes = stackalloc (Symbol, byte)[symbols.Length];
        var count = 0;
        for (var i = 0; i < symbols.Length; i++)
        {
            var (symbol, code) = symbols[i];
            prefixes[i] = symbol.Length < Prefix ? (symbol, code) : (Symbol.Of(symbol.Bytes & 0xFFFFFF, Prefix), (byte)++count);
        }

        if (SymbolTrie.TryBuild(prefixes, inherits: false) is not { } trie)
        {
            return null;
        }

        var result = new WindowSymbols(trie)
        {
            AreFew = count < SmallTableSize,
            IsTrieSmall = count < SmallTableSize && trie.IsSmall(2) && (count == 0 || trie.IsSmall(3)),
        };
        var tables = result._tables.Span;
        var number = 0;
        foreach (var (symbol, code) in symbols)
        {
            if (symbol.Length < Prefix)
            {
                continue;
            }

            number++;
            for (var place = Prefix; place <= symbol.Length; place++)
            {
                tables[BytesOffset(place) + number] = symbol.ByteAt(place - 1);
            }

            tables[CodesOffset + number] = (byte)~code;
            tables[LengthsOffset + number] = (byte)(symbol.Length - 1);
        }

        return result;
    }

    private static void CopyCodes(SymbolTrie trie, int level, Span<byte> complements)
    {
        var codes = trie.Table(level, SymbolTrie.CodesOffset);
        for (var i = 0; i < codes.Length; i++)
        {
            complements[i] = (byte)~codes[i];
        }
    }
}
