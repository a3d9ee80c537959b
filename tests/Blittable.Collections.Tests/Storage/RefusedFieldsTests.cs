using Blittable.Collections;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections.Tests;

/// <summary>Records whose checksums match and whose fields contradict the rest of the file.</summary>
public sealed class RefusedFieldsTests
{
    [Theory]
    [InlineData(0, true)]
    [InlineData(1, false)]
    public void A_superblock_that_ends_after_the_file_is_no_later_commit(int excess, bool isFound)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(["1"]));
        var superblock = reader.Snapshot.Superblock;
        var later = superblock with { Sequence = superblock.Sequence + 1, End = reader.Snapshot.Source.Length + excess };
        var bytes = new byte[Superblock.DataStart];
        superblock.Write(bytes);
        later.Write(bytes.AsSpan(Superblock.PlaceSize));

        Assert.Equal(isFound ? later.Sequence : null, reader.Snapshot.FindLater(bytes)?.Sequence);
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, false)]
    public void A_commit_with_more_unflushed_bytes_than_a_writer_leaves_is_not_whole(int excess, bool isWhole)
    {
        var path = Path.GetTempFileName();
        try
        {
            using (var file = File.OpenWrite(path))
            {
                file.SetLength(Superblock.DataStart + Superblock.MostUnflushed + excess);
            }

            var checksum = 0u;
            var zeros = new byte[1 << 20];
            for (long done = 0; done < Superblock.MostUnflushed; done += zeros.Length)
            {
                checksum = Crc32C.Compute(zeros, checksum);
            }

            using var source = FileSource.Open(path, CollectionAccess.RandomAccess);
            var superblock = new Superblock(5, Superblock.DataStart, 300, 0, 7, source.Length, 6)
            {
                Unflushed = Superblock.DataStart,
                UnflushedChecksum = Crc32C.Compute(zeros.AsSpan(0, excess), checksum),
            };
            Assert.Equal(isWhole, superblock.IsWhole(source));
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Theory]
    [InlineData(6, false)]
    [InlineData(7, false)]
    [InlineData(8, true)]
    public void A_footer_follows_the_commit_of_its_parent(long sequence, bool isValid)
    {
        var parent = new Footer { Sequence = 7, Options = new CollectionOptions(), Lineage = Lineage.Start() }.ToArray(Superblock.DataStart);
        var parentPlace = Place(Superblock.DataStart, parent);
        var child = new Footer { Sequence = sequence, Parent = parentPlace }.ToArray(Superblock.DataStart + parent.Length);
        using var source = new StreamSource(new MemoryStream([.. new byte[Superblock.DataStart], .. parent, .. child]), leaveOpen: false);
        var place = Place(Superblock.DataStart + parent.Length, child);
        if (isValid)
        {
            Assert.True(FooterChain.TryRead(source, place, out var chain, out _));
            Assert.Equal(sequence, chain.Last.Sequence);
        }
        else
        {
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => FooterChain.TryRead(source, place, out _, out _)).Code);
        }

        static BlockReference Place(long offset, byte[] bytes) => new(offset, bytes.Length, bytes.Length, BlockCompression.None, Crc32C.Compute(bytes));
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(2, true)]
    [InlineData(3, false)]
    public void The_number_of_deleted_rows_is_the_number_of_listed_rows(int count, bool isValid)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(["0", "1", "2", "3"]));
        var stripe = reader.Snapshot.Stripes[0];
        Assert.True(stripe.TryContinue(stripe.Reference with { Deleted = new DeletedRows(count, default, [1, 2]) }, 0, out var changed));
        if (isValid)
        {
            Assert.Equal([0b0110UL], changed.Deleted.ToArray());
        }
        else
        {
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => changed.IsDeleted(1)).Code);
        }
    }

    [Theory]
    [InlineData((byte)ChunkFormat.Int64, true)]
    [InlineData((byte)ChunkFormat.Codes + 1, false)]
    [InlineData(byte.MaxValue, false)]
    public void A_chunk_of_an_unknown_format_is_refused(byte format, bool isValid)
    {
        var output = new DirectoryBuffer();
        var chunk = new ChunkInfo { Format = ChunkFormat.Int64, Values = 3, Min = -1, Max = 5, Block = new BlockReference(9000, 10, 10, BlockCompression.None, 7) };
        chunk.Write(output, 0);
        byte[] bytes = [format, .. output.Written[1..]];
        if (isValid)
        {
            Assert.Equal((-1, 5, chunk.Block), (Read().Min, Read().Max, Read().Block));
        }
        else
        {
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(Read).Code);
        }

        ChunkInfo Read()
        {
            var fields = new DirectoryFields(bytes);
            return ChunkInfo.Read(ref fields, 0);
        }
    }
}
