using System.Text;
using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.Collections.Tests;

public sealed class CollectionSnapshotTests
{
    [Fact]
    public void A_reader_keeps_the_state_it_opened_while_a_writer_appends()
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

    [Theory]
    [InlineData(CollectionLayout.Rows, BlockCompression.None)]
    [InlineData(CollectionLayout.Columns, BlockCompression.None)]
    [InlineData(CollectionLayout.Columns, BlockCompression.Brotli)]
    public void Threads_sharing_a_reader_from_its_first_use_find_every_document(CollectionLayout layout, BlockCompression compression)
    {
        var documents = RandomDocuments.Make(21, 120).ConvertAll(CollectionFile.Minify);
        var stream = CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout, Compression = compression, Indexes = ["$.id"] });
        using var reader = CollectionReader.Open(stream);
        using var other = CollectionReader.Open(new MemoryStream(stream.ToArray()));
        int[] expected = [.. Enumerable.Range(0, documents.Count).Select(id => other.FindAll("$.id", id).Count)];

        Parallel.For(0, 8, worker =>
        {
            for (var i = 0; i < documents.Count; i++)
            {
                var row = (i + (worker * 17)) % documents.Count;
                using var document = reader.Get(row);
                Assert.Equal(documents[row], document.Root.ToJson());
                Assert.Equal(expected[row], reader.FindAll("$.id", row).Count);
            }
        });
    }

    [Fact]
    public void Compaction_drops_deleted_documents_and_readers_keep_the_old_file()
    {
        var path = Path.GetTempFileName();
        try
        {
            using (var writer = CollectionWriter.Create(path, CollectionFile.Small with { Key = "$.k", Layout = CollectionLayout.Hybrid }))
            {
                for (var i = 0; i < 100; i++)
                {
                    writer.Update(Encoding.UTF8.GetBytes($"{{\"k\":{i % 60}}}"));
                }

                writer.Commit();
            }

            using var old = CollectionReader.Open(path);
            CollectionCompaction.Compact(path);
            using var compacted = CollectionReader.Open(path);

            Assert.Equal(60, compacted.RowCount);
            Assert.Equal(CollectionFile.ReadAll(old), CollectionFile.ReadAll(compacted));
            Assert.Equal("""{"k":59}""", compacted.Find(59)?.Root.ToJson());
            Assert.Equal([path], Directory.GetFiles(Path.GetDirectoryName(path)!, Path.GetFileName(path) + "*"));
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void Columns_are_listed_with_their_bounds()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(Enumerable.Range(0, 90).Select(i =>
            $"{{\"i\":{i - 5},\"d\":{i}.5,\"s\":\"x{i % 3}\",\"t\":\"2024-01-{(i % 28) + 1:00}\",\"b\":{(i % 2 == 0 ? "true" : "false")}}}")));

        var columns = reader.GetColumns();

        Assert.Equal(["$.i", "$.d", "$.s", "$.t", "$.b"], columns.Select(column => column.Path));
        Assert.Equal([ColumnType.Int64, ColumnType.Decimal, ColumnType.String, ColumnType.Date, ColumnType.Boolean], columns.Select(column => column.Type));
        Assert.Equal(["-5", "0.5", "x0", "2024-01-01", "false"], columns.Select(column => column.Min));
        Assert.Equal(["84", "89.5", "x2", "2024-01-28", "true"], columns.Select(column => column.Max));
        Assert.All(columns, column => Assert.Equal(90, column.Values));
    }

    [Fact]
    public void The_bounds_of_columns_are_exact_across_chunks()
    {
        var documents = Enumerable.Range(0, 200).Select(i =>
            $"{{\"i\":{1_234_567_890_123_456_789 + i},\"d\":123456789012345.{100 + i},\"t\":\"2024-01-01T00:00:00.000000{100 + i}Z\",\"s\":\"{new string('x', 31)}é{i}\"}}");
        using var reader = CollectionReader.Open(CollectionFile.Write(documents));

        var columns = reader.GetColumns();

        var prefix = new string('x', 31);
        Assert.Equal(["1234567890123456789", "123456789012345.100", "2024-01-01T00:00:00.000000100Z", prefix], columns.Select(column => column.Min));
        Assert.Equal(["1234567890123456988", "123456789012345.299", "2024-01-01T00:00:00.000000299Z", prefix], columns.Select(column => column.Max));
    }

    [Theory]
    [InlineData("0", "7", "-10", "999999999999999999", "-9223372036854775807")]
    [InlineData("0.5", "-0.05", "12.50", "100", "-7.000")]
    [InlineData("1e5", "-0", "3.141592653589793", "1E400", "0.1")]
    [InlineData("true", "false", "null", "true", "true")]
    [InlineData("\"2024-01-01\"", "\"2024-01-01T10:00:00Z\"", "\"2024-01-01 10:00:00.250\"", "\"1999-12-31T23:59:59.123456789+05:30\"", "null")]
    [InlineData("\"\"", "\"\\\"\\\\\\n\\u0001\\u001f\"", "\"\\t\\b\\f\\r\"", "\"é€\"", "\"plain\"")]
    public void The_JSON_size_of_a_column_is_exact(params string[] values)
    {
        var documents = Enumerable.Range(0, 80).Select(i => $$"""{"v":{{values[i % values.Length]}}}""").ToArray();
        using var reader = CollectionReader.Open(CollectionFile.Write(documents));

        var columns = reader.GetColumns();

        var json = CollectionFile.ReadAll(reader).Sum(document => Encoding.UTF8.GetByteCount(document) - """{"v":}""".Length);
        Assert.Equal(json - (4 * documents.Count(document => document.Contains("null", StringComparison.Ordinal))), columns.Sum(column => column.JsonBytes));
        Assert.All(columns, column => Assert.Equal((double)column.Bytes / column.JsonBytes, column.Ratio));
    }

    [Fact]
    public void Uncommitted_documents_are_not_visible()
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
    public void A_disposed_reader_throws()
    {
        var reader = CollectionReader.Open(CollectionFile.Write(["1"]));
        reader.Dispose();

        Assert.Throws<ObjectDisposedException>(() => reader.Get(0));
    }
}
