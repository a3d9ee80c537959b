namespace Blittable.Strings;

/// <summary>The symbols of Smaz as a trie. A type of its own, so that it is built only where it is used.</summary>
internal static class SmazTrie
{
    /// <summary>The trie; <see cref="SymbolTrie.NoCode"/> is no symbol's code.</summary>
    public static readonly SymbolTrie Symbols = Build();

    private static SymbolTrie Build()
    {
        var symbols = new (Symbol, byte)[SmazCodebook.SymbolCount];
        for (var code = 0; code < symbols.Length; code++)
        {
            var entry = SmazCodebook.Entries[code];
            symbols[code] = (Symbol.Of(entry, SmazCodebook.LengthOf(entry)), (byte)code);
        }

        return SymbolTrie.TryBuild(symbols)!;
    }
}
