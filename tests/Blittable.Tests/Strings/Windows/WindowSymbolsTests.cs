using Blittable.Strings;

namespace Blittable.Tests.Strings;

public sealed class WindowSymbolsTests
{
    [Fact]
    public void Three_bytes_lead_to_the_number_of_a_symbol_and_its_bytes_stand_under_it()
    {
        // ab = 7, abcd = 9
        var symbols = WindowSymbols.TryBuild([(Symbol.Of(0x6261, 2), 7), (Symbol.Of(0x64636261, 4), 9)])!;

        var tables = symbols.Tables;
        var pair = tables[WindowSymbols.FirstRowsOffset + 'a'] ^ 'b';
        Assert.Equal((byte)'b', tables[WindowSymbols.SecondBytesOffset + pair]);
        Assert.Equal(0xFF - 7, tables[WindowSymbols.SecondCodesOffset + pair]);
        Assert.Equal(1, tables[WindowSymbols.NumbersOffset + (tables[WindowSymbols.SecondRowsOffset + pair] ^ 'c')]);
        Assert.Equal((byte)'c', tables[WindowSymbols.BytesOffset(3) + 1]);
        Assert.Equal((byte)'d', tables[WindowSymbols.BytesOffset(4) + 1]);
        Assert.Equal(0, tables[WindowSymbols.BytesOffset(5) + 1]);
        Assert.Equal(0xFF - 9, tables[WindowSymbols.CodesOffset + 1]);
        Assert.Equal(3, tables[WindowSymbols.LengthsOffset + 1]);
        Assert.Equal(0, tables[WindowSymbols.LengthsOffset]);
    }

    [Fact]
    public void Two_bytes_that_are_no_symbol_have_no_code()
    {
        var symbols = WindowSymbols.TryBuild([(Symbol.Of((byte)'a'), 3), (Symbol.Of(0x636261, 3), 9)])!;

        var tables = symbols.Tables;
        Assert.Equal(0xFF - 3, tables[WindowSymbols.FirstCodesOffset + 'a']);
        Assert.Equal(0, tables[WindowSymbols.FirstCodesOffset + 'b']);
        Assert.Equal(0, tables[WindowSymbols.SecondCodesOffset + (tables[WindowSymbols.FirstRowsOffset + 'a'] ^ 'b')]);
    }

    [Fact]
    public void Each_bit_of_a_visits_number_has_the_lanes_that_have_it()
    {
        var bits = WindowSymbols.TryBuild([(Symbol.Of((byte)'a'), 0)])!.Tables[WindowSymbols.BitsOffset..];
        for (var bit = 0; bit < 6; bit++)
        {
            for (var lane = 0; lane < 64; lane++)
            {
                Assert.Equal((lane >> bit & 1) != 0 ? 0xFF : 0, bits[(64 * bit) + lane]);
            }
        }
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
}
