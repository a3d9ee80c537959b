using System.Text;
using Blittable.Collections;

namespace Blittable.Tests.Collections;

public sealed class CollectionSnapshotTests
{
    [Fact]
    public void A_reader_sees_the_state_that_it_opened_while_a_writer_appends()
    {
        var path = Path.GetTempFileName();
        try
        {
            using var writer = CollectionWriter.Create(path, CollectionFile.Small with { Key = "$.k" });
            var readers = new List<(CollectionReader Reader, List<string> Documents)>();
            var live = new List<string>();
            for (var round = 0; round < 5; round++)
            {
                for (var i = 0; i < 50; i++)
                {
                    live.Add($"{{\"k\":{(round * 50) + i}}}");
                    writer.Add(Encoding.UTF8.GetBytes(live[^1]));
                }

                writer.Delete(round);
                live.Remove($"{{\"k\":{round}}}");
                writer.Commit();
                readers.Add((CollectionReader.Open(path), [.. live]));
            }

            foreach (var (reader, documents) in readers)
            {
                Assert.Equal(documents, CollectionFile.ReadAll(reader));
                reader.Dispose();
            }
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void What_was_not_committed_is_not_there()
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        {
            writer.Add("1"u8);
            writer.Commit();
            for (var i = 0; i < 100; i++)
            {
                writer.Add("2"u8);
            }
        }

        Assert.Equal(["1"], CollectionFile.ReadAll(stream));
    }

    [Fact]
    public void A_disposed_reader_says_so()
    {
        var reader = CollectionReader.Open(CollectionFile.Write(["1"]));
        reader.Dispose();

        Assert.Throws<ObjectDisposedException>(() => reader.Get(0));
    }
}
