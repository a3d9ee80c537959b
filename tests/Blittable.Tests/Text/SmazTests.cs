using System.Text;
using Blittable.Strings;
using Blittable.Text;

namespace Blittable.Tests.Text;

[Trait(Category.Name, Category.Vector)]
public class SmazTests
{
    public static TheoryData<string, byte[]> Reference => new()
    {
        // Output of the C reference implementation.
        { "the", [1] },                                           // "the"
        { "http://", [67] },                                      // the longest symbol
        { "This", [254, 0x54, 76] },                              // one verbatim byte, "his"
        { "QQ e", [255, 1, 0x51, 0x51, 171] },                    // a run of two, " e"
        { "This is a small string", [254, 84, 76, 56, 172, 62, 173, 152, 62, 195, 70] },
        { "été", [255, 1, 0xC3, 0xA9, 3, 255, 1, 0xC3, 0xA9] },   // a run of two, "t", a run of two
    };

    [Theory]
    [MemberData(nameof(Reference))]
    public void Codes_equal_those_of_the_reference_implementation(string text, byte[] expected)
    {
        Assert.Equal(expected, Compress(Encoding.UTF8.GetBytes(text)));
        Assert.Equal(text, Encoding.UTF8.GetString(Decompress(expected)));
    }

    [Fact]
    public void Codes_equal_those_of_the_obvious_search_at_every_length_and_with_any_room()
    {
        var random = new Random(20261121);
        for (var round = 0; round < 800; round++)
        {
            var text = RandomText(random, round % 40 == 0 ? 2500 : round % 400);
            var expected = ObviousCompress(text);
            foreach (var room in (int[])[expected.Length, Smaz.MaxCompressedLength(text.Length), (2 * text.Length) + SymbolEncoder.Slack])
            {
                var codes = new byte[room];
                Assert.Equal(expected, codes[..Smaz.Compress(text, codes)]);
            }

            if (expected.Length > 0)
            {
                Assert.Throws<ArgumentException>(() => Smaz.Compress(text, new byte[expected.Length - 1]));
            }

            Assert.Equal(text, Decompress(expected));
            Assert.Equal(text.Length, Smaz.DecompressedLength(expected));
        }
    }

    [Fact]
    public void Runs_have_one_header_at_every_position_and_with_any_bytes()
    {
        foreach (var letter in (byte[])[(byte)'Q', 254, 255])
        {
            foreach (var before in (int[])[0, 1, 2, 29, 30, 31, 32, 33, 1021, 1022, 1023, 1024])
            {
                foreach (var run in (int[])[1, 2, 3, 15, 16, 17, 32, 33, 255, 256, 257, 258, 511, 512, 513])
                {
                    byte[] text = [.. Enumerable.Repeat((byte)'e', before), .. Enumerable.Repeat(letter, run), .. "the"u8, letter];
                    var expected = ObviousCompress(text);
                    Assert.Equal(expected, Compress(text));
                    Assert.Equal(expected, Compress(text, (2 * text.Length) + SymbolEncoder.Slack));
                    Assert.Equal(text, Decompress(expected));
                }
            }
        }
    }

    [Fact]
    public void A_run_of_verbatim_bytes_is_split_after_256()
    {
        var text = Encoding.UTF8.GetBytes(new string('Q', 257));
        var codes = Compress(text);
        Assert.Equal([255, 255], codes[..2]);
        Assert.Equal([254, (byte)'Q'], codes[^2..]);
        Assert.Equal(2 + 256 + 2, codes.Length);
    }

    [Fact]
    public void The_longest_output_has_MaxCompressedLength_bytes()
    {
        // Two bytes without a code followed by one with a code: five bytes for three.
        var text = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("QQz", 50)));
        Assert.Equal(Smaz.MaxCompressedLength(text.Length), Compress(text).Length);
        Assert.Throws<ArgumentOutOfRangeException>(() => Smaz.MaxCompressedLength(-1));
    }

    [Fact]
    public void A_destination_that_is_too_short_is_an_argument_error()
    {
        Assert.Throws<ArgumentException>(() => Smaz.Compress("the quick brown fox"u8, new byte[3]));
        Assert.Throws<ArgumentException>(() => Smaz.Compress("QQQQ"u8, new byte[5]));
        Assert.Throws<ArgumentException>(() => Smaz.Decompress([1, 1], new byte[5]));
    }

    [Theory]
    [InlineData(new byte[] { 254 })]
    [InlineData(new byte[] { 255 })]
    [InlineData(new byte[] { 255, 1, 65 })]
    public void Codes_that_end_within_a_run_are_refused(byte[] codes)
    {
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => Smaz.Decompress(codes, new byte[64])).Code);
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => Smaz.DecompressedLength(codes)).Code);
    }

    [Fact]
    public void Runs_of_every_length_are_restored_with_and_without_room_after_them()
    {
        for (var length = 1; length <= SmazCodebook.MaxRun; length++)
        {
            // No two adjacent bytes of the run are equal.
            byte[] run = [.. Enumerable.Range(0, length).Select(i => (byte)(i + 7))];
            foreach (var (before, behind) in (Span<(int, int)>)[(1, 1), (0, 1), (1, 0), (0, 2), (2, 0), (3, 6)])
            {
                // Each code before and after the run represents "the".
                byte[] codes =
                    [.. Enumerable.Repeat((byte)1, before), SmazCodebook.VerbatimRun, (byte)(length - 1), .. run, .. Enumerable.Repeat((byte)1, behind)];
                byte[] expected = [.. Words(before), .. run, .. Words(behind)];
                foreach (var room in (int[])[0, 1, 7, 8, 40])
                {
                    var text = new byte[expected.Length + room];

                    Assert.Equal(expected.Length, Smaz.Decompress(codes, text));
                    Assert.Equal(expected, text[..expected.Length]);
                }
            }
        }

        static IEnumerable<byte> Words(int count) => Enumerable.Repeat("the"u8.ToArray(), count).SelectMany(word => word);
    }

    [Fact]
    public void Single_symbols_and_single_runs_are_restored_with_and_without_spare_room()
    {
        byte[][] all =
        [
            .. Enumerable.Range(0, SmazCodebook.SymbolCount).Select(code => new[] { (byte)code }),
            .. Enumerable.Range(1, 40).Select(length =>
                (byte[])[SmazCodebook.VerbatimRun, (byte)(length - 1), .. Enumerable.Range(0, length).Select(i => (byte)(i + 200))]),
            [SmazCodebook.VerbatimByte, 7],
        ];
        foreach (var codes in all)
        {
            var length = Smaz.DecompressedLength(codes);
            var expected = new byte[length];
            int consumed = 0, written = 0;
            Assert.True(SymbolDecoder.DecodeScalar(SmazCodebook.Expanded, codes, length, expected, ref consumed, ref written));
            foreach (var room in (int[])[0, 1, 31, 32, 64])
            {
                var text = new byte[length + room];
                Assert.Equal(length, Smaz.Decompress(codes, text));
                Assert.Equal(expected, text[..length]);
            }
        }
    }

    [Fact]
    public void Random_codes_are_decoded_or_refused_and_stay_inside_the_destination()
    {
        var random = new Random(7);
        for (var round = 0; round < 5000; round++)
        {
            var codes = new byte[random.Next(40)];
            random.NextBytes(codes);
            var goal = random.Next(60);
            var guarded = new byte[goal + 8];
            guarded.AsSpan(goal).Fill(0xEE);
            if (StringCodec.TryDecode(StringEncoding.Smaz, codes, goal, default, guarded.AsSpan(0, goal), out var consumed))
            {
                Assert.InRange(consumed, 0, codes.Length);
                Assert.Equal(guarded[..goal], Decompress(codes[..consumed]));
            }

            Assert.All(guarded[goal..], value => Assert.Equal(0xEE, value));
        }
    }

    /// <summary>Words, single letters, digits, capitals, spaces and arbitrary bytes, in stretches of one kind.</summary>
    private static byte[] RandomText(Random random, int length)
    {
        string[] words =
        [
            "the ", "there", "their", "they", "which ", "whic", "http://", "with", "from ", "have",
            "that", "this", ".com", "were", "tion", "  ", "\r\n\r", "ther", "htt",
        ];
        var text = new List<byte>();
        while (text.Count < length)
        {
            switch (random.Next(4))
            {
                case 0:
                    text.AddRange(Encoding.ASCII.GetBytes(words[random.Next(words.Length)]));
                    break;
                case 1:
                    text.AddRange(Enumerable.Range(0, random.Next(1, 9)).Select(_ => (byte)random.Next('a', 'z' + 1)));
                    break;
                case 2:
                    text.AddRange(Enumerable.Range(0, random.Next(1, random.Next(20) == 0 ? 300 : 6)).Select(_ => (byte)random.Next('0', 'Z' + 1)));
                    break;
                default:
                    text.Add((byte)random.Next(256));
                    break;
            }
        }

        return text.Take(length).ToArray();
    }

    /// <summary>Smaz in its simplest form: every symbol is tried at each position.</summary>
    private static byte[] ObviousCompress(byte[] text)
    {
        var codes = new List<byte>();
        var run = new List<byte>();
        for (var position = 0; position < text.Length;)
        {
            var best = -1;
            var bestLength = 0;
            for (var code = 0; code < SmazCodebook.SymbolCount; code++)
            {
                var symbol = BitConverter.GetBytes(SmazCodebook.Symbols[code].Bytes).AsSpan(0, SmazCodebook.Symbols[code].Length);
                if (symbol.Length > bestLength && text.AsSpan(position).StartsWith(symbol))
                {
                    best = code;
                    bestLength = symbol.Length;
                }
            }

            if (best < 0)
            {
                run.Add(text[position++]);
                if (run.Count == 256)
                {
                    Flush();
                }
            }
            else
            {
                Flush();
                codes.Add((byte)best);
                position += bestLength;
            }
        }

        Flush();
        return [.. codes];

        void Flush()
        {
            if (run.Count > 0)
            {
                codes.AddRange(run.Count == 1 ? [254] : [255, (byte)(run.Count - 1)]);
                codes.AddRange(run);
                run.Clear();
            }
        }
    }

    private static byte[] Compress(byte[] text, int spare = 0)
    {
        var codes = new byte[Smaz.MaxCompressedLength(text.Length) + spare];
        return codes[..Smaz.Compress(text, codes)];
    }

    private static byte[] Decompress(byte[] codes)
    {
        var text = new byte[Smaz.DecompressedLength(codes)];
        return text[..Smaz.Decompress(codes, text)];
    }
}
