using System.Text;
using Blittable.Text;

namespace Blittable.Tests.Text;

/// <summary>Encoding a text byte by byte or in three lanes gives the same codes as a search for the longest symbol at each position.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class SymbolAutomatonKernelTests
{
    private const string Prose =
        "Die Würde des Menschen ist unantastbar. It was the best of times, it was the worst of times; https://example.org/repos/a/b?page=2 ";

    [Fact]
    public void Texts_of_every_length_are_encoded_with_the_longest_symbols()
    {
        var table = SymbolTable.Train([Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(Prose, 20)))]);
        var symbols = SymbolEncoderTests.Symbols(table);
        var automaton = Automaton(symbols);
        var text = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(Prose, 4)));
        for (var length = 0; length < 260; length++)
        {
            AssertLongestSymbols(automaton, symbols, text.AsSpan(length % 97, length));
        }
    }

    [Fact]
    public void Any_bytes_are_encoded_with_the_longest_of_any_symbols()
    {
        var random = new Random(5);
        for (var attempt = 0; attempt < 400; attempt++)
        {
            // Few distinct bytes, to make symbols begin alike and contain each other, and sometimes very many symbols.
            byte[] alphabet = [.. Enumerable.Range(0, random.Next(1, 40)).Select(_ => (byte)random.Next(256))];
            var symbols = Distinct(Enumerable.Range(0, random.Next(1, 256)).Select(_ => RandomSymbol(random, alphabet)));
            var automaton = Automaton(symbols);
            for (var texts = 0; texts < 4; texts++)
            {
                var text = new byte[random.Next(1, 300)];
                for (var i = 0; i < text.Length; i++)
                {
                    // Zeros too, and bytes that occur in no symbol.
                    text[i] = random.Next(20) == 0 ? (byte)random.Next(256) : alphabet[random.Next(alphabet.Length)];
                }

                AssertLongestSymbols(automaton, symbols, text);
            }
        }
    }

    [Fact]
    public void Symbols_that_nearly_match_repeatedly_are_abandoned_step_by_step()
    {
        // Seven bytes are read before it is known whether each of them is escaped or is a symbol.
        Symbol[] symbols = [SymbolOf("aaaaaaab"), SymbolOf("bcdefghi"), SymbolOf("cde"), SymbolOf("efgx"), SymbolOf("e"), SymbolOf("aa")];
        var automaton = Automaton(symbols);
        foreach (var text in (string[])["aaaaaaa", "aaaaaaaab", "bcdefgh", "bcdefghbcdefgh", "bcdefgxbcdefghi", "bcdefghi", "aaabcdeefgxaaaaaaaaab", ""])
        {
            AssertLongestSymbols(automaton, symbols, Encoding.ASCII.GetBytes(text));
        }
    }

    [Theory]
    [InlineData("a", "aaa", "aaaaaaaa")]
    [InlineData("ab", "abc", "cab", "bcabcabc")]
    [InlineData("aaaaaaab")]
    [InlineData("xy")]
    public void Lanes_that_never_synchronize_are_encoded_again(params string[] symbols)
    {
        // The start of a lane depends on the length of the text, and the symbols up to its end depend on the start.
        var automaton = Automaton([.. symbols.Select(SymbolOf)]);
        for (var length = SymbolAutomatonKernel.MinLanes; length < 200; length++)
        {
            foreach (var repeated in (string[])["a", "abc", "aab", "x"])
            {
                AssertLongestSymbols(automaton, [.. symbols.Select(SymbolOf)], Repeat(repeated, length));
            }
        }
    }

    [Fact]
    public void Long_texts_are_encoded_in_lanes_repeatedly()
    {
        var table = SymbolTable.Train([Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(Prose, 20)))]);
        var symbols = SymbolEncoderTests.Symbols(table);
        foreach (var length in (int[])[3071, 3072, 3073, 3111, 3112, 6144, 10_000])
        {
            AssertLongestSymbols(Automaton(symbols), symbols, Repeat(Prose, length));
            AssertLongestSymbols(Automaton([]), [], Repeat(Prose, length));
        }
    }

    [Fact]
    public void The_maximum_number_of_states_is_supported()
    {
        Symbol[] symbols =
        [
            .. Enumerable.Range(1, 255).Select(i => Symbol.Of((ulong)i * 0x0101010101010101 ^ 0x0000800000800000, 8)),
        ];
        var automaton = Automaton(symbols);
        var text = symbols.SelectMany(symbol => BitConverter.GetBytes(symbol.Bytes)).ToArray();

        AssertLongestSymbols(automaton, symbols, text);
        AssertLongestSymbols(automaton, symbols, text.AsSpan(3));
    }

    [Fact]
    public void A_table_without_symbols_escapes_every_byte()
    {
        var text = Enumerable.Range(0, 256).Select(i => (byte)i).ToArray();

        AssertLongestSymbols(Automaton([]), [], text);
    }

    [Fact]
    public void A_destination_that_may_be_too_short_is_refused()
    {
        var automaton = Automaton([SymbolOf("ab")]);
        var room = new byte[(2 * 50) + SymbolAutomatonKernel.Slack - 1];

        Assert.Throws<IndexOutOfRangeException>(() =>
        {
            nint state = 0;
            SymbolAutomatonKernel.Encode(automaton, new byte[50], isLast: true, room, ref state);
        });
    }

    /// <summary>Encodes each text, and asserts that nothing changes after its codes and the room that may be overwritten.</summary>
    private static void AssertLongestSymbols(SymbolAutomaton automaton, Symbol[] symbols, ReadOnlySpan<byte> text)
    {
        const byte Untouched = 0xA5;
        var longest = SymbolEncoderTests.LongestSymbols(symbols, text);

        // The room determines how much of the text is encoded in lanes.
        foreach (var slack in (int[])[SymbolAutomatonKernel.Slack, SymbolAutomatonKernel.LanesSlack, SymbolAutomatonKernel.LanesSlack + 100])
        {
            var room = (2 * text.Length) + slack;
            var destination = new byte[room + 64];
            destination.AsSpan().Fill(Untouched);

            nint state = 0;
            var written = SymbolAutomatonKernel.Encode(automaton, text, isLast: true, destination.AsSpan(0, room), ref state);

            Assert.Equal(longest, destination.AsSpan(0, written).ToArray());
            Assert.Equal(-1, destination.AsSpan(room).IndexOfAnyExcept(Untouched));
        }
    }

    private static SymbolAutomaton Automaton(Symbol[] symbols) => new(symbols, SymbolTableView.Escape);

    private static Symbol[] Distinct(IEnumerable<Symbol> symbols) =>
        [.. symbols.Distinct()];

    private static byte[] Repeat(string text, int length) =>
        [.. Enumerable.Repeat(Encoding.UTF8.GetBytes(text), (length / text.Length) + 1).SelectMany(bytes => bytes).Take(length)];

    private static Symbol SymbolOf(string text) => new(text.Select((letter, i) => (ulong)letter << (8 * i)).Aggregate(0UL, (x, y) => x | y), text.Length);

    private static Symbol RandomSymbol(Random random, byte[] alphabet)
    {
        var length = random.Next(1, 9);
        ulong bytes = 0;
        for (var i = 0; i < length; i++)
        {
            bytes |= (ulong)alphabet[random.Next(alphabet.Length)] << (8 * i);
        }

        return new Symbol(bytes, length);
    }
}
