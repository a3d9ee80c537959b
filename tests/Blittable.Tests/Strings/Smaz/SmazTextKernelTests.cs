using System.Buffers;
using System.Runtime.Intrinsics;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.RegularExpressions;
using Blittable.Json;
using Blittable.Strings;
using Blittable.Tests.Json;

namespace Blittable.Tests.Strings;

public unsafe class SmazTextKernelTests
{
    private const int MaxText = 300;

    /// <summary>What stands before codes in a document: the last byte of a length.</summary>
    private const byte LengthBefore = 0x7F;

    private delegate byte* Decoder(byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, out bool isEscaped);

    /// <summary>The kernels that there are, and their twin.</summary>
    private static readonly Decoder[] Decoders =
    [
        .. PlanesKernel.IsSupported ? [SmazTextKernel.DecodeWindows] : Array.Empty<Decoder>(),
        .. TurnVector256.IsSupported ? [SmazTextKernel.DecodeTurns<Vector256<byte>, TurnVector256>] : Array.Empty<Decoder>(),
        .. TurnVector128.IsSupported ? [SmazTextKernel.DecodeTurns<VectorHalves, TurnVector128>] : Array.Empty<Decoder>(),
        SmazTextKernel.DecodeScalar,
    ];

    [Fact]
    public void Texts_of_every_kind_come_back_whatever_stands_behind_their_codes()
    {
        string[] pieces =
        [
            "the ", "and of ", "X", "X.", "Zürich", "2009-04", "\"", "\r\n", "\\", "=\"",
            "http://", "which", "their", "there", "e", " ", "QQQQQQQQQQQQQQQQQQQQQQQQ", "\u0001",
        ];
        var random = new Random(5);
        for (var i = 0; i < 4000; i++)
        {
            var made = new StringBuilder();
            for (var count = random.Next(40); count >= 0 && made.Length < MaxText / 2; count--)
            {
                made.Append(pieces[random.Next(random.Next(2) == 0 ? 3 : pieces.Length)]);
            }

            var text = Encoding.UTF8.GetBytes(made.ToString());
            var codes = new byte[Smaz.MaxCompressedLength(text.Length)];
            codes = codes[..Smaz.Compress(text, codes)];
            var behind = new byte[random.Next(3) * random.Next(80)];
            random.NextBytes(behind);
            AssertDecodes(text, [.. codes, .. behind]);
        }
    }

    [Fact]
    public void Damaged_codes_are_refused_by_both_ways_alike()
    {
        var random = new Random(7);
        for (var i = 0; i < 20_000; i++)
        {
            var codes = new byte[1 + random.Next(150)];
            random.NextBytes(codes);
            foreach (ref var code in codes.AsSpan())
            {
                code = random.Next(10) == 0 ? (byte)(254 + random.Next(2)) : code;
            }

            var length = random.Next(MaxText);
            using var guarded = new GuardedBytes([LengthBefore, .. codes]);
            var canEscape = random.Next(2) == 0;
            var isSound = Decode(SmazTextKernel.DecodeScalar, guarded, length, canEscape, out var expected, out var isEscapedExpected);
            foreach (var decoder in Decoders)
            {
                Assert.Equal(isSound, Decode(decoder, guarded, length, canEscape, out var text, out var isEscaped));
                if (isSound)
                {
                    Assert.Equal(expected, text);
                    Assert.Equal(isEscapedExpected, isEscaped);
                }
            }
        }
    }

    [Theory]
    [InlineData(new byte[] { 1, 1 }, 6)] // "the", "the"
    [InlineData(new byte[] { 254, 88, 255, 3, 88, 81, 81, 88, 1 }, 8)] // a verbatim byte, a run of four, "the"
    public void Codes_that_go_past_the_end_of_the_text_are_refused(byte[] codes, int length)
    {
        using var alone = new GuardedBytes([LengthBefore, .. codes]);
        using var followed = new GuardedBytes([LengthBefore, .. codes, .. new byte[100]]);
        foreach (var decoder in Decoders)
        {
            for (var wanted = 1; wanted <= length; wanted++)
            {
                var isEnd = StringCodec.TryDecode(StringEncoding.Smaz, codes, wanted, default, new byte[64], out _);
                Assert.Equal(isEnd, Decode(decoder, alone, wanted, canEscape: true, out _, out _));
                Assert.Equal(isEnd, Decode(decoder, followed, wanted, canEscape: true, out _, out _));
            }

            Assert.True(Decode(decoder, alone, length, canEscape: true, out _, out _));
            Assert.False(Decode(decoder, alone, length - 1, canEscape: true, out _, out _));
            Assert.False(Decode(decoder, alone, length + 1, canEscape: true, out _, out _));
        }
    }

    [Fact]
    public void Codes_of_texts_end_where_the_common_decoder_says()
    {
        string[] pieces = ["the ", "and of ", "X", "2009-04", "http://", "which", "their", "e", " ", "QQQQQQQQQQQQQQQQQQQQQQQQ", "<>XY", "ZZ"];
        var random = new Random(9);
        for (var i = 0; i < 3000; i++)
        {
            var text = Encoding.UTF8.GetBytes(string.Concat(random.GetItems(pieces, 1 + random.Next(30))));
            var codes = new byte[Smaz.MaxCompressedLength(text.Length)];
            codes = [.. codes[..Smaz.Compress(text, codes)], .. new byte[random.Next(2) * 70]];
            var length = random.Next(1, Math.Min(text.Length, MaxText) + 1);
            using var guarded = new GuardedBytes([LengthBefore, .. codes]);
            var isEnd = StringCodec.TryDecode(StringEncoding.Smaz, codes, length, default, new byte[text.Length + 300], out _);
            foreach (var decoder in Decoders)
            {
                Assert.Equal(isEnd, Decode(decoder, guarded, length, canEscape: true, out _, out _));
            }
        }
    }

    [Fact]
    public void Runs_of_any_length_wherever_windows_end_come_back_from_both_ways_alike()
    {
        var random = new Random(11);
        for (var i = 0; i < 20_000; i++)
        {
            List<byte> codes = [];
            var length = 0;
            while (codes.Count < random.Next(250))
            {
                var run = random.Next(4) switch { 0 => 1 + random.Next(5), 1 => 1 + random.Next(random.Next(20) == 0 ? SmazCodebook.MaxRun : 12), _ => 0 };
                var isOdd = random.Next(30) == 0;
                var symbol = (byte)random.Next(SmazCodebook.SymbolCount);
                byte[] head = run == 0 ? [symbol] : run == 1 && random.Next(2) == 0 ? [SmazCodebook.VerbatimByte] : [SmazCodebook.VerbatimRun, (byte)(run - 1)];
                codes.AddRange(head);
                codes.AddRange(Enumerable.Range(0, run).Select(_ => (byte)(isOdd ? random.Next(3) - 2 : random.Next(' ', SmazCodebook.VerbatimByte))));
                length += run == 0 ? SmazCodebook.LengthOf(SmazCodebook.Entries[symbol]) : run;
            }

            var behind = new byte[random.Next(2) * random.Next(100)];
            random.NextBytes(behind);
            using var guarded = new GuardedBytes([LengthBefore, .. codes, .. behind]);
            foreach (var wanted in (int[])[length, random.Next(length + 1)])
            {
                var isSound = Decode(SmazTextKernel.DecodeScalar, guarded, wanted, canEscape: true, out var expected, out _);
                Assert.True(isSound || wanted != length);
                foreach (var decoder in Decoders)
                {
                    Assert.Equal(isSound, Decode(decoder, guarded, wanted, canEscape: true, out var text, out _));
                    Assert.Equal(expected, text);
                }
            }
        }
    }

    [Fact]
    public void Long_texts_come_back_whatever_goes_from_one_turn_into_the_next()
    {
        const byte newline = (byte)'\n';
        var random = new Random(13);
        for (var i = 0; i < 2000; i++)
        {
            List<byte> codes = [];
            List<int> ends = [];
            var length = 0;
            var count = random.Next(80, 300);
            var rare = random.Next(2) * random.Next(40);
            var hasRuns = random.Next(4) != 0;
            while (codes.Count < count)
            {
                // Runs as long as those that are told from the codes before them, and some that are longer by one.
                var run = !hasRuns || random.Next(3) != 0 ? 0 : random.Next(50) == 0 ? 6 : random.Next(1, 6);
                var symbol = (byte)random.Next(SmazCodebook.SymbolCount);
                while (run == 0 && random.Next(1000) >= rare && HasLongEscapes(SmazPlaces.Escaped[symbol]))
                {
                    symbol = (byte)random.Next(SmazCodebook.SymbolCount);
                }

                byte[] head = run == 0 ? [symbol] : run == 1 && random.Next(2) == 0 ? [SmazCodebook.VerbatimByte] : [SmazCodebook.VerbatimRun, (byte)(run - 1)];
                codes.AddRange(head);
                codes.AddRange(Enumerable.Range(0, run).Select(_ =>
                    random.Next(2000) < rare ? newline : random.Next(4) == 0 ? (byte)'"' : (byte)random.Next(' ', SmazCodebook.VerbatimByte)));
                length += run == 0 ? SmazCodebook.LengthOf(SmazCodebook.Entries[symbol]) : run;
                ends.Add(length);
            }

            using var guarded = new GuardedBytes([LengthBefore, .. codes]);
            foreach (var wanted in ends.Where((end, code) => end == length || (code > count / 3 && (IsLastOfTurn(code) || random.Next(20) == 0))))
            {
                Assert.True(Decode(SmazTextKernel.DecodeScalar, guarded, wanted, canEscape: true, out var expected, out _));
                foreach (var decoder in Decoders)
                {
                    Assert.True(Decode(decoder, guarded, wanted, canEscape: true, out var text, out _));
                    Assert.Equal(expected, text);
                }
            }
        }

        static bool HasLongEscapes(ulong entry) => SmazPlaces.EscapedLengthOf(entry) > SmazPlaces.PlainLengthOf(entry) + 1;

        static bool IsLastOfTurn(int code) => code % CodeTurnKernel.Turn == CodeTurnKernel.Turn - 1;
    }

    [Fact]
    public void A_text_with_an_escape_in_each_window_is_escaped_where_it_stands()
    {
        string[] pieces = ["the \"great\" ", "and\nof\t", "C:\\QQ\\", "which ", "\u0001Z", "ordinary words without any "];
        var text = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 200).Select(i => pieces[i * i % 7 % pieces.Length])));
        var codes = new byte[Smaz.MaxCompressedLength(text.Length)];
        AssertDecodes(text, codes[..Smaz.Compress(text, codes)]);
    }

    [Fact]
    public void Escapes_are_left_out_where_the_room_is_too_short_for_them()
    {
        var text = "say \"the\""u8.ToArray();
        var codes = new byte[Smaz.MaxCompressedLength(text.Length)];
        using var guarded = new GuardedBytes([LengthBefore, .. codes[..Smaz.Compress(text, codes)]]);
        Span<byte> room = stackalloc byte[(EscapeKernel.MaxEscape * text.Length) + SmazTextKernel.Slack];
        fixed (byte* start = room)
        {
            foreach (var spare in (int[])[0, -1])
            {
                var limit = start + (EscapeKernel.MaxEscape * text.Length) + spare;
                var end = SmazTextKernel.Decode(guarded.Start + 1, guarded.Start + guarded.Length, text.Length, start, limit, out var isEscaped);
                Assert.Equal(spare == 0, isEscaped);
                Assert.Equal(spare == 0 ? "say \\\"the\\\""u8.ToArray() : text, room[..(int)(end - start)].ToArray());
            }
        }
    }

    private static void AssertDecodes(byte[] text, byte[] codes)
    {
        var escaped = Escape(text);
        using var guarded = new GuardedBytes([LengthBefore, .. codes]);
        foreach (var decoder in Decoders)
        {
            Assert.True(Decode(decoder, guarded, text.Length, canEscape: true, out var decoded, out var isEscaped));
            Assert.Equal(escaped, decoded);
            Assert.True(isEscaped);
            Assert.True(Decode(decoder, guarded, text.Length, canEscape: false, out decoded, out isEscaped));
            Assert.Equal(text, decoded);
            Assert.Equal(text.AsSpan().SequenceEqual(escaped), isEscaped);
        }
    }

    /// <summary>What JSON makes of a text, by way of the framework.</summary>
    private static byte[] Escape(byte[] text)
    {
        var options = new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        var output = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(output, options);
        writer.WriteStringValue(text);
        writer.Flush();
        var json = Encoding.UTF8.GetString(output.WrittenSpan[1..^1]);
        return Encoding.UTF8.GetBytes(Regex.Replace(json, @"\\u[0-9A-F]{4}", match => match.Value.ToLowerInvariant()));
    }

    private static bool Decode(Decoder decoder, GuardedBytes codes, int length, bool canEscape, out byte[] text, out bool isEscaped)
    {
        const byte untouched = 0xEE;
        var room = new byte[((canEscape ? EscapeKernel.MaxEscape : 1) * length) + SmazTextKernel.Slack + 1];
        room[^1] = untouched;
        fixed (byte* start = room)
        {
            var end = decoder(codes.Start + 1, codes.Start + codes.Length, start, start + length, canEscape, out isEscaped);
            Assert.Equal(untouched, room[^1]);
            text = end == null ? [] : room[..(int)(end - start)];
            return end != null;
        }
    }
}
