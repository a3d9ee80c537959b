using Blittable.Tests.Json;
using Blittable.Text;

namespace Blittable.Tests.Text;

/// <summary>The decoder processes eight codes per iteration, its scalar twin one. Both give the same text and stay within codes and destination.</summary>
[Trait(Category.Name, Category.Vector)]
public class SymbolDecoderTests
{
    private const byte Untouched = 0xA5;

    public static TheoryData<string> Tables => ["Smaz", "general", "few symbols", "no symbols"];

    [Theory]
    [MemberData(nameof(Tables))]
    public void Decoding_in_blocks_and_one_by_one_restores_the_same_text(string name)
    {
        var random = new Random(11);
        var symbols = Table(name);
        for (var round = 0; round < 6_000; round++)
        {
            using var codes = new GuardedBytes(Codes(random, symbols, random.Next(random.Next(8) switch { 0 => 600, < 4 => 120, _ => 12 })));
            var length = (int)SymbolDecoder.Measure(symbols, codes.Span, out _);
            foreach (var goal in (int[])[length, random.Next(length + 1), length + random.Next(20), int.MaxValue])
            {
                foreach (var room in (int[])[length, length + random.Next(SymbolDecoder.SpareBytes), length + 300])
                {
                    AssertAlike(symbols, codes.Span, goal, room);
                }
            }
        }
    }

    [Fact]
    public void A_table_in_a_document_restores_the_same_text_as_in_memory()
    {
        var random = new Random(12);
        var table = SymbolTable.Of([.. Enumerable.Range(0, 100).Select(i => Symbol.Of((ulong)(i * 0x0203_0507_0B0D), 1 + (i % 8)))]);
        for (var round = 0; round < 4_000; round++)
        {
            var codes = Codes(random, table.Expanded, random.Next(60));
            var goal = random.Next(200);
            Assert.True(SymbolTableView.TryOpen(table.Bytes, out var view));
            byte[] expected = new byte[goal + 64], actual = new byte[goal + 64];

            var isSound = SymbolDecoder.Decode(table.Expanded, codes, goal, expected, out var consumed, out var written);

            Assert.Equal(isSound, SymbolDecoder.Decode(view, codes, goal, actual, out var consumedInPlace, out var writtenInPlace));
            Assert.Equal((consumed, written), (consumedInPlace, writtenInPlace));
            Assert.Equal(expected[..written], actual[..written]);
        }
    }

    [Fact]
    public void Decoding_an_empty_text_reads_nothing()
    {
        using var nothing = new GuardedBytes([]);
        foreach (var name in Tables)
        {
            Assert.True(SymbolDecoder.Decode(Table(name), nothing.Span, 0, [], out var consumed, out var written));
            Assert.Equal((0, 0), (consumed, written));
            Assert.True(SymbolDecoder.Decode(Table(name), [255, 255, 255, 1, 1, 1, 1, 1, 1], 0, new byte[100], out consumed, out written));
            Assert.Equal((0, 0), (consumed, written));
        }
    }

    [Fact]
    public void A_text_that_ends_within_a_symbol_is_refused()
    {
        // "the" three times.
        byte[] codes = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        for (var length = 1; length <= 9; length++)
        {
            foreach (var room in (int[])[length, length + 2, length + 100])
            {
                Assert.Equal(length % 3 == 0, SymbolDecoder.DecodeWhole(SmazCodebook.Expanded, codes, length, new byte[room]));
            }
        }
    }

    [Theory]
    [InlineData(new byte[] { 254 })]
    [InlineData(new byte[] { 255 })]
    [InlineData(new byte[] { 255, 2, 65, 66 })]
    public void Codes_that_lack_verbatim_bytes_are_refused(byte[] codes)
    {
        using var guarded = new GuardedBytes(codes);
        Assert.False(SymbolDecoder.Decode(SmazCodebook.Expanded, guarded.Span, 100, new byte[200], out var consumed, out var written));
        Assert.Equal((0, 0), (consumed, written));
    }

    private static void AssertAlike(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int goal, int room)
    {
        byte[] expected = new byte[room], actual = new byte[room + 64];
        actual.AsSpan().Fill(Untouched);
        int consumed = 0, written = 0;
        var isSound = SymbolDecoder.DecodeScalar(symbols, codes, goal, expected, ref consumed, ref written);

        Assert.Equal(isSound, SymbolDecoder.Decode(symbols, codes, goal, actual.AsSpan(0, room), out var turnsConsumed, out var turnsWritten));
        Assert.Equal((consumed, written), (turnsConsumed, turnsWritten));
        Assert.Equal(expected[..written], actual[..written]);
        Assert.Equal(-1, actual.AsSpan(room).IndexOfAnyExcept(Untouched));
    }

    private static ExpandedSymbols Table(string name) => name switch
    {
        "Smaz" => SmazCodebook.Expanded,
        "general" => GeneralSymbols.Table.Expanded,
        "few symbols" => new ExpandedSymbols([.. Enumerable.Range(1, 40).Select(i => Symbol.Of(0x0101010101010101UL * (ulong)i, 1 + (i % 8)))]),
        _ => new ExpandedSymbols([]),
    };

    /// <summary>Mostly symbols, some verbatim bytes and runs, sometimes codes without a symbol, and an incomplete code at the end.</summary>
    private static byte[] Codes(Random random, ExpandedSymbols symbols, int count)
    {
        var codes = new List<byte>();
        var escapes = random.Next(2, 40);
        while (codes.Count < count)
        {
            if (symbols.Count > 0 && random.Next(escapes) > 0)
            {
                codes.Add((byte)random.Next(symbols.Count));
            }
            else if (symbols.HasRuns && random.Next(2) == 0)
            {
                var run = random.Next(1, random.Next(5) == 0 ? 257 : 20);
                codes.AddRange([SmazCodebook.VerbatimRun, (byte)(run - 1), .. Enumerable.Range(0, run).Select(_ => (byte)random.Next(256))]);
            }
            else
            {
                codes.AddRange([random.Next(30) == 0 ? (byte)random.Next(256) : symbols.Escape, (byte)random.Next(256)]);
            }
        }

        return [.. codes.Take(count)];
    }
}
