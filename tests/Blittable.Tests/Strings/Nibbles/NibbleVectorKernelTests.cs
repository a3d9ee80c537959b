using System.Text;
using Blittable.Strings;

namespace Blittable.Tests.Strings;

public class NibbleVectorKernelTests
{
    private static readonly string[] Alphabets = ["-./0123456789: T", "0123456789abcdef", "0123456789"];

    [Fact]
    public void Vectors_and_scalars_agree_on_texts_of_every_length()
    {
        Assert.SkipUnless(NibbleVectorKernel.IsSupported, "The processor lacks the vectors of this kernel.");

        var random = new Random(20261121);
        for (var round = 0; round < 2_000; round++)
        {
            var alphabet = Alphabets[round % Alphabets.Length];
            var length = round % (NibbleVectorKernel.MaxLength + 1);
            var text = Encoding.ASCII.GetBytes([.. Enumerable.Range(0, length).Select(_ => alphabet[random.Next(alphabet.Length)])]);
            if (round % 5 == 0 && text.Length > 0)
            {
                text[random.Next(text.Length)] = (byte)random.Next(256);
            }

            var encoding = Nibbles.ClassifyScalar(text);
            Assert.Equal(encoding, NibbleVectorKernel.Classify(text));
            Assert.Equal(encoding, Nibbles.Classify(text));
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

    [Theory]
    [InlineData("0123456789: T-./")]
    [InlineData("0123456789abcdef")]
    public unsafe void Short_texts_are_restored_at_once_from_the_last_bytes_that_may_be_read(string alphabet)
    {
        var random = new Random(3);
        var room = stackalloc byte[NibbleVectorKernel.MaxLength];
        for (var length = 0; length <= NibbleVectorKernel.MaxLength + 1; length++)
        {
            var text = System.Text.Encoding.ASCII.GetBytes(random.GetItems(alphabet.ToCharArray(), length));
            var encoding = alphabet.Contains('f', StringComparison.Ordinal) ? StringEncoding.NibbleHex : StringEncoding.NibbleDecimal;
            var codes = new byte[Nibbles.EncodedLength(length)];
            Nibbles.EncodeScalar(encoding, text, codes);
            foreach (var behind in (int[])[0, 1, 40])
            {
                using var guarded = new Json.GuardedBytes([.. codes, .. new byte[behind]]);
                var isDone = NibbleVectorKernel.TryDecode(encoding, guarded.Start, guarded.Start + guarded.Length, length, room);
                Assert.Equal(NibbleVectorKernel.CanDecodeAtOnce && length <= NibbleVectorKernel.MaxLength, isDone);
                Assert.True(!isDone || new ReadOnlySpan<byte>(room, length).SequenceEqual(text));
                Assert.False(NibbleVectorKernel.TryDecode(encoding, guarded.Start, guarded.Start + codes.Length - 1, Math.Max(length, 1), room));
            }
        }
    }
}
