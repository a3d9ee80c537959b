using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

public sealed class BlockSinkTests
{
    private const int HugePage = 1 << 21;

    [Fact]
    public void Blocks_are_written_in_pieces_that_end_on_huge_page_boundaries()
    {
        var stream = new RecordingStream();
        var sink = new BlockSink(stream, Superblock.DataStart, BlockCompression.None);
        Append(sink, new Random(1));

        sink.Commit(0, "footer"u8, 0, 0, isFlushed: true);

        // The last write is the superblock. The write before it ends with the footer.
        Assert.Equal(Superblock.DataStart, stream.Writes[0].Start);
        Assert.All(stream.Writes[..^2], write => Assert.Equal(0, write.End % HugePage));
        Assert.Equal(stream.Writes[1..^1].Select(write => write.Start), stream.Writes[..^2].Select(write => write.End));
        Assert.Equal(sink.Position, stream.Writes[^2].End);
    }

    [Fact]
    public void Blocks_are_read_back_before_and_after_they_are_written()
    {
        var sink = new BlockSink(new MemoryStream(), Superblock.DataStart, BlockCompression.None);
        var (blocks, appended) = Append(sink, new Random(2));
        Read();

        sink.Commit(0, "footer"u8, 0, 0, isFlushed: true);
        Read();

        void Read()
        {
            var source = new SinkSource(sink);
            foreach (var block in blocks)
            {
                var expected = appended.AsSpan((int)block.Offset - Superblock.DataStart, block.Length);
                Assert.True(source.Read(block, "a block").Span.SequenceEqual(expected), $"the block at {block.Offset}");
            }
        }
    }

    [Fact]
    public void A_flush_that_failed_is_not_repeated_by_the_next_commit()
    {
        using var stream = new RefusingStream();
        var sink = new BlockSink(stream, Superblock.DataStart, BlockCompression.None);
        sink.CommitFirst(0, "footer"u8, 0, 0);
        sink.Commit(1, "footer"u8, 0, 0, isFlushed: false);
        stream.RefusesFlush = true;
        Assert.Throws<IOException>(sink.FlushCommits);

        // The next flush would succeed, but the bytes of the first may be lost.
        stream.RefusesFlush = false;
        Assert.Throws<IOException>(() => sink.Commit(2, "footer"u8, 0, 0, isFlushed: true));
        Assert.Throws<IOException>(() => sink.Commit(2, "footer"u8, 0, 0, isFlushed: false));
        Assert.Throws<IOException>(sink.FlushCommits);
        Assert.Throws<IOException>(sink.Settle);
    }

    /// <summary>Appends blocks of up to 300,000 bytes until they fill more than three huge pages.</summary>
    private static (List<BlockReference> Blocks, byte[] Bytes) Append(BlockSink sink, Random random)
    {
        var blocks = new List<BlockReference>();
        var bytes = new MemoryStream();
        while (bytes.Length < 3.5 * HugePage)
        {
            var block = new byte[random.Next(300_000)];
            random.NextBytes(block);
            bytes.Write(block);
            blocks.Add(sink.Write(block));
        }

        return (blocks, bytes.ToArray());
    }

    private sealed class RefusingStream : MemoryStream
    {
        public bool RefusesFlush { get; set; }

        public override void Flush()
        {
            if (RefusesFlush)
            {
                throw new IOException("The disk failed.");
            }
        }
    }

    private sealed class RecordingStream : MemoryStream
    {
        public List<(long Start, long End)> Writes { get; } = [];

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Writes.Add((Position, Position + buffer.Length));
            base.Write(buffer);
        }
    }
}
