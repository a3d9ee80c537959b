using System.Text;
using Blittable.Strings;
using Blittable.Tests.Json;

namespace Blittable.Tests.Strings;

public class SmazLaneKernelTests
{
    private const byte Untouched = 0xA5;

    private static readonly string[] Pieces =
    [
        "the ", "there", "their", "they", "which ", "whic", "http://", "htt", "with", "from ", "have", "that", "this", ".com", "were", "tion",
        "  ", "\r\n\r", "e", "é",
        "Q", "QX", "WORD", "0123456789", " of ", "ing ", "s, ", "x", "zz", "日本",
    ];

    [Fact]
    public void Codes_are_those_of_the_scalar_way_whatever_stands_where_lanes_part()
    {
        Assert.SkipUnless(SmazLaneKernel.IsSupported, "The processor lacks vectors of 128 bits.");

        var random = new Random(20261124);
        var parted = 0;
        for (var round = 0; round < 3_000; round++)
        {
            var made = new StringBuilder();
            var pieces = random.Next(1, round % 20 == 0 ? 1_200 : 150);
            for (var i = 0; i < pieces; i++)
            {
                made.Append(Pieces[random.Next(Pieces.Length)]);
            }

            parted += AssertIsScalar(Encoding.UTF8.GetBytes(made.ToString())) ? 1 : 0;
        }

        // Few have no place to part for too long.
        Assert.InRange(parted, 2_500, 3_000);
    }

    [Fact]
    public void Texts_of_every_length_up_to_two_turns_of_all_lanes_are_parted()
    {
        Assert.SkipUnless(SmazLaneKernel.IsSupported, "The processor lacks vectors of 128 bits.");

        var prose = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("Which of their 3 books, from http://www.example.com, were about THIS? ", 45)));
        for (var length = 1; length <= prose.Length; length++)
        {
            Assert.True(AssertIsScalar(prose[..length]));
        }
    }

    [Fact]
    public void Each_symbol_is_found_before_and_behind_each_other()
    {
        Assert.SkipUnless(SmazLaneKernel.IsSupported, "The processor lacks vectors of 128 bits.");

        for (var first = 0; first < SmazCodebook.SymbolCount; first++)
        {
            var text = new List<byte>();
            for (var second = 0; second < SmazCodebook.SymbolCount; second++)
            {
                text.AddRange([.. SymbolOf(first), .. SymbolOf(second), (byte)'Q']);
            }

            Assert.True(AssertIsScalar([.. text]));
        }
    }

    [Fact]
    public void Runs_across_lanes_have_one_header()
    {
        Assert.SkipUnless(SmazLaneKernel.IsSupported, "The processor lacks vectors of 128 bits.");

        for (var before = 0; before < 60; before++)
        {
            foreach (var run in (int[])[1, 2, 3, 15, 16, 17, 100, 255, 256, 257, 511, 512, 513, 3_000])
            {
                Assert.True(AssertIsScalar(Encoding.UTF8.GetBytes(new string('z', before) + new string('Q', run) + "the end of it, is it not?")));
            }
        }
    }

    [Fact]
    public void What_cannot_be_parted_or_is_no_UTF8_is_left_to_another_kernel()
    {
        Assert.SkipUnless(SmazLaneKernel.IsSupported, "The processor lacks vectors of 128 bits.");

        // Each two bytes side by side stand so in a symbol.
        Assert.False(AssertIsScalar(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("the ", 400)))));
        Assert.True(AssertIsScalar(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("the 4 ", 400)))));
        for (var place = 0; place < 300; place++)
        {
            var text = Enumerable.Repeat((byte)'z', 300).ToArray();
            text[place] = byte.MaxValue;
            Assert.False(AssertIsScalar(text));
        }
    }

    /// <summary>Compresses a text by lanes, if they can, and compares what is written with what the scalar way writes.</summary>
    /// <returns>Whether they could.</returns>
    private static bool AssertIsScalar(byte[] text)
    {
        var expected = new byte[Smaz.MaxCompressedLength(text.Length)];
        var count = SmazEncoder.EncodeScalar(text, expected);
        using var guarded = new GuardedBytes(text);
        var room = expected.Length + SmazLaneKernel.Slack;
        var destination = new byte[room + 64];
        destination.AsSpan().Fill(Untouched);

        var written = SmazLaneKernel.Encode(guarded.Span, destination.AsSpan(0, room));

        Assert.Equal(-1, destination.AsSpan(room).IndexOfAnyExcept(Untouched));
        if (written >= 0)
        {
            Assert.Equal(expected[..count], destination[..written]);
        }

        return written >= 0;
    }

    private static byte[] SymbolOf(int code)
    {
        var entry = SmazCodebook.Entries[code];
        return BitConverter.GetBytes(entry)[..SmazCodebook.LengthOf(entry)];
    }
}
