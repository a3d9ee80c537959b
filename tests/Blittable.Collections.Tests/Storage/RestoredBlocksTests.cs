using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests.Storage;

public sealed class RestoredBlocksTests
{
    [Fact]
    public void Recently_used_blocks_are_kept_up_to_a_limit()
    {
        var blocks = new RestoredBlocks(1000);
        blocks.Add(Block(0), new byte[100]);
        for (var offset = 1; offset < 50; offset++)
        {
            blocks.Add(Block(offset), new byte[100]);
            Assert.True(blocks.TryGet(Block(0), out var first));
            Assert.Equal(100, first.Length);
        }

        Assert.False(blocks.TryGet(Block(20), out _));
        Assert.InRange(Enumerable.Range(0, 50).Count(offset => blocks.TryGet(Block(offset), out _)), 2, 12);
        Assert.False(blocks.TryGet(Block(0) with { Checksum = 1 }, out _));
    }

    private static BlockReference Block(long offset) => new(offset, 90, 100, BlockCompression.Lz4, 0);
}
