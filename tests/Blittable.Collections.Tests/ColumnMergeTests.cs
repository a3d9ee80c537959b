using System.Text;
using Blittable.Collections;
using Blittable.Collections.Stripes.Writing;

namespace Blittable.Collections.Tests;

/// <summary>Tests that merging stripes column by column has the same result as merging their documents.</summary>
public sealed class ColumnMergeTests
{
    private const int Commits = 7;
    private const int CommitRows = 10;

    private static readonly int[][] s_deletions =
    [
        [],
        [0, 5, 6, 59],
        [.. Enumerable.Range(10, 20)],
        [.. Enumerable.Range(0, 60).Where(row => row % 4 != 1)],
        [.. Enumerable.Range(0, 50)],
    ];

    /// <summary>A merged stripe equals, byte for byte, a stripe to which null was added instead of each deleted document.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void A_merged_stripe_contains_null_instead_of_deleted_documents(int deletion)
    {
        var deleted = s_deletions[deletion];
        var documents = RegularDocuments.Make(deleted.Length, Commits * CommitRows);
        var options = new CollectionOptions { ChunkRows = 16, Indexes = ["$.word", "$.id"] };
        using var stream = WriteAllButLast(documents, options);
        using (var reader = CollectionReader.Open(stream, leaveOpen: true))
        {
            Assert.True(TransferSchema.CanCombine(reader.Snapshot.Stripes));
        }

        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            Add(writer, documents.Skip((Commits - 1) * CommitRows));
            foreach (var row in deleted)
            {
                Assert.True(writer.DeleteRow(row));
            }

            writer.Commit();
        }

        var expected = CollectionFile.Write(documents.Select((document, row) => deleted.Contains(row) ? "null" : document), options);
        Assert.Equal(Convert.ToHexString(StripeBytes(expected)), Convert.ToHexString(StripeBytes(stream)));
        using var merged = CollectionReader.Open(stream);
        merged.Validate();
        Assert.Equal(documents.Count, merged.RowCount);
        for (var row = 0; row < documents.Count; row++)
        {
            Assert.Equal(!deleted.Contains(row), merged.TryGet(row, out var document));
            Assert.Equal(deleted.Contains(row) ? null : documents[row], document?.Root.ToJson());
        }
    }

    [Fact]
    public void Deletions_of_earlier_merges_remain()
    {
        var documents = RegularDocuments.Make(3, 700);
        var deleted = new HashSet<int>();
        var random = new Random(3);
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Key = "$.id", ChunkRows = 50 }, leaveOpen: true))
        {
            for (var start = 0; start < documents.Count; start += CommitRows)
            {
                Add(writer, documents.Skip(start).Take(CommitRows));
                writer.Commit();
                for (var count = random.Next(6); count > 0; count--)
                {
                    var row = random.Next(start + CommitRows);
                    Assert.Equal(deleted.Add(row), writer.Delete(row));
                }
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        reader.Validate();
        Assert.InRange(reader.Snapshot.Stripes.Count, 1, 20);
        Assert.Equal(documents.Where((_, row) => !deleted.Contains(row)), CollectionFile.ReadAll(reader));
        Assert.All(Enumerable.Range(0, documents.Count), row => Assert.Equal(!deleted.Contains(row), reader.TryGet(row, out _)));
        Assert.All(Enumerable.Range(0, documents.Count), row => Assert.Equal(!deleted.Contains(row), reader.Find(row) is not null));
        Assert.Equal(reader.ByteCount, reader.GetSpace().Sum(part => part.Bytes));
    }

    [Fact]
    public void A_damaged_stripe_is_not_merged_and_does_not_prevent_the_commit()
    {
        var documents = RegularDocuments.Make(1, Commits * CommitRows);
        using var stream = WriteAllButLast(documents, new CollectionOptions { ChunkRows = 16 });
        using (var reader = CollectionReader.Open(stream, leaveOpen: true))
        {
            var block = reader.Snapshot.Stripes[3].Directory.Nodes[2].Strings!.Chunk(0).Block;
            stream.GetBuffer()[block.Offset + 5] ^= 1;
        }

        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            Add(writer, documents.Skip((Commits - 1) * CommitRows));
            writer.Commit();
        }

        using var committed = CollectionReader.Open(stream);
        Assert.Equal(documents.Count, committed.Count);
        Assert.Equal(documents[^1], committed.Get(documents.Count - 1).Root.ToJson());
        Assert.Throws<BlittableException>(() => committed.Validate());
    }

    private static MemoryStream WriteAllButLast(List<string> documents, CollectionOptions options)
    {
        var stream = new MemoryStream();
        using var writer = CollectionWriter.Create(stream, options, leaveOpen: true);
        for (var commit = 0; commit < Commits - 1; commit++)
        {
            Add(writer, documents.Skip(commit * CommitRows).Take(CommitRows));
            writer.Commit();
        }

        return stream;
    }

    private static void Add(CollectionWriter writer, IEnumerable<string> documents)
    {
        foreach (var document in documents)
        {
            writer.Add(Encoding.UTF8.GetBytes(document));
        }
    }

    private static byte[] StripeBytes(MemoryStream stream)
    {
        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        var stripe = reader.Snapshot.Stripes.Single().Reference;
        return stream.GetBuffer().AsSpan((int)stripe.Origin, (int)stripe.Length).ToArray();
    }
}
