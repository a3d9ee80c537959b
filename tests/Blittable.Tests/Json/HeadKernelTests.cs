using System.Text;
using Blittable.Json;

namespace Blittable.Tests.Json;

[Trait(Category.Name, Category.Vector)]
public sealed unsafe class HeadKernelTests
{
    [Theory]
    [InlineData('{')]
    [InlineData('[')]
    public void The_hash_covers_the_text_up_to_the_first_closing_bracket(char opening)
    {
        var random = new Random(11);
        for (var end = 1; end < HeadKernel.MaxLength + 8; end++)
        {
            var text = Text(random, opening);
            var other = Text(random, opening);
            text[end] = other[end] = (byte)(opening + 2);
            text.AsSpan(0, end).CopyTo(other);

            Assert.Equal(Hash(text), Hash(other));
            Assert.Equal(Slow(text), Hash(text));
            other[random.Next(1, end + 1)] ^= 1;
            Assert.Equal(Slow(other), Hash(other));
        }
    }

    [Fact]
    public void Changing_one_byte_changes_the_hash()
    {
        var random = new Random(12);
        for (var at = 1; at < HeadKernel.MaxLength; at++)
        {
            var text = Text(random, '{');
            var before = Hash(text);
            text[at] ^= 1;
            Assert.NotEqual(before, Hash(text));
        }
    }

    private static byte[] Text(Random random, char opening)
    {
        var text = new byte[2 * HeadKernel.MaxLength];
        random.NextBytes(text);
        for (var i = 0; i < text.Length; i++)
        {
            text[i] &= 0x3F;
        }

        text[0] = (byte)opening;
        return text;
    }

    private static ulong Hash(byte[] text)
    {
        fixed (byte* at = text)
        {
            Assert.Equal(HeadKernel.Hash(at), HeadKernel.HashHalves(at));
            return HeadKernel.Hash(at);
        }
    }

    private static ulong Slow(byte[] text)
    {
        var end = text.AsSpan(0, HeadKernel.MaxLength).IndexOf((byte)(text[0] + 2));
        var head = new byte[HeadKernel.MaxLength];
        text.AsSpan(0, end < 0 ? head.Length : end).CopyTo(head);
        uint sum = 0;
        for (var i = 0; i < head.Length / sizeof(uint); i++)
        {
            sum += BitConverter.ToUInt32(head, i * sizeof(uint)) * ((uint)(i + 1) * 0x9E3779B1u | 1);
        }

        return (sum + 1UL) * 0x9E3779B97F4A7C15;
    }
}
