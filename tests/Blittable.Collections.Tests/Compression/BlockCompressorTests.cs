using Blittable.Collections;

namespace Blittable.Collections.Tests;

public sealed class BlockCompressorTests
{
    public static TheoryData<BlockCompression> Available =>
        [.. Enum.GetValues<BlockCompression>().Where(c => c != BlockCompression.None && BlockCompressor.IsAvailable(c))];

    [Theory]
    [MemberData(nameof(Available))]
    public void A_block_that_shrinks_comes_back(BlockCompression compression)
    {
        var block = Enumerable.Range(0, 20_000).Select(i => (byte)(i / 100)).ToArray();
        var compressed = new byte[block.Length - 1];
        Assert.True(BlockCompressor.TryCompress(compression, block, compressed, out var written));
        Assert.InRange(written, 1, 2_000);

        var restored = new byte[block.Length];
        BlockCompressor.Decompress(compression, compressed.AsSpan(0, written), restored);
        Assert.Equal(block, restored);
    }

    [Theory]
    [MemberData(nameof(Available))]
    public void A_block_that_does_not_shrink_is_not_compressed(BlockCompression compression)
    {
        var block = new byte[5_000];
        new Random(1).NextBytes(block);

        Assert.False(BlockCompressor.TryCompress(compression, block, new byte[block.Length - 1], out _));
    }

    [Theory]
    [MemberData(nameof(Available))]
    public void A_block_of_another_size_or_cut_short_is_refused(BlockCompression compression)
    {
        var block = Enumerable.Range(0, 20_000).Select(i => (byte)(i / 100)).ToArray();
        var compressed = new byte[block.Length - 1];
        BlockCompressor.TryCompress(compression, block, compressed, out var written);

        Assert.Throws<BlittableException>(() => BlockCompressor.Decompress(compression, compressed.AsSpan(0, written), new byte[block.Length + 1]));
        Assert.Throws<BlittableException>(() => BlockCompressor.Decompress(compression, compressed.AsSpan(0, written), new byte[block.Length - 1]));
        Assert.Throws<BlittableException>(() => BlockCompressor.Decompress(compression, compressed.AsSpan(0, written / 2), new byte[block.Length]));
    }

    [Fact]
    public void None_compresses_nothing_and_an_unknown_one_is_refused()
    {
        Assert.False(BlockCompressor.TryCompress(BlockCompression.None, new byte[100], new byte[99], out _));
        Assert.Equal(
            BlittableErrorCode.UnsupportedVersion,
            Assert.Throws<BlittableException>(() => BlockCompressor.Decompress((BlockCompression)9, new byte[10], new byte[10])).Code);
    }
}
