using System.Text;
using Blittable.Text;

namespace Blittable.Tests.Text;

/// <summary>
/// Texts are compressed in ways that depend on their length, on the symbols and on the processor. They must be restored, and have the codes of a
/// search for the longest symbol.
/// </summary>
[Trait(Category.Name, Category.Vector)]
public sealed class SymbolEncoderTests
{
    private const string Prose = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness. ";

    [Fact]
    public void Texts_of_every_length_are_restored_with_and_without_room_for_vectors()
    {
        var table = Train();
        var encoder = new SymbolEncoder(Symbols(table));
        var text = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(Prose, 8)));
        var codes = new byte[(2 * text.Length) + SymbolAutomatonKernel.LanesSlack];
        var back = new byte[text.Length + 32];
        for (var length = 0; length < text.Length; length++)
        {
            var part = text.AsSpan(length / 3, length - (length / 3));
            var longest = LongestSymbols(Symbols(table), part);

            // The available room determines how the codes are found, but must not affect the codes.
            foreach (var spare in (int[])[0, SymbolEncoder.Slack - 1, SymbolEncoder.Slack])
            {
                var written = encoder.Encode(part, codes.AsSpan(0, (2 * part.Length) + spare));

                Assert.Equal(longest, codes.AsSpan(0, written).ToArray());
                Assert.Equal(part.Length, table.Decompress(codes.AsSpan(0, written), back));
                Assert.True(part.SequenceEqual(back.AsSpan(0, part.Length)), $"{part.Length} bytes");
            }
        }
    }

    [Fact]
    public void Texts_are_encoded_with_the_longest_symbols_of_tables_of_short_symbols()
    {
        Symbol[] symbols =
        [
            .. Enumerable.Range(0, 20).Select(i => Symbol.Of((ulong)(0x8141 + (i * 0x101)), 2)),
            .. Enumerable.Range(0x61, 30).Select(i => Symbol.Of((byte)i)),
            Symbol.Of(0x626160UL, 3),
        ];
        var encoder = new SymbolEncoder(symbols);
        var random = new Random(2);
        var codes = new byte[1000];
        for (var attempt = 0; attempt < 500; attempt++)
        {
            var text = new byte[random.Next(500)];
            for (var i = 0; i < text.Length; i++)
            {
                text[i] = (byte)(random.Next(4) switch
                {
                    0 => 0x60 + random.Next(3),
                    1 => random.Next(256),
                    _ => i % 2 == 0 ? 0x41 + random.Next(40) : 0x81 + random.Next(40),
                });
            }

            Assert.Equal(LongestSymbols(symbols, text), codes[..encoder.Encode(text, codes.AsSpan(0, 2 * text.Length))]);
        }
    }

    [Fact]
    public void Any_bytes_are_restored_and_need_at_most_twice_their_length()
    {
        var table = Train();
        var encoder = new SymbolEncoder(Symbols(table));
        var random = new Random(1);
        for (var attempt = 0; attempt < 2000; attempt++)
        {
            var text = new byte[random.Next(1, 400)];
            for (var i = 0; i < text.Length; i++)
            {
                // Zeros, bytes without a symbol, and fragments of the training text.
                text[i] = random.Next(3) switch { 0 => 0, 1 => (byte)random.Next(256), _ => (byte)Prose[(i + attempt) % Prose.Length] };
            }

            var codes = new byte[2 * text.Length];
            var written = encoder.Encode(text, codes);
            var back = new byte[text.Length];

            Assert.Equal(text.Length, table.Decompress(codes.AsSpan(0, written), back));
            Assert.Equal(text, back);
        }
    }

    [Fact]
    public void A_destination_that_is_too_short_is_reported_at_every_length()
    {
        var symbols = Symbols(Train());
        var encoder = new SymbolEncoder(symbols);
        foreach (var length in (int[])[1, 7, 128, 256, 5000])
        {
            byte[] text = [.. Enumerable.Range(0, length).Select(i => (byte)i)];
            var needed = LongestSymbols(symbols, text).Length;

            Assert.Equal(needed, encoder.Encode(text, new byte[needed]));
            Assert.Equal(-1, encoder.Encode(text, new byte[needed - 1]));
        }
    }

    /// <summary>Encodes in the slow, obvious way.</summary>
    internal static byte[] LongestSymbols(Symbol[] symbols, ReadOnlySpan<byte> text)
    {
        var codes = new List<byte>();
        while (!text.IsEmpty)
        {
            var best = -1;
            for (var code = 0; code < symbols.Length; code++)
            {
                var bytes = BitConverter.GetBytes(symbols[code].Bytes).AsSpan(0, symbols[code].Length);
                if (text.StartsWith(bytes) && (best < 0 || bytes.Length > symbols[best].Length))
                {
                    best = code;
                }
            }

            codes.Add(best < 0 ? SymbolTableView.Escape : (byte)best);
            if (best < 0)
            {
                codes.Add(text[0]);
            }

            text = text[(best < 0 ? 1 : symbols[best].Length)..];
        }

        return [.. codes];
    }

    private static SymbolTable Train() => SymbolTable.Train([Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(Prose, 20)))]);

    internal static Symbol[] Symbols(SymbolTable table)
    {
        var symbols = new Symbol[table.Count];
        for (var code = 0; code < symbols.Length; code++)
        {
            Assert.True(table.View.TryGetSymbol(code, out var bytes, out var length));
            symbols[code] = Symbol.Of(bytes, length);
        }

        return symbols;
    }
}
