using Blittable.Strings;

namespace Blittable.Tests.Strings;

public sealed class WindowSymbolsTests
{
    [Fact]
    public void Three_bytes_lead_to_the_number_of_a_symbol_and_its_bytes_stand_under_it()
    {
        // ab = 7, abcd = 9
        var symbols = WindowSymbols.TryBuild([(Symbol.Of(0x6261, 2), 7), (Symbol.Of(0x64636261, 4), 9)])!;

        var pair = Slot(symbols, 2, 'a', 'b');
        Assert.Equal(7, Table(symbols.Trie, 2, SymbolTrie.CodesOffset)[pair]);
        Assert.Equal(1, Table(symbols.Trie, 3, SymbolTrie.CodesOffset)[Slot(symbols, 3, pair, 'c')]);
        Assert.Equal((byte)'c', symbols.Tables[WindowSymbols.BytesOffset(3) + 1]);
        Assert.Equal((byte)'d', symbols.Tables[WindowSymbols.BytesOffset(4) + 1]);
        Assert.Equal(0, symbols.Tables[WindowSymbols.BytesOffset(5) + 1]);
        Assert.Equal(9, symbols.Tables[WindowSymbols.CodesOffset + 1]);
        Assert.Equal(4, symbols.Tables[WindowSymbols.LengthsOffset + 1]);
        Assert.Equal(0, symbols.Tables[WindowSymbols.LengthsOffset]);
    }

    [Fact]
    public void Two_bytes_that_are_no_symbol_have_no_code()
    {
        var symbols = WindowSymbols.TryBuild([(Symbol.Of((byte)'a'), 3), (Symbol.Of(0x636261, 3), 9)])!;

        Assert.Equal(3, Table(symbols.Trie, 1, SymbolTrie.CodesOffset)['a']);
        Assert.Equal(SymbolTrie.NoCode, Table(symbols.Trie, 2, SymbolTrie.CodesOffset)[Slot(symbols, 2, 'a', 'b')]);
    }

    [Fact]
    public void Small_tables_are_told_from_large_ones()
    {
        var few = Longs(127);
        var many = Longs(128);

        Assert.True(few.AreFew);
        Assert.False(many.AreFew);
        Assert.False(many.IsTrieSmall);
        Assert.True(Longs(20).IsTrieSmall);
        Assert.True(WindowSymbols.TryBuild([(Symbol.Of((byte)'a'), 0)])!.IsTrieSmall);
    }

    private static WindowSymbols Longs(int count) =>
        WindowSymbols.TryBuild([.. Enumerable.Range(0, count).Select(i => (Symbol.Of((ulong)(0x202020 + (i & 7) + (i >> 3 << 16)), 3), (byte)i))])!;

    private static int Slot(WindowSymbols symbols, int level, int parent, char next)
    {
        var slot = Table(symbols.Trie, level - 1, SymbolTrie.RowsOffset)[parent] ^ next;
        return symbols.Trie.IsSmall(level) ? slot & (SymbolTrie.SmallTableSize - 1) : slot;
    }

    private static ReadOnlySpan<byte> Table(SymbolTrie trie, int level, int offset) =>
        trie.Tables.Slice(((level - 1) * SymbolTrie.LevelSize) + offset, SymbolTrie.TableSize);
}
