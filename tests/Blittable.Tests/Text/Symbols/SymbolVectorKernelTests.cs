using System.Text;
using Blittable.Text;

namespace Blittable.Tests.Text;

/// <summary>Encoding windows of text gives the same codes as a search for the longest symbol at each position.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class SymbolVectorKernelTests
{
    private const string Prose =
        "Die Würde des Menschen ist unantastbar. It was the best of times, it was the worst of times; https://example.org/repos/a/b?page=2 ";

    [Fact]
    public void Texts_of_every_length_are_encoded_with_the_longest_symbols()
    {
        var table = SymbolTable.Train([Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(Prose, 20)))]);
        var text = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(Prose, 4)));
        for (var length = 1; length < 260; length++)
        {
            AssertLongestSymbols(SymbolEncoderTests.Symbols(table), text.AsSpan(length % 97, length));
        }
    }

    [Fact]
    public void Any_bytes_are_encoded_with_the_longest_of_any_symbols()
    {
        var random = new Random(5);
        for (var attempt = 0; attempt < 400; attempt++)
        {
            // Few distinct bytes, to make symbols begin alike and contain each other, and sometimes very many symbols.
            byte[] alphabet = [.. Enumerable.Range(0, random.Next(2, 40)).Select(_ => (byte)random.Next(1, 256))];
            Symbol[] symbols =
            [
                .. Enumerable.Range(0, random.Next(1, 256)).Select(_ => RandomSymbol(random, alphabet)).DistinctBy(symbol => (symbol.Bytes, symbol.Length)),
            ];
            var text = new byte[random.Next(1, 300)];
            for (var i = 0; i < text.Length; i++)
            {
                // Zeros too, and bytes that occur in no symbol.
                text[i] = random.Next(20) == 0 ? (byte)random.Next(256) : alphabet[random.Next(alphabet.Length)];
            }

            AssertLongestSymbols(symbols, text);
        }
    }

    [Theory]
    [InlineData(3, 20)]
    [InlineData(30, 60)]
    [InlineData(200, 30)]
    public void Symbols_of_three_and_more_bytes_are_found_in_small_and_large_tables(int longSymbols, int pairs)
    {
        var random = new Random(6);
        byte[] alphabet = [.. Enumerable.Range('a', 12).Select(letter => (byte)letter), 0x80, 0xE4];
        Symbol[] symbols = [.. Enumerable.Range(0, 2000).Select(_ => RandomSymbol(random, alphabet))];
        symbols =
        [
            .. symbols.Where(symbol => symbol.Length > 2).Distinct().Take(longSymbols),
            .. symbols.Where(symbol => symbol.Length == 2).Distinct().Take(pairs),
        ];
        for (var attempt = 0; attempt < 50; attempt++)
        {
            var text = symbols.SelectMany(symbol => BitConverter.GetBytes(symbol.Bytes).Take(symbol.Length - random.Next(2))).ToArray();
            random.Shuffle(text.AsSpan(0, Math.Min(attempt, text.Length)));
            AssertLongestSymbols(symbols, text);
        }
    }

    [Fact]
    public void Symbols_of_eight_bytes_are_found_across_windows()
    {
        Symbol[] symbols = [Symbol.Of(0x6867666564636261, 8), Symbol.Of((byte)'a'), Symbol.Of((byte)'h')];
        for (var shift = 0; shift < 64; shift++)
        {
            AssertLongestSymbols(symbols, Encoding.ASCII.GetBytes(new string('x', shift) + string.Concat(Enumerable.Repeat("abcdefgh", 20))));
        }
    }

    [Fact]
    public void Texts_of_escapes_only_need_twice_their_length()
    {
        Assert.SkipUnless(SymbolVectorKernel.IsSupported, "The processor lacks the vectors of this kernel.");

        var trie = SymbolTrie.TryBuild([Symbol.Of((byte)'a')], SymbolTableView.Escape)!;
        for (var length = 1; length < 200; length++)
        {
            var codes = new byte[(2 * length) + SymbolVectorKernel.Slack];
            Assert.Equal(2 * length, SymbolVectorKernel.Encode(trie, SymbolTableView.Escape, Enumerable.Repeat((byte)'b', length).ToArray(), codes, out _));
            Assert.Equal(Enumerable.Repeat("\u00FFb", length).SelectMany(pair => pair).Select(value => (byte)value), codes[..(2 * length)]);
        }
    }

    [Fact]
    public void Symbols_with_zeros_are_not_supported_by_the_kernel_but_found_by_the_encoder()
    {
        Symbol[] symbols = [Symbol.Of((byte)'a'), Symbol.Of(0x6100UL, 2)];
        Assert.Null(SymbolTrie.TryBuild(symbols, SymbolTableView.Escape));

        var text = Enumerable.Repeat("a\0a", 50).SelectMany(piece => Encoding.ASCII.GetBytes(piece)).ToArray();
        var codes = new byte[(2 * text.Length) + SymbolEncoder.Slack];
        Assert.Equal(SymbolEncoderTests.LongestSymbols(symbols, text), codes[..new SymbolEncoder(symbols).Encode(text, codes)]);
    }

    [Fact]
    public void A_destination_without_spare_bytes_is_refused()
    {
        Assert.SkipUnless(SymbolVectorKernel.IsSupported, "The processor lacks the vectors of this kernel.");

        var trie = SymbolTrie.TryBuild([Symbol.Of((byte)'a')], SymbolTableView.Escape)!;
        Assert.Throws<ArgumentOutOfRangeException>(() => SymbolVectorKernel.Encode(trie, SymbolTableView.Escape, new byte[50], new byte[163], out _));
    }

    private static Symbol RandomSymbol(Random random, byte[] alphabet)
    {
        var symbol = Symbol.Of(alphabet[random.Next(alphabet.Length)]);
        for (var length = random.Next(1, 9); length > 1; length--)
        {
            symbol = symbol.Append(Symbol.Of(alphabet[random.Next(alphabet.Length)]));
        }

        return symbol;
    }

    private static void AssertLongestSymbols(Symbol[] symbols, ReadOnlySpan<byte> text)
    {
        Assert.SkipUnless(SymbolVectorKernel.IsSupported, "The processor lacks the vectors of this kernel.");
        if (SymbolTrie.TryBuild(symbols, SymbolTableView.Escape) is not { } trie)
        {
            return;
        }

        var codes = new byte[(2 * text.Length) + SymbolVectorKernel.Slack];
        Assert.Equal(SymbolEncoderTests.LongestSymbols(symbols, text), codes[..SymbolVectorKernel.Encode(trie, SymbolTableView.Escape, text, codes, out _)]);
    }
}
