using System.Buffers;
using System.Text;
using Blittable.Layout;

namespace Blittable.Tests.Layout;

[Trait(Category.Name, Category.Vector)]
public sealed class SeededHashTests
{
    private const ulong Seed = 0x0123456789ABCDEF;

    [Theory]
    [InlineData(257)]
    [InlineData(400)]
    public void The_hash_of_a_long_text_depends_on_its_ends_and_its_length(int length)
    {
        var text = Enumerable.Range(0, length).Select(i => (byte)(i * 7)).ToArray();
        var hash = SeededHash.OfEnds(text, Seed);
        Assert.Equal(hash, SeededHash.OfEnds(text.ToArray(), Seed));
        Assert.NotEqual(hash, SeededHash.OfEnds(text, Seed + 1));

        // Equal ends, but one additional byte between them.
        Assert.NotEqual(hash, SeededHash.OfEnds([.. text[..48], 0, .. text[48..]], Seed));
        foreach (var place in new[] { 0, 47, length - 48, length - 1 })
        {
            var other = text.ToArray();
            other[place] ^= 1;
            Assert.NotEqual(hash, SeededHash.OfEnds(other, Seed));
        }
    }

    [Fact]
    public void The_hash_of_a_text_of_up_to_256_bytes_depends_on_every_byte()
    {
        var random = new Random(1);
        for (var length = 1; length <= 256; length++)
        {
            var text = new byte[length];
            random.NextBytes(text);
            var hash = SeededHash.OfEnds(text, Seed);
            Assert.Equal(hash, SeededHash.OfWhole(text, Seed));
            Assert.NotEqual(hash, SeededHash.OfEnds(text, Seed + 1));
            Assert.NotEqual(hash, SeededHash.OfEnds([.. text, 0], Seed));
            for (var place = 0; place < length; place++)
            {
                text[place] ^= 0x20;
                Assert.NotEqual(hash, SeededHash.OfEnds(text, Seed));
                text[place] ^= 0x20;
            }
        }
    }

    [Fact]
    public void The_whole_text_hash_of_a_long_text_depends_on_every_byte()
    {
        var text = Enumerable.Range(0, 400).Select(i => (byte)(i * 7)).ToArray();
        var hash = SeededHash.OfWhole(text, Seed);
        for (var place = 0; place < text.Length; place++)
        {
            text[place] ^= 1;
            Assert.NotEqual(hash, SeededHash.OfWhole(text, Seed));
            text[place] ^= 1;
        }
    }

    [Fact]
    public void Strings_that_differ_only_in_their_middle_are_distinguished_and_equal_strings_are_shared()
    {
        const int Count = 200;
        var ends = string.Concat(Enumerable.Repeat("a long text of many words ", 8));
        string Json(Func<int, int> number) =>
            "{" + string.Join(",", Enumerable.Range(0, Count).Select(i => $"\"p{i}\":\"{ends}{number(i):D4}{ends}\"")) + "}";

        var differing = Json(i => i);
        var equal = Json(_ => 1);
        var converter = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk });
        var document = converter.Convert(Encoding.UTF8.GetBytes(differing)).ToArray();
        var buffer = new ArrayBufferWriter<byte>();
        BlittableValue.Open(document).WriteJson(buffer);
        Assert.Equal(differing, Encoding.UTF8.GetString(buffer.WrittenSpan));
        Assert.True(converter.Convert(Encoding.UTF8.GetBytes(equal)).Length * 10 < document.Length);
    }
}
