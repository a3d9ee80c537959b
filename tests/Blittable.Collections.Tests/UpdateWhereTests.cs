using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests the update of documents that match a filter.</summary>
public sealed class UpdateWhereTests
{
    [Theory]
    [InlineData(CollectionLayout.Columns, "$.id")]
    [InlineData(CollectionLayout.Hybrid, null)]
    [InlineData(CollectionLayout.Rows, "$.id")]
    public void Matching_documents_are_patched_once_before_and_after_a_commit(CollectionLayout layout, string? key)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small with { Layout = layout, Key = key }, leaveOpen: true))
        {
            Add(writer, 0, 300);
            writer.Commit();
            Add(writer, 300, 310);
            using var patch = BlittablePatch.Parse("""{"n":1,"old":null,"new":[1.50]}"""u8, BlittablePatchKind.MergePatch);
            Assert.Equal(104, writer.UpdateWhere(Filter.Where("$.n", FilterOperator.Equal, 0), patch));
            Assert.Equal(310, writer.Count);

            // Updated documents match the next filter.
            Assert.Equal(207, writer.UpdateWhere(Filter.Parse("$.n + 1 = 2"), editor => editor.Set(BlittablePath.Parse("$.n"), "5"u8)));
            Assert.Equal(0, writer.UpdateWhere(Filter.Where("$.n", FilterOperator.Less, 2), patch));
            writer.Commit();
        }

        using var reader = CollectionReader.Open(new MemoryStream(stream.ToArray()));
        reader.Validate();
        var documents = new SortedDictionary<long, string>();
        reader.ForEach((_, document) => documents.Add(document.GetProperty("id"u8).GetInt64(), document.ToJson()));
        Assert.Equal(310, documents.Count);
        Assert.All(documents, pair => Assert.Equal(
            (pair.Key % 3) switch
            {
                0 => $$"""{"id":{{pair.Key}},"n":5,"new":[1.50]}""",
                1 => $$"""{"id":{{pair.Key}},"n":5,"old":"x"}""",
                _ => $$"""{"id":{{pair.Key}},"n":2,"old":"x"}""",
            },
            pair.Value));
    }

    [Fact]
    public void A_failed_change_leaves_the_document_unchanged()
    {
        using var writer = CollectionWriter.Create(new MemoryStream(), CollectionFile.Small with { Key = "$.id" });
        Add(writer, 0, 6);
        var id = BlittablePath.Parse("$.id");

        // Keys that already exist and values that are not keys are rejected before anything is deleted.
        foreach (var value in new[] { "5", "{}" })
        {
            var fault = Assert.Throws<BlittableException>(() => writer.UpdateWhere(Filter.Where("$.id", FilterOperator.Equal, 2), editor => editor.Set(id, Encoding.UTF8.GetBytes(value))));
            Assert.Equal(BlittableErrorCode.InvalidOperation, fault.Code);
            Assert.Equal(6, writer.Count);
        }

        Assert.Equal(1, writer.UpdateWhere(Filter.Where("$.id", FilterOperator.Equal, 2), editor => editor.Set(id, "9"u8)));
        Assert.False(writer.Delete(2));
        Assert.True(writer.Delete(9));
        Assert.Throws<InvalidOperationException>(() => writer.UpdateWhere(Filter.All(), _ => throw new InvalidOperationException()));
        Assert.Throws<ArgumentNullException>(() => writer.UpdateWhere(null!, _ => { }));
        Assert.Throws<ArgumentNullException>(() => writer.UpdateWhere(Filter.All(), (BlittablePatch)null!));
        Assert.Equal(5, writer.Count);
    }

    /// <summary>An update that keeps its key searches no index. Damage of another stripe must not cost the document.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void A_damaged_index_of_another_stripe_loses_no_updated_document(int workers)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small with { Key = "$.id", Layout = CollectionLayout.Columns }, leaveOpen: true))
        {
            foreach (var id in Enumerable.Range(0, 80).Reverse())
            {
                Add(writer, id, id + 1);
            }

            writer.Commit();
        }

        using (var reader = CollectionReader.Open(stream, leaveOpen: true))
        {
            var index = Assert.Single(reader.Snapshot.Stripes[0].Directory.Indexes);
            Assert.True(index.Block.Exists);
            stream.GetBuffer()[index.Block.Offset + 3] ^= 1;
        }

        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            writer.Workers = workers;
            var filter = Filter.Where("$.id", FilterOperator.Less, 4);
            Assert.Equal(4, writer.UpdateWhere(filter, editor => editor.Set(BlittablePath.Parse("$.n"), "77"u8)));

            // A changed key is searched for, which fails before the document is removed.
            var (id, other) = (BlittablePath.Parse("$.id"), Filter.Where("$.id", FilterOperator.Equal, 5));
            Assert.Throws<BlittableException>(() => writer.UpdateWhere(other, editor => editor.Set(id, "500"u8)));
            Assert.Equal(80, writer.Count);
            writer.Commit();
        }

        using var read = CollectionReader.Open(stream);
        Assert.Equal((80, 4), (read.Count, read.Scan().Where("$.n", FilterOperator.Equal, 77).Count()));
        Assert.Equal(1, read.Scan().Where("$.id", FilterOperator.Equal, 5).Count());
    }

    private static void Add(CollectionWriter writer, int first, int end)
    {
        for (var id = first; id < end; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"n":{{id % 3}},"old":"x"}"""));
        }
    }
}
