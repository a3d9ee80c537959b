using System.IO.Hashing;
using System.Text;
using Blittable.Layout;

namespace Blittable.Tests.Layout;

[Trait(Category.Name, Category.Vector)]
public sealed class Crc32CTests
{
    /// <summary>The test vectors of RFC 3720, appendix B.4, and the usual check value.</summary>
    [Fact]
    public void Published_test_vectors_are_reproduced()
    {
        Assert.Equal(0xE3069283u, Crc32C.Compute(Encoding.ASCII.GetBytes("123456789")));
        Assert.Equal(0x8A9136AAu, Crc32C.Compute(new byte[32]));
        Assert.Equal(0x62A8AB43u, Crc32C.Compute(Enumerable.Repeat((byte)0xFF, 32).ToArray()));
        Assert.Equal(0x46DD794Eu, Crc32C.Compute(Enumerable.Range(0, 32).Select(i => (byte)i).ToArray()));
    }

    [Fact]
    public void Interleaved_streams_give_the_same_checksum_as_one_stream()
    {
        var bytes = new byte[40_000];
        new Random(1).NextBytes(bytes);
        foreach (var length in new[] { 0, 1, 767, 768, 769, 6143, 6144, 6145, 7000, 20_001, 40_000 })
        {
            Assert.Equal(~Crc32C.Serial(bytes.AsSpan(0, length), uint.MaxValue), Crc32C.Compute(bytes.AsSpan(0, length)));
        }
    }

    [Fact]
    public void Texts_of_every_length_have_the_checksum_of_System_IO_Hashing()
    {
        var bytes = new byte[9_000];
        new Random(3).NextBytes(bytes);
        for (var length = 0; length < bytes.Length; length += length < 1_000 ? 1 : 97)
        {
            var piece = bytes.AsSpan(bytes.Length - length);
            Assert.Equal(Crc32.HashToUInt32(Crc32ParameterSet.Crc32C, piece), Crc32C.Compute(piece));
        }
    }

    [Fact]
    public void A_checksum_can_be_continued()
    {
        var bytes = new byte[10_000];
        new Random(2).NextBytes(bytes);

        Assert.Equal(Crc32C.Compute(bytes), Crc32C.Compute(bytes.AsSpan(3333), Crc32C.Compute(bytes.AsSpan(0, 3333))));
    }
}
