using System.Text;
using Blittable.Strings;

namespace Blittable.Tests.Strings;

public unsafe class NibbleBlockKernelTests
{
    private static readonly string[] Alphabets = ["-./0123456789: T", "0123456789abcdef", "0123456789"];

    [Fact]
    public void A_text_of_any_length_is_recognized_and_packed_as_by_the_scalar_twin()
    {
        var random = new Random(20261122);
        for (var round = 0; round < 4_000; round++)
        {
            var alphabet = Alphabets[round % Alphabets.Length];
            var text = Encoding.ASCII.GetBytes(random.GetItems(alphabet.ToCharArray(), round % 100));
            if (round % 5 == 0 && text.Length > 0)
            {
                text[random.Next(text.Length)] = (byte)random.Next(256);
            }

            // Nothing behind the text may be read.
            using var guarded = new Json.GuardedBytes(text);
            var source = new ReadOnlySpan<byte>(guarded.Start, text.Length);
            var encoding = Nibbles.ClassifyScalar(text);
            Assert.Equal(encoding, NibbleBlockKernel.Classify(source));
            if (encoding != StringEncoding.Raw)
            {
                var expected = new byte[Nibbles.EncodedLength(text.Length)];
                var actual = new byte[expected.Length + NibbleBlockKernel.Slack];
                Nibbles.EncodeScalar(encoding, text, expected);
                NibbleBlockKernel.Encode(encoding, source, actual);
                Assert.Equal(expected, actual[..expected.Length]);
            }
        }
    }

    [Fact]
    public void Each_byte_is_of_the_alphabets_that_the_scalar_twin_finds()
    {
        for (var length = 1; length <= 40; length++)
        {
            for (var character = 0; character <= byte.MaxValue; character++)
            {
                var text = new byte[length];
                text.AsSpan().Fill((byte)'7');
                text[character % length] = (byte)character;
                Assert.Equal(Nibbles.ClassifyScalar(text), NibbleBlockKernel.Classify(text));
            }
        }
    }
}
