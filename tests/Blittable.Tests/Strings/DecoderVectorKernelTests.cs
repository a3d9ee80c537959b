using System.Runtime.Intrinsics.X86;
using System.Text;
using Blittable.Strings;

namespace Blittable.Tests.Strings;

public class DecoderVectorKernelTests
{
    private const int MaxText = 700;

    private delegate bool Decoder(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written);

    private delegate bool WholeDecoder(ReadOnlySpan<byte> codes, int length, Span<byte> text);

    /// <summary>Symbols of every length, and a table that has none for some codes.</summary>
    private static readonly ExpandedSymbols Symbols = new(
        [.. Enumerable.Range(0, 201).Select(i => Symbol.Of(0x6867666564636261UL ^ ((ulong)(i % 32) * 0x0101010101010101UL), 1 + (i % 8)))]);

    [Fact]
    public void Smaz_codes_of_text_decode_alike_64_at_once_and_in_turn()
    {
        var random = new Random(5);
        for (var round = 0; round < 3_000; round++)
        {
            var text = RandomText(random, random.Next(1, MaxText));
            var codes = new byte[Smaz.MaxCompressedLength(text.Length)];
            codes = codes[..Smaz.Compress(text, codes)];
            AssertRestored(SmazDecoder.DecodeInTurn, codes, text, random);
            AssertRestored(SmazAtOnce, codes, text, random);
            AssertRestored(SmazDecoder.Decode, codes, text, random);
        }
    }

    [Fact]
    public void Codes_of_symbols_decode_alike_64_at_once_and_in_turn()
    {
        var random = new Random(6);
        for (var round = 0; round < 3_000; round++)
        {
            var codes = SymbolCodes(random, random.Next(1, 200));
            var text = new byte[8 * codes.Length];
            Assert.True(SymbolsInTurn(codes, int.MaxValue, text, out _, out var written));
            text = text[..written];
            AssertRestored(SymbolsInTurn, codes, text, random);
            AssertRestored(SymbolsAtOnce, codes, text, random);
            AssertRestored(SymbolsByEight, codes, text, random);
        }
    }

    [Fact]
    public void A_few_codes_of_symbols_decode_alike_in_turn_by_eight_and_all_of_them()
    {
        var random = new Random(8);
        for (var round = 0; round < 30_000; round++)
        {
            var codes = SymbolCodes(random, random.Next(1, 24));
            var text = new byte[8 * codes.Length];
            Assert.True(SymbolsInTurn(codes, int.MaxValue, text, out _, out var written));
            text = text[..written];
            AssertRestored(SymbolsByEight, codes, text, random);
            foreach (var room in (int[])[0, 8, 40, 64, 200])
            {
                var destination = new byte[text.Length + room];
                SymbolDecoderKernel.DecodeAll(new ExpandedSymbolsKernel(Symbols), codes, destination, out var consumed, out var length);
                Assert.Equal(text[..length], destination[..length]);
                Assert.True(room < SymbolTable.SpareBytes || (consumed, length) == (codes.Length, text.Length));
            }

            if (codes.Length is >= SymbolDecoderKernel.Half and < SymbolDecoderKernel.WholeTurn)
            {
                var destination = new byte[SymbolDecoderKernel.WholeTurnOutput];
                var length = SymbolDecoderKernel.DecodeFew(Symbols, codes, destination);
                Assert.Equal(codes.Any(code => code >= Symbols.Count) ? -1 : text.Length, length);
                Assert.True(length < 0 || destination.AsSpan(0, length).SequenceEqual(text));
            }
        }
    }

    [Fact]
    public void A_whole_text_is_what_the_codes_give_in_turn_and_must_end_with_one_of_them()
    {
        var random = new Random(9);
        for (var round = 0; round < 20_000; round++)
        {
            var codes = SymbolCodes(random, random.Next(1, 60));
            for (var hits = random.Next(3) == 0 ? random.Next(4) : 0; hits > 0; hits--)
            {
                codes[random.Next(codes.Length)] = (byte)random.Next(256);
            }

            var length = random.Next(1, random.Next(4) == 0 ? MaxText : (2 * codes.Length) + 1);
            var room = length + random.Next(2 * SymbolTable.SpareBytes);
            AssertWhole(SymbolsInTurn, (codes, length, text) => SymbolDecoder.DecodeWhole(Symbols, codes, length, text), codes, length, room);
            AssertWhole(SmazDecoder.DecodeInTurn, SmazDecoder.DecodeWhole, codes, length, room);
        }
    }

    [Fact]
    public void Codes_without_a_symbol_end_what_is_decoded_of_all_codes()
    {
        for (var bad = 0; bad < 20; bad++)
        {
            var codes = Enumerable.Range(0, 20).Select(i => (byte)(i == bad ? Symbols.Count : i)).ToArray();
            SymbolDecoderKernel.DecodeAll(new ExpandedSymbolsKernel(Symbols), codes, new byte[300], out var consumed, out _);
            Assert.Equal(bad, consumed);
        }
    }

    [Fact]
    public void Codes_of_any_value_give_the_same_text_or_are_refused_alike()
    {
        var random = new Random(7);
        for (var round = 0; round < 20_000; round++)
        {
            var codes = SymbolCodes(random, random.Next(1, 200));
            for (var hits = random.Next(random.Next(4) == 0 ? 60 : 4); hits > 0; hits--)
            {
                codes[random.Next(codes.Length)] = (byte)(random.Next(3) == 0 ? random.Next(256) : random.Next(250, 256) & (random.Next(9) == 0 ? 0 : 255));
            }

            var goal = random.Next(5) == 0 ? int.MaxValue : random.Next(1, MaxText);
            var room = random.Next(3) == 0 ? random.Next(MaxText) : Math.Min(goal, 8 * codes.Length) + random.Next(130);
            AssertAlike(SymbolsInTurn, SymbolsAtOnce, codes, goal, room);
            AssertAlike(SymbolsInTurn, SymbolsByEight, codes, goal, room);
            AssertAlike(SmazDecoder.DecodeInTurn, SmazAtOnce, codes, goal, room);
            if (Avx2.IsSupported && room - goal >= SmazTextKernel.ReadingSlack)
            {
                AssertAlike(SmazDecoder.DecodeInTurn, SmazDecoder.DecodeByTurns, codes, goal, room);
            }
        }
    }

    [Fact]
    public void The_start_of_a_text_ends_with_the_code_that_it_ends_within()
    {
        var random = new Random(10);
        for (var round = 0; round < 300; round++)
        {
            var text = RandomText(random, random.Next(1, 200));
            var codes = new byte[Smaz.MaxCompressedLength(text.Length)];
            codes = codes[..Smaz.Compress(text, codes)];
            for (var goal = 1; goal <= text.Length; goal++)
            {
                var room = text.Length + SmazTextKernel.ReadingSlack;
                AssertAlike(SmazDecoder.DecodeInTurn, SmazAtOnce, codes, goal, room);
                if (Avx2.IsSupported)
                {
                    AssertAlike(SmazDecoder.DecodeInTurn, SmazDecoder.DecodeByTurns, codes, goal, room);
                }
            }
        }
    }

    [Fact]
    public void A_verbatim_byte_that_is_missing_behind_a_turn_is_refused_by_turns_too()
    {
        Assert.SkipUnless(Avx2.IsSupported, "The processor lacks AVX2.");
        for (var count = 1; count < 100; count++)
        {
            byte[] codes = [.. Enumerable.Repeat((byte)1, count), SmazCodebook.VerbatimByte];
            AssertAlike(SmazDecoder.DecodeInTurn, SmazDecoder.DecodeByTurns, codes, goal: 3 * count + 1, room: 1_000);
        }
    }

    [Fact]
    public void A_long_text_of_each_kind_comes_back_through_the_public_entries()
    {
        var sentences = Enumerable.Range(0, 60)
            .Select(i => $"The QUICK brown fox no. {i * i} jumps over the lazy dog; été {new string('Ж', i)}\0");
        var text = Encoding.UTF8.GetBytes(string.Concat(sentences));
        var codes = new byte[2 * text.Length + 64];
        var restored = new byte[text.Length];
        Assert.Equal(text.Length, Smaz.Decompress(codes.AsSpan(0, Smaz.Compress(text, codes)), restored));
        Assert.Equal(text, restored);

        var table = SymbolTable.Train([text]);
        restored.AsSpan().Clear();
        Assert.Equal(text.Length, table.Decompress(codes.AsSpan(0, table.Compress(text, codes)), restored));
        Assert.Equal(text, restored);
    }

    [Fact]
    public void Symbols_with_a_zero_have_no_planes_and_are_decoded_in_turn()
    {
        var symbols = new ExpandedSymbols([Symbol.Of(0x0061, 2), Symbol.Of(0x62, 1)]);
        Assert.Null(symbols.Planes);
        var codes = Enumerable.Range(0, 300).Select(i => (byte)(i & 1)).ToArray();
        var text = new byte[450];
        Assert.True(SymbolDecoder.Decode(symbols, codes, text.Length, text, out var consumed, out _));
        Assert.Equal(codes.Length, consumed);
        Assert.Equal([(byte)'a', 0, (byte)'b'], text[^3..]);
    }

    /// <summary>Decoded with and without room behind the text, and followed by other bytes where the length of the text says where to stop.</summary>
    private static void AssertRestored(Decoder decode, byte[] codes, byte[] text, Random random)
    {
        foreach (var room in (int[])[0, 5, 32, 64, 600])
        {
            var destination = new byte[text.Length + room];
            Assert.True(decode(codes, int.MaxValue, destination, out var consumed, out var written));
            Assert.Equal((codes.Length, text.Length), (consumed, written));
            Assert.Equal(text, destination[..text.Length]);

            var following = new byte[random.Next(100)];
            random.NextBytes(following);
            destination.AsSpan().Clear();
            Assert.True(decode([.. codes, .. following], text.Length, destination, out consumed, out written));
            Assert.Equal((codes.Length, text.Length), (consumed, written));
            Assert.Equal(text, destination[..text.Length]);
        }
    }

    private static void AssertAlike(Decoder expected, Decoder actual, byte[] codes, int goal, int room)
    {
        var first = new byte[room];
        var second = new byte[room];
        var isDecoded = expected(codes, goal, first, out var consumed, out var written);
        Assert.Equal(isDecoded, actual(codes, goal, second, out var otherConsumed, out var otherWritten));
        if (isDecoded)
        {
            Assert.Equal((consumed, written), (otherConsumed, otherWritten));
            Assert.Equal(first[..written], second[..written]);
        }
    }

    private static void AssertWhole(Decoder inTurn, WholeDecoder decoder, byte[] codes, int length, int room)
    {
        var expected = new byte[room];
        var text = new byte[room];
        var isWhole = inTurn(codes, length, expected, out _, out var written) && written == length;
        Assert.Equal(isWhole, decoder(codes, length, text));
        Assert.True(!isWhole || text.AsSpan(0, length).SequenceEqual(expected.AsSpan(0, length)));
    }

    private static bool SmazAtOnce(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written) =>
        PlanesKernel.IsSupported
            ? SmazDecoderVectorKernel.Decode(codes, goal, destination, out consumed, out written)
            : SmazDecoder.Decode(codes, goal, destination, out consumed, out written);

    private static bool SymbolsAtOnce(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written) =>
        PlanesKernel.IsSupported
            ? SymbolDecoderVectorKernel.Decode(Symbols, Symbols.Planes!, codes, goal, destination, out consumed, out written)
            : SymbolDecoder.Decode(Symbols, codes, goal, destination, out consumed, out written);

    private static bool SymbolsByEight(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written) =>
        SymbolDecoderKernel.DecodeByEight(Symbols, codes, goal, destination, out consumed, out written);

    private static bool SymbolsInTurn(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written) =>
        SymbolDecoderKernel.Decode(new ExpandedSymbolsKernel(Symbols), codes, goal, destination, out consumed, out written);

    /// <summary>Codes of symbols, and now and then an escape and a byte.</summary>
    private static byte[] SymbolCodes(Random random, int count)
    {
        var codes = new List<byte>();
        var escapes = random.Next(2, 30);
        while (codes.Count < count)
        {
            if (random.Next(escapes) == 0)
            {
                codes.AddRange([SymbolTableView.Escape, (byte)random.Next(256)]);
            }
            else
            {
                codes.Add((byte)random.Next(Symbols.Count));
            }
        }

        return [.. codes];
    }

    /// <summary>Words, letters, digits, capitals and bytes of any value, in stretches; some are long.</summary>
    private static byte[] RandomText(Random random, int length)
    {
        string[] words = ["the ", "there", "their ", "which ", "http://", "with", "from ", "and ", ".com", "were", "tion", "  ", "\r\n\r", "<div"];
        var text = new List<byte>();
        var kinds = random.Next(1, 6);
        while (text.Count < length)
        {
            switch (random.Next(kinds))
            {
                case 0:
                    text.AddRange(Encoding.ASCII.GetBytes(words[random.Next(words.Length)]));
                    break;
                case 1:
                    text.AddRange(Enumerable.Range(0, random.Next(1, 30)).Select(_ => (byte)random.Next('a', 'z' + 1)));
                    break;
                case 2:
                    text.Add((byte)random.Next('0', '9' + 1));
                    break;
                case 3:
                    text.AddRange(Enumerable.Range(0, random.Next(1, random.Next(10) == 0 ? 300 : 6)).Select(_ => (byte)random.Next('0', 'Z' + 1)));
                    break;
                default:
                    text.Add((byte)random.Next(256));
                    break;
            }
        }

        return [.. text.Take(length)];
    }
}
