using System.Text;
using Blittable.Strings;
using Blittable.Tests.Json;

namespace Blittable.Tests.Strings;

public unsafe class SmazTextKernelTests
{
    private const int MaxText = 300;

    /// <summary>What stands before codes in a document: the last byte of a length.</summary>
    private const byte LengthBefore = 0x7F;

    private delegate bool Decoder(byte* codes, byte* codesEnd, int length, byte* text, out bool isPlain);

    [Fact]
    public void Texts_of_every_kind_come_back_whatever_stands_behind_their_codes()
    {
        string[] pieces = ["the ", "and of ", "X", "X.",  "Zürich", "2009-04", "\"", "\r\n", "\\", "=\"", "http://", "which", "their", "there", "e", " ", "QQQQQQQQQQQQQQQQQQQQQQQQ", "\u0001"];
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
            var isDecoded = Decode(SmazTextKernel.TryDecode, guarded, length, out var text, out var isPlain);
            Assert.Equal(Decode(SmazTextKernel.TryDecode_Fallback, guarded, length, out var expected, out var isExpectedPlain), isDecoded);
            if (isDecoded)
            {
                Assert.Equal(expected, text);
                Assert.Equal(isExpectedPlain, isPlain);
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
        foreach (var decoder in (Decoder[])[SmazTextKernel.TryDecode, SmazTextKernel.TryDecode_Fallback])
        {
            for (var wanted = 1; wanted <= length; wanted++)
            {
                var isEnd = StringCodec.TryDecode(StringEncoding.Smaz, codes, wanted, default, new byte[64], out _);
                Assert.Equal(isEnd, Decode(decoder, alone, wanted, out _, out _));
                Assert.Equal(isEnd, Decode(decoder, followed, wanted, out _, out _));
            }

            Assert.True(Decode(decoder, alone, length, out _, out _));
            Assert.False(Decode(decoder, alone, length - 1, out _, out _));
            Assert.False(Decode(decoder, alone, length + 1, out _, out _));
        }
    }

    [Fact]
    public void Codes_of_texts_end_where_the_common_decoder_says()
    {
        string[] pieces = ["the ", "and of ", "X", "2009-04", "http://", "which", "their", "e", " ", "QQQQQQQQQQQQQQQQQQQQQQQQ", "<>XY", "ZZ"];
        var random = new Random(9);
        for (var i = 0; i < 3000; i++)
        {
            var text = System.Text.Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 1 + random.Next(30)).Select(_ => pieces[random.Next(pieces.Length)])));
            var codes = new byte[Smaz.MaxCompressedLength(text.Length)];
            codes = [.. codes[..Smaz.Compress(text, codes)], .. new byte[random.Next(2) * 70]];
            var length = random.Next(1, Math.Min(text.Length, MaxText) + 1);
            using var guarded = new GuardedBytes([LengthBefore, .. codes]);
            var isEnd = StringCodec.TryDecode(StringEncoding.Smaz, codes, length, default, new byte[text.Length + 300], out _);
            Assert.Equal(isEnd, Decode(SmazTextKernel.TryDecode, guarded, length, out _, out _));
            Assert.Equal(isEnd, Decode(SmazTextKernel.TryDecode_Fallback, guarded, length, out _, out _));
        }
    }

    private static void AssertDecodes(byte[] text, byte[] codes)
    {
        var isPlain = !text.Any(character => character is < (byte)' ' or (byte)'"' or (byte)'\\');
        using var guarded = new GuardedBytes([LengthBefore, .. codes]);
        foreach (var decoder in (Decoder[])[SmazTextKernel.TryDecode, SmazTextKernel.TryDecode_Fallback])
        {
            Assert.True(Decode(decoder, guarded, text.Length, out var decoded, out var isDecodedPlain));
            Assert.Equal(text, decoded);
            Assert.Equal(isPlain, isDecodedPlain);
        }
    }

    private static bool Decode(Decoder decoder, GuardedBytes codes, int length, out byte[] text, out bool isPlain)
    {
        const byte untouched = 0xEE;
        Span<byte> room = stackalloc byte[length + SmazTextKernel.Slack + 1];
        room[^1] = untouched;
        fixed (byte* start = room)
        {
            var isDecoded = decoder(codes.Start + 1, codes.Start + codes.Length, length, start, out isPlain);
            Assert.Equal(untouched, room[^1]);
            text = room[..length].ToArray();
            return isDecoded;
        }
    }
}
