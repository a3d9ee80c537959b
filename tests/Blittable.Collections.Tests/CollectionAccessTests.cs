using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

/// <summary>Tests that memory-mapped access and system calls return the same results. They differ only if the file cannot be read.</summary>
[Collection(AloneCollection.Name)]
public sealed class CollectionAccessTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public static TheoryData<CollectionLayout, BlockCompression> Kinds => new()
    {
        { CollectionLayout.Rows, BlockCompression.None },
        { CollectionLayout.Rows, BlockCompression.Lz4 },
        { CollectionLayout.Columns, BlockCompression.None },
        { CollectionLayout.Columns, BlockCompression.Brotli },
        { CollectionLayout.Hybrid, BlockCompression.None },
        { CollectionLayout.Auto, BlockCompression.Zstandard },
    };

    private string Path => System.IO.Path.Combine(_folder, "collection.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Both_access_modes_return_the_same_results(CollectionLayout layout, BlockCompression compression)
    {
        Write(layout, compression);
        using var expected = CollectionReader.Open(new MemoryStream(File.ReadAllBytes(Path)));
        foreach (var access in Enum.GetValues<CollectionAccess>())
        {
            using var reader = CollectionReader.Open(Path, new CollectionReaderOptions { Access = access });

            reader.Validate();
            Assert.Equal((expected.Count, expected.RowCount, expected.CommitNumber), (reader.Count, reader.RowCount, reader.CommitNumber));
            Assert.Equal(CollectionFile.ReadAll(expected), CollectionFile.ReadAll(reader));
            Assert.Equal(expected.GetColumns().Select(column => column.ToString()), reader.GetColumns().Select(column => column.ToString()));
            for (var row = 0; row < expected.RowCount; row++)
            {
                Assert.Equal(expected.TryGet(row, out var document), reader.TryGet(row, out var found));
                Assert.Equal(document?.Root.ToJson(), found?.Root.ToJson());
                Assert.Equal(expected.Find(row)?.Root.ToJson(), reader.Find(row)?.Root.ToJson());
            }

            foreach (var kind in "abcdefg")
            {
                Assert.Equal(Json(expected.FindAll("$.kind", $"{kind}")), Json(reader.FindAll("$.kind", $"{kind}")));
                Assert.Equal(Answers(expected, kind), Answers(reader, kind));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Threads_sharing_a_reader_that_uses_system_calls_find_every_document(CollectionLayout layout, BlockCompression compression)
    {
        var documents = Write(layout, compression);
        using var reader = CollectionReader.Open(Path, new CollectionReaderOptions { Access = CollectionAccess.RandomAccess });

        Parallel.For(0, 8, worker =>
        {
            for (var i = 0; i < documents.Count; i++)
            {
                var id = (i + (worker * 17)) % documents.Count;
                using var document = reader.Find(id);
                Assert.Equal(documents[id], document?.Root.ToJson());
            }
        });
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Reading_a_truncated_file_by_system_calls_throws_an_IOException_or_returns_the_answers_of_the_whole_file(CollectionLayout layout, BlockCompression compression)
    {
        Write(layout, compression);
        var length = new FileInfo(Path).Length;
        var random = new Random(5);
        using var whole = CollectionReader.Open(new MemoryStream(File.ReadAllBytes(Path)));
        var expected = Answers(whole, 'a');
        for (var cut = 0; cut < 40; cut++)
        {
            var bytes = File.ReadAllBytes(Path);
            using (var reader = CollectionReader.Open(Path, new CollectionReaderOptions { Access = CollectionAccess.RandomAccess }))
            {
                Shorten(cut == 0 ? 0 : random.NextInt64(Superblock.DataStart, length - 1));
                try
                {
                    reader.Validate();
                    Assert.Equal(expected, Answers(reader, 'a'));
                    Assert.NotEqual(0, cut);
                }
                catch (IOException fault)
                {
                    Assert.Contains("was truncated", fault.Message, StringComparison.Ordinal);
                }
            }

            File.WriteAllBytes(Path, bytes);
        }
    }

    [Fact]
    public void Stripe_directories_are_read_by_system_calls_in_both_modes()
    {
        foreach (var access in Enum.GetValues<CollectionAccess>())
        {
            Write(CollectionLayout.Rows, BlockCompression.None);
            using var reader = CollectionReader.Open(Path, new CollectionReaderOptions { Access = access });

            // Directories are read when a stripe is first used. Reading them through a mapping would crash the process here.
            Shorten(0);

            Assert.Throws<EndOfStreamException>(() => reader.Get(0));
            Assert.Throws<EndOfStreamException>(() => reader.Find(3));
            Assert.Throws<EndOfStreamException>(() => reader.Scan().Where("$.kind", FilterOperator.Equal, "a").Count());
        }
    }

    [Theory]
    [InlineData("file", BlockCompression.None)]
    [InlineData("stream", BlockCompression.None)]
    [InlineData("writer", BlockCompression.None)]
    [InlineData("writer", BlockCompression.Lz4)]
    public void Blocks_read_by_system_calls_are_not_all_kept_in_memory(string user, BlockCompression compression)
    {
        var options = new CollectionOptions { Layout = CollectionLayout.Rows, StripeRows = 64, Compression = compression };
        using (var writer = CollectionWriter.Create(Path, options))
        {
            var random = new Random(3);
            var bytes = new byte[1 << 15];
            for (var i = 0; i < 3000; i++)
            {
                random.NextBytes(bytes);
                writer.Add(System.Text.Encoding.UTF8.GetBytes($"\"{Convert.ToHexString(bytes)}\""));
            }

            writer.Commit();
        }

        Assert.True(new FileInfo(Path).Length > 90 << 20);
        using var file = new FileStream(Path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        using var appending = user == "writer" ? CollectionWriter.Append(file, leaveOpen: true) : null;
        using var reader = user == "stream" ? CollectionReader.Open(file, leaveOpen: true)
            : CollectionReader.Open(Path, new CollectionReaderOptions { Access = CollectionAccess.RandomAccess });
        var before = GC.GetTotalMemory(forceFullCollection: true);
        if (appending is not null)
        {
            Assert.Equal(0, appending.DeleteWhere(Filter.Where("$", FilterOperator.Equal, "x")));
        }
        else
        {
            reader.ForEach((_, _) => { });
        }

        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, -(10 << 20), 80 << 20);
        GC.KeepAlive(appending);
    }

    [Fact]
    public void A_file_too_short_for_a_collection_is_rejected_in_both_modes()
    {
        foreach (var access in Enum.GetValues<CollectionAccess>())
        {
            foreach (var length in (int[])[0, 1, 8191])
            {
                File.WriteAllBytes(Path, new byte[length]);

                Assert.Throws<BlittableException>(() => CollectionReader.Open(Path, new CollectionReaderOptions { Access = access }));
            }
        }
    }

    private static IEnumerable<string> Json(IEnumerable<BlittableDocument> documents) => documents.Select(document => document.Root.ToJson());

    private static string Answers(CollectionReader reader, char kind) => string.Join(
        '|',
        reader.Scan().Count(),
        reader.Scan().Where("$.kind", FilterOperator.Equal, $"{kind}").Count(),
        reader.Scan().Where("$.price", FilterOperator.Greater, 500).Count(),
        Text(reader.Scan().GroupBy("$.kind").OrderBy("$.kind").Aggregate(Aggregate.Count(), Aggregate.Sum("$.price"), Aggregate.Max("$.at"))),
        Text(reader.Scan().Where("$.kind", FilterOperator.Equal, $"{kind}").Select("$.id", "$.tags", "$.aed.os").OrderBy("$.id").Limit(20).ToTable()));

    private static string Text(QueryTable table) =>
        string.Join(';', Enumerable.Range(0, table.Count).Select(row => string.Join(',', table.GetRow(row).ToArray())));

    private void Shorten(long length)
    {
        using var file = new FileStream(Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        file.SetLength(length);
    }

    /// <summary>Writes two commits. The second deletes and replaces documents of the first.</summary>
    private List<string?> Write(CollectionLayout layout, BlockCompression compression)
    {
        var documents = RandomDocuments.Make(31, 400).Where(document => document.StartsWith("{\"id\":", StringComparison.Ordinal)).Take(300)
            .Select((document, id) => (string?)CollectionFile.Minify($"{{\"id\":{id}{document[document.IndexOf(',')..]}")).ToList();
        using var writer = CollectionWriter.Create(
            Path,
            new CollectionOptions { StripeRows = 120, ChunkRows = 32, Layout = layout, Compression = compression, Key = "$.id", Indexes = ["$.kind"], Columns = ["$.price"] });
        documents.ForEach(document => writer.Add(System.Text.Encoding.UTF8.GetBytes(document!)));
        writer.Commit();
        for (var id = 0; id < documents.Count; id += 7)
        {
            writer.Delete(id);
            documents[id] = null;
        }

        documents[30] = CollectionFile.Minify(documents[30]!.Replace("\"kind\"", "\"kindred\"", StringComparison.Ordinal));
        writer.Update(System.Text.Encoding.UTF8.GetBytes(documents[30]!));
        writer.Commit();
        return documents;
    }
}
