using System.Text;
using Blittable.Strings;

namespace Blittable.Tests.Strings;

public class NibbleVectorKernelTests
{
    private static readonly string[] Alphabets = ["-./0123456789: T", "0123456789abcdef", "0123456789"];

    [Fact]
    public void Vectors_and_scalars_agree_on_texts_of_every_length()
    {
        if (!NibbleVectorKernel.IsSupported)
        {
            return;
        }

        var random = new Random(20261121);
        for (var round = 0; round < 2_000; round++)
        {
            var alphabet = Alphabets[round % Alphabets.Length];
            var text = Encoding.ASCII.GetBytes([.. Enumerable.Range(0, round % (NibbleVectorKernel.MaxLength + 1)).Select(_ => alphabet[random.Next(alphabet.Length)])]);
            if (round % 5 == 0 && text.Length > 0)
            {
                text[random.Next(text.Length)] = (byte)random.Next(256);
            }

            var encoding = Nibbles.ClassifyScalar(text);
            Assert.Equal(encoding, NibbleVectorKernel.Classify(text));
            if (encoding != StringEncoding.Raw)
            {
                var expected = new byte[Nibbles.EncodedLength(text.Length)];
                var actual = new byte[NibbleVectorKernel.Room];
                Nibbles.EncodeScalar(encoding, text, expected);
                NibbleVectorKernel.Encode(encoding, text, actual);
                Assert.Equal(expected, actual[..expected.Length]);
            }
        }
    }

    [Theory]
    [InlineData((int)StringEncoding.NibbleDecimal)]
    [InlineData((int)StringEncoding.NibbleHex)]
    public void Vectors_and_scalars_restore_the_same_characters(int encoding)
    {
        var random = new Random(7);
        for (var length = 0; length < 200; length++)
        {
            var codes = new byte[Nibbles.EncodedLength(length)];
            random.NextBytes(codes);
            var expected = new byte[length];
            var actual = new byte[length];
            Nibbles.DecodeScalar((StringEncoding)encoding, codes, expected);

            var decoded = NibbleVectorKernel.Decode(Nibbles.AlphabetOf((StringEncoding)encoding), codes, actual);

            Assert.InRange(length - decoded, 0, 15);
            Assert.Equal(expected[..decoded], actual[..decoded]);
        }
    }
}
