using Blittable.Strings;

namespace Blittable.Tests.Strings;

public sealed class SymbolTrieTests
{
    [Fact]
    public void Children_lie_at_their_row_and_nodes_without_a_symbol_have_the_code_of_the_one_before()
    {
        // a = 0, abc = 1, abd = 2
        var trie = SymbolTrie.TryBuild([(Symbol.Of((byte)'a'), 0), (Symbol.Of(0x636261, 3), 1), (Symbol.Of(0x646261, 3), 2)])!;

        Assert.Equal(3, trie.Depth);
        Assert.Equal(0, Table(trie, 1, SymbolTrie.CodesOffset)['a']);
        Assert.Equal(SymbolTableView.Escape, Table(trie, 1, SymbolTrie.CodesOffset)['b']);
        Assert.Equal(0, Table(trie, 1, SymbolTrie.RowsOffset)['b']);

        var pair = Child(trie, 2, 'a', 'b');
        Assert.Equal((byte)'b', Table(trie, 2, SymbolTrie.BytesOffset)[pair]);
        Assert.Equal(0, Table(trie, 2, SymbolTrie.CodesOffset)[pair]);
        Assert.Equal(1, Table(trie, 3, SymbolTrie.CodesOffset)[Child(trie, 3, pair, 'c')]);
        Assert.Equal(2, Table(trie, 3, SymbolTrie.CodesOffset)[Child(trie, 3, pair, 'd')]);
        Assert.Equal([1, 3, 3, 1], trie.Tables.Slice(SymbolTrie.LengthsOffset, 4).ToArray());
    }

    [Fact]
    public void A_level_of_many_nodes_uses_all_slots()
    {
        var symbols = new (Symbol, byte)[200];
        for (var i = 0; i < symbols.Length; i++)
        {
            symbols[i] = (Symbol.Of((ulong)(0x2020 + (i % 15) + ((i / 15) << 8)), 2), (byte)i);
        }

        Assert.Equal(0u, SymbolTrie.TryBuild(symbols)!.SmallLevels);
        Assert.Equal(1u << 2, SymbolTrie.TryBuild(symbols.AsSpan(0, 60))!.SmallLevels);
    }

    [Fact]
    public void Nodes_that_find_no_place_are_refused()
    {
        // 255 first bytes, each of which needs a row of its own.
        var symbols = Enumerable.Range(1, 255).Select(first => (Symbol.Of((ulong)(0x2000 + first), 2), (byte)first)).ToArray();

        Assert.Null(SymbolTrie.TryBuild(symbols));
    }

    private static int Child(SymbolTrie trie, int level, int parent, char next)
    {
        var slot = Table(trie, level - 1, SymbolTrie.RowsOffset)[parent] ^ next;
        return (trie.SmallLevels >> level & 1) != 0 ? slot & (SymbolTrie.SmallTableSize - 1) : slot;
    }

    private static ReadOnlySpan<byte> Table(SymbolTrie trie, int level, int offset) =>
        trie.Tables.Slice(((level - 1) * SymbolTrie.LevelSize) + offset, SymbolTrie.TableSize);
}
