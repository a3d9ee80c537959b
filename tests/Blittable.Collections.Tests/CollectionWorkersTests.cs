using System.Text;
using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

public sealed class CollectionWorkersTests
{
    [Theory]
    [InlineData(CollectionLayout.Columns, 2)]
    [InlineData(CollectionLayout.Columns, 5)]
    [InlineData(CollectionLayout.Rows, 2)]
    [InlineData(CollectionLayout.Hybrid, 3)]
    public void The_number_of_workers_does_not_change_the_documents_or_the_bytes_of_columns(CollectionLayout layout, int workers)
    {
        var documents = RandomDocuments.Make(5, 900);
        var options = CollectionFile.Small with { Layout = layout, Columns = ["$.price"], Indexes = ["$.kind"] };
        var lineage = Lineage.Start();
        using var serial = Write(1);
        using var stream = Write(workers);

        // Dictionaries are seeded differently for each collection.
        if (layout == CollectionLayout.Columns)
        {
            Assert.Equal(serial.ToArray(), stream.ToArray());
        }

        Assert.Equal(CollectionFile.ReadAll(serial), CollectionFile.ReadAll(stream));

        MemoryStream Write(int count)
        {
            var written = new MemoryStream();
            using var writer = CollectionWriter.Create(null, written, options, leaveOpen: true, lineage: lineage);
            writer.Workers = count;
            for (var i = 0; i < documents.Count; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes(documents[i]));
                Assert.Equal(i + 1, writer.Count);
            }

            writer.Commit();
            return written;
        }
    }

    [Fact]
    public void Keys_in_stripes_being_written_are_in_use_and_can_be_replaced_and_deleted()
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small with { Key = "$.id" }, leaveOpen: true))
        {
            writer.Workers = 3;
            for (var i = 0; i < 400; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes($"{{\"id\":{i},\"version\":1}}"));
                Assert.Throws<BlittableException>(() => writer.Add(Encoding.UTF8.GetBytes($"{{\"id\":{Math.Max(0, i - 45)}}}")));
            }

            Assert.True(writer.Update("{\"id\":395,\"version\":2}"u8));
            Assert.True(writer.Update("{\"id\":350,\"version\":2}"u8));
            Assert.False(writer.Update("{\"id\":400,\"version\":2}"u8));
            Assert.True(writer.Delete(380));
            Assert.False(writer.Delete(380));
            Assert.Equal(400, writer.Count);
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal(400, reader.Count);
        Assert.Null(reader.Find(380));
        foreach (var (key, version) in new[] { (395, 2), (350, 2), (400, 2), (394, 1), (0, 1) })
        {
            using var document = reader.Find(key);
            Assert.Equal(version, document!.Root.GetProperty("version"u8).GetInt32());
        }
    }

    [Fact]
    public void A_writer_disposed_before_a_commit_leaves_only_committed_documents()
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        {
            writer.Workers = 2;
            for (var i = 0; i < 300; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes($"{{\"id\":{i}}}"));
                if (i == 99)
                {
                    writer.Commit();
                }
            }
        }

        Assert.Equal(100, CollectionFile.ReadAll(stream).Count);
    }

    [Fact]
    public void Fewer_than_one_worker_is_rejected()
    {
        using var writer = CollectionWriter.Create(new MemoryStream());

        Assert.Throws<ArgumentOutOfRangeException>(() => writer.Workers = 0);
        Assert.Equal(1, writer.Workers);
    }
}
