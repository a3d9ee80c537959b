using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests the deletion of documents that match a filter.</summary>
public sealed class DeleteWhereTests
{
    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    [InlineData(CollectionLayout.Rows)]
    public void Matching_documents_are_deleted_before_and_after_a_commit(CollectionLayout layout)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small with { Layout = layout, Key = "$.id" }, leaveOpen: true))
        {
            Add(writer, 0, 900);
            writer.Commit();
            writer.Delete(3);
            Assert.Equal(299, writer.DeleteWhere(Filter.Where("$.n", FilterOperator.Equal, 0)));
            Assert.Equal(0, writer.DeleteWhere(Filter.Where("$.n", FilterOperator.Equal, 0)));
            Add(writer, 900, 960);
            Assert.Equal(20, writer.DeleteWhere(Filter.Parse("$.n + 1 = 1")));
            Assert.Equal(640, writer.Count);

            // The key of a deleted document can be used again.
            writer.Add("{\"id\":900,\"n\":5}"u8);
            writer.Commit();
            Assert.Equal(1, writer.DeleteWhere(Filter.Where("$.n", FilterOperator.Equal, 5)));
            writer.Commit();
        }

        using var reader = CollectionReader.Open(new MemoryStream(stream.ToArray()));
        var ids = reader.Scan().Select("$.id").ToTable();
        Assert.Equal(Enumerable.Range(0, 960).Where(id => id % 3 != 0), Enumerable.Range(0, ids.Count).Select(row => (int)ids[row, 0].GetInt64()));
        reader.Validate();
    }

    [Fact]
    public void Retain_deletes_documents_older_than_the_given_age()
    {
        var stream = new MemoryStream();
        using var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true);
        foreach (var days in new[] { 40, 31, 29, 0 })
        {
            writer.Add(System.Text.Encoding.UTF8.GetBytes($$"""{"at":"{{DateTimeOffset.UtcNow.AddDays(-days):yyyy-MM-ddTHH:mm:ssZ}}"}"""));
        }

        writer.Add("{\"at\":\"no date\"}"u8);
        writer.Commit();
        Assert.Equal(2, writer.Retain("$.at", TimeSpan.FromDays(30)));
        Assert.Equal(3, writer.Count);
        Assert.Throws<ArgumentOutOfRangeException>(() => writer.Retain("$.at", TimeSpan.FromDays(-1)));
        Assert.Throws<ArgumentNullException>(() => writer.DeleteWhere(null!));
    }

    private static void Add(CollectionWriter writer, int first, int end)
    {
        for (var id = first; id < end; id++)
        {
            writer.Add(System.Text.Encoding.UTF8.GetBytes($$"""{"id":{{id}},"n":{{id % 3}}}"""));
        }
    }
}
