using System.Text;
using Blittable.Strings;
using Blittable.Tests.Json;
using Blittable.Text;

namespace Blittable.Tests.Text;

[Trait(Category.Name, Category.Vector)]
public class SmazEncoderTests
{
    private const byte Untouched = 0xA5;

    [Fact]
    public void The_encoder_reads_no_byte_after_the_text_and_writes_no_byte_after_the_destination()
    {
        string[] pieces = ["the ", "http://", "QQ", "X", "their ", "\r\n", "é", "0123456789", "z", " "];
        var random = new Random(20261123);
        for (var round = 0; round < 3_000; round++)
        {
            var made = string.Concat(Enumerable.Range(0, random.Next(40)).Select(_ => pieces[random.Next(pieces.Length)]));
            AssertStaysInside(Encoding.UTF8.GetBytes(made));
        }
    }

    [Fact]
    public void The_longest_output_stays_inside_the_destination_wherever_the_text_ends()
    {
        for (var length = 1; length < 300; length++)
        {
            // Two bytes without a code followed by one with a code: the worst case for the compressed length.
            AssertStaysInside([.. Enumerable.Range(0, length).Select(i => "QQz"u8[i % 3])]);
            AssertStaysInside([.. Enumerable.Repeat(byte.MaxValue, length)]);
        }
    }

    private static void AssertStaysInside(byte[] text)
    {
        var most = Smaz.MaxCompressedLength(text.Length);
        var expected = new byte[most];
        expected = expected[..Smaz.Compress(text, expected)];
        using var guarded = new GuardedBytes(text);
        foreach (var room in (int[])[expected.Length, most, (2 * text.Length) + SymbolEncoder.Slack])
        {
            var destination = new byte[room + 64];
            destination.AsSpan().Fill(Untouched);

            var written = SmazEncoder.Encode(guarded.Span, destination.AsSpan(0, room));

            Assert.Equal(expected, destination[..written]);
            Assert.Equal(-1, destination.AsSpan(room).IndexOfAnyExcept(Untouched));
        }
    }
}
