using System.Text;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

/// <summary>Tests that a damaged dictionary costs only the documents that need it: new documents can be committed, and documents without it are read.</summary>
public sealed class DamagedDictionaryTests : IDisposable
{
    private const int Old = 600, StripeRows = 300, PerCommit = 350, Commits = 3;

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Damaged => Path.Combine(_folder, "damaged.blic");

    private string Output => Path.Combine(_folder, "recovered.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(CollectionLayout.Rows, 1)]
    [InlineData(CollectionLayout.Rows, 3)]
    [InlineData(CollectionLayout.Hybrid, 1)]
    [InlineData(CollectionLayout.Auto, 1)]
    [InlineData(CollectionLayout.Auto, 2)]
    [InlineData(CollectionLayout.Columns, 1)]
    [InlineData(CollectionLayout.Columns, 3)]
    public void New_documents_are_committed_without_the_damaged_dictionary(CollectionLayout layout, int workers)
    {
        Write(layout);
        var readable = DamageLastDictionary() ? 0 : Old / 4;
        using (var writer = CollectionWriter.Append(Damaged))
        {
            writer.Workers = workers;
            for (var commit = 0; commit < Commits; commit++)
            {
                Add(writer, Old + (commit * PerCommit), PerCommit);
                writer.Commit();
            }
        }

        // Another writer uses the dictionary that the first one has trained.
        using (var writer = CollectionWriter.Append(Damaged))
        {
            Add(writer, Old + (Commits * PerCommit), PerCommit);
            writer.Commit();
        }

        const int all = Old + ((Commits + 1) * PerCommit);
        using (var reader = CollectionReader.Open(Damaged))
        {
            Assert.Equal(all, reader.Count);
            for (var id = 0; id < all; id++)
            {
                if (id >= Old || (readable > 0 && id % 4 == 0))
                {
                    Assert.Equal(Document(id), reader.Get(id).Root.ToJson());
                    Assert.Equal(Document(id), reader.Find(id)!.Root.ToJson());
                }
                else
                {
                    Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => reader.Get(id)).Code);
                }
            }

            Assert.Throws<BlittableException>(() => reader.Validate());
        }

        var report = CollectionRecovery.Recover(Damaged, Output);

        Assert.Equal((all, all - Old + readable, Old - readable, false), (report.ExpectedDocuments, report.Documents, report.LostDocuments, report.IsComplete));
        using var recovered = CollectionReader.Open(Output);
        recovered.Validate();
        Assert.Equal(
            Enumerable.Range(0, all).Where(id => id >= Old || (readable > 0 && id % 4 == 0)).Select(Document), CollectionFile.ReadAll(recovered));
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    public void Stripes_of_small_commits_are_merged_without_the_damaged_dictionary(CollectionLayout layout)
    {
        Write(layout);
        DamageLastDictionary();
        using (var writer = CollectionWriter.Append(Damaged))
        {
            for (var commit = 0; commit < 40; commit++)
            {
                Add(writer, Old + (commit * 10), 10);
                writer.Commit();
            }
        }

        using var reader = CollectionReader.Open(Damaged);
        Assert.Equal(Old + 400, reader.Count);
        Assert.InRange(reader.GetStripes().Count, 3, 20);
        for (var id = Old; id < Old + 400; id++)
        {
            Assert.Equal(Document(id), reader.Get(id).Root.ToJson());
        }
    }

    [Fact]
    public void Documents_in_columns_lose_only_the_values_that_need_the_dictionary()
    {
        Write(CollectionLayout.Columns);
        DamageLastDictionary();
        var partial = Path.Combine(_folder, "partial.blic");

        var report = CollectionRecovery.Recover(Damaged, Output, new CollectionRecoveryOptions { PartialOutput = partial }, CancellationToken.None);

        Assert.Equal((Old / 4, Old * 3 / 4, Old * 3 / 4), (report.Documents, report.LostDocuments, report.PartialDocuments));
        Assert.Equal(["$.map"], report.LostPaths);
        Assert.Single(report.Findings);
        using var reader = CollectionReader.Open(partial);
        Assert.Equal("""{"row":1,"lost":["$.map"],"document":{"id":1,"text":"text 1"}}""", CollectionFile.ReadAll(reader)[0]);
    }

    [Fact]
    public void A_dictionary_that_no_document_needs_is_verified_and_left_behind_by_compaction()
    {
        Write(CollectionLayout.Columns);
        using (var writer = CollectionWriter.Append(Damaged))
        {
            writer.DeleteWhere(Filter.Parse("$.id % 4 <> 0"));
            writer.Commit();
        }

        DamageLastDictionary();
        using (var reader = CollectionReader.Open(Damaged))
        {
            Assert.Contains("a dictionary", Assert.Throws<BlittableException>(() => reader.Validate()).Message, StringComparison.Ordinal);
        }

        CollectionCompaction.Compact(Damaged);

        using var compacted = CollectionReader.Open(Damaged);
        compacted.Validate();
        Assert.Equal(Enumerable.Range(0, Old / 4).Select(i => Document(4 * i)), CollectionFile.ReadAll(compacted));
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    public void An_automatic_rewrite_copies_the_damaged_dictionary_as_it_is(CollectionLayout layout)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows does not rewrite files in use.");
        Write(layout);
        var readable = DamageLastDictionary() ? 0 : Old / 4;
        var length = WriteDeadBytes();

        Assert.InRange(new FileInfo(Damaged).Length, 1, length / 2);
        using (var reader = CollectionReader.Open(Damaged))
        {
            Assert.Equal(Old, reader.Count);
            Assert.Contains("a dictionary", Assert.Throws<BlittableException>(() => reader.Find(1)).Message, StringComparison.Ordinal);
        }

        using (var writer = CollectionWriter.Append(Damaged))
        {
            Add(writer, Old, 20);
            writer.Commit();
        }

        var report = CollectionRecovery.Recover(Damaged, Output);

        Assert.Equal((20 + readable, Old - readable), (report.Documents, report.LostDocuments));
    }

    /// <summary>Writes and deletes 4 MB twice.</summary>
    /// <returns>The length of the file before the last deletion.</returns>
    private long WriteDeadBytes()
    {
        using var writer = CollectionWriter.Append(Damaged);
        var noise = new byte[100_000];
        long length = 0;
        for (var commit = 0; commit < 2; commit++)
        {
            for (var id = Old; id < Old + 20; id++)
            {
                new Random(id).NextBytes(noise);
                writer.Add(Encoding.UTF8.GetBytes($"{{\"id\":{id},\"text\":\"{Convert.ToHexString(noise)}\"}}"));
            }

            writer.Commit();
            length = new FileInfo(Damaged).Length;
            for (var id = Old; id < Old + 20; id++)
            {
                writer.Delete(id);
            }

            writer.Commit();
        }

        return length;
    }

    /// <summary>Returns a document. Three of four documents have names that are data, and need a dictionary even in columns.</summary>
    private static string Document(int id)
    {
        var names = Enumerable.Range(0, 6).Select(i => $"\"name-{id:x6}-{i}\":\"value {id * i}\"");
        var map = id % 4 == 0 ? "" : ",\"map\":{" + string.Join(',', names) + "}";
        return $"{{\"id\":{id},\"text\":\"text {id}\"{map}}}";
    }

    private static void Add(CollectionWriter writer, int first, int count)
    {
        for (var id = first; id < first + count; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes(Document(id)));
        }
    }

    private void Write(CollectionLayout layout)
    {
        using var writer = CollectionWriter.Create(Damaged, new CollectionOptions { Layout = layout, Key = "$.id", StripeRows = StripeRows, ChunkRows = 100 });
        Add(writer, 0, Old);
        writer.Commit();
    }

    /// <summary>Damages a byte of the newest dictionary.</summary>
    /// <returns>True if the documents are stored whole, so that each of them needs the dictionary.</returns>
    private bool DamageLastDictionary()
    {
        BlockReference block;
        bool areKept;
        using (var reader = CollectionReader.Open(Damaged))
        {
            block = reader.Snapshot.State.Dictionaries[^1].Block;
            areKept = reader.Snapshot.Stripes[0].AreDocumentsKept;
        }

        var bytes = File.ReadAllBytes(Damaged);
        bytes[block.Offset + (block.StoredLength / 2)] ^= 0x10;
        File.WriteAllBytes(Damaged, bytes);
        return areKept;
    }
}
