namespace Blittable.Strings;

/// <summary>The symbols of a <see cref="SymbolEncoder"/> for a kernel that looks for them at 64 places of a text at once.</summary>
/// <remarks>
/// An encoder has at most one symbol of three bytes and more for any first three bytes. So a trie leads through these only, to the number of the one symbol
/// that may stand there, and its other bytes are compared with those of the text.
/// <code>
/// trie         levels 1 and 2 give codes, level 3 a number, 0 for none
/// Bytes(3)     by number the third byte, Bytes(4) the fourth, … Bytes(8); 0 behind the end of the symbol
/// Codes        by number the code
/// Lengths      by number the bytes that it covers; 0 for number 0
/// </code>
/// </remarks>
internal sealed class WindowSymbols
{
    /// <summary>Bytes of a table, and how many of them numbers reach if there are few.</summary>
    public const int TableSize = SymbolTrie.TableSize, SmallTableSize = SymbolTrie.SmallTableSize;

    /// <summary>Bytes that the trie leads through.</summary>
    public const int Prefix = 3;

    public const int CodesOffset = (Symbol.MaxLength + 1 - Prefix) * TableSize, LengthsOffset = CodesOffset + TableSize;

    private readonly AlignedBytes _tables = new(LengthsOffset + TableSize);

    private WindowSymbols(SymbolTrie trie) => Trie = trie;

    /// <summary>The first three bytes.</summary>
    public SymbolTrie Trie { get; }

    /// <summary>Whether all numbers are below <see cref="SmallTableSize"/>.</summary>
    public bool AreFew { get; private set; }

    /// <summary>Whether that is so and no level of the trie has more slots.</summary>
    public bool IsTrieSmall { get; private set; }

    /// <summary>What numbers stand for, one table after the other.</summary>
    public ReadOnlySpan<byte> Tables => _tables.Span;

    /// <summary>Where the table of the bytes at a place of the symbols begins; the first byte is 1.</summary>
    public static int BytesOffset(int place) => (place - Prefix) * TableSize;

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

        var result = new WindowSymbols(trie) { AreFew = count < SmallTableSize, IsTrieSmall = count < SmallTableSize && trie.IsSmall(2) && (count == 0 || trie.IsSmall(3)) };
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

            tables[CodesOffset + number] = code;
            tables[LengthsOffset + number] = (byte)symbol.Length;
        }

        return result;
    }
}
