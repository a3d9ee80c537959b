using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

[Trait(Category.Name, Category.Vector)]
public sealed class BlockCompressorTests
{
    public static TheoryData<BlockCompression> Compressions => [BlockCompression.Brotli, BlockCompression.Zstandard, BlockCompression.Lz4];

    [Theory]
    [MemberData(nameof(Compressions))]
    public void A_compressible_block_round_trips(BlockCompression compression)
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
    [MemberData(nameof(Compressions))]
    public void An_incompressible_block_is_not_compressed(BlockCompression compression)
    {
        var block = new byte[5_000];
        new Random(1).NextBytes(block);

        Assert.False(BlockCompressor.TryCompress(compression, block, new byte[block.Length - 1], out _));
    }

    [Theory]
    [MemberData(nameof(Compressions))]
    public void A_truncated_block_or_a_wrong_size_is_rejected(BlockCompression compression)
    {
        var block = Enumerable.Range(0, 20_000).Select(i => (byte)(i / 100)).ToArray();
        var compressed = new byte[block.Length - 1];
        BlockCompressor.TryCompress(compression, block, compressed, out var written);

        Assert.Throws<BlittableException>(() => BlockCompressor.Decompress(compression, compressed.AsSpan(0, written), new byte[block.Length + 1]));
        Assert.Throws<BlittableException>(() => BlockCompressor.Decompress(compression, compressed.AsSpan(0, written), new byte[block.Length - 1]));
        Assert.Throws<BlittableException>(() => BlockCompressor.Decompress(compression, compressed.AsSpan(0, written / 2), new byte[block.Length]));
    }

    [Theory]
    [MemberData(nameof(Compressions))]
    public void A_damaged_block_never_writes_beyond_the_destination(BlockCompression compression)
    {
        var random = new Random(7);
        var block = Enumerable.Range(0, 5_000).Select(i => (byte)(random.Next(4) == 0 ? random.Next() : i / 50)).ToArray();
        var compressed = new byte[block.Length - 1];
        Assert.True(BlockCompressor.TryCompress(compression, block, compressed, out var written));
        var room = new byte[block.Length + 64];
        for (var round = 0; round < 2_000; round++)
        {
            var damaged = compressed.AsSpan(0, written).ToArray();
            for (var flips = random.Next(1, 4); flips > 0; flips--)
            {
                damaged[random.Next(damaged.Length)] = (byte)random.Next();
            }

            room.AsSpan(block.Length).Fill(0xa5);
            try
            {
                BlockCompressor.Decompress(compression, damaged, room.AsSpan(0, block.Length));
            }
            catch (BlittableException fault)
            {
                Assert.Equal(BlittableErrorCode.InvalidData, fault.Code);
            }

            Assert.Equal(-1, room.AsSpan(block.Length).IndexOfAnyExcept((byte)0xa5));
        }
    }

    /// <summary>The output of liblz4 1.9.4 and libzstd 1.5.4 for twelve repetitions of the ten characters <c>in place, </c>.</summary>
    [Theory]
    [InlineData(BlockCompression.Lz4, "af696e20706c6163652c200a0056506163652c20")]
    [InlineData(BlockCompression.Zstandard, "28b52ffd20788d000050696e20706c6163652c200100ab694102")]
    public void Blocks_from_the_reference_implementations_are_decompressed(BlockCompression compression, string hex)
    {
        var block = new byte[120];
        BlockCompressor.Decompress(compression, Convert.FromHexString(hex), block);
        Assert.Equal(string.Concat(Enumerable.Repeat("in place, ", 12)), System.Text.Encoding.ASCII.GetString(block));
    }

    [Fact]
    public void None_compresses_nothing_and_an_unknown_compression_is_rejected()
    {
        Assert.False(BlockCompressor.TryCompress(BlockCompression.None, new byte[100], new byte[99], out _));
        Assert.Equal(
            BlittableErrorCode.UnsupportedVersion,
            Assert.Throws<BlittableException>(() => BlockCompressor.Decompress((BlockCompression)9, new byte[10], new byte[10])).Code);
    }
}
