using Blittable.Collections;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests.Building;

public sealed class LayoutChoiceTests
{
    [Fact]
    public void Each_stripe_uses_the_layout_with_fewer_bytes()
    {
        // Regular documents are smaller in columns. Documents with unique names and strings are smaller in rows.
        var random = new Random(5);
        var regular = Enumerable.Range(0, 500).Select(i => $$"""{"n":{{i}},"s":"{{i % 3}}","b":{{(i % 2 == 0 ? "true" : "false")}}}""");
        var irregular = Enumerable.Range(0, 500).Select(i => $$"""{"k{{random.Next()}}":[{"x{{random.Next()}}":{{i}}},"{{random.Next()}}"]}""");
        var options = new CollectionOptions { Layout = CollectionLayout.Auto, StripeRows = 500 };
        var documents = regular.Concat(irregular).ToList();
        using var stream = CollectionFile.Write(documents, options);
        using var reader = CollectionReader.Open(stream, leaveOpen: true);

        var stripes = reader.GetStripes();
        Assert.Equal([CollectionLayout.Columns, CollectionLayout.Rows], stripes.Select(stripe => stripe.Layout));
        Assert.All(stripes, stripe => Assert.Equal(
            stripe.ColumnBytes <= stripe.RowBytes ? CollectionLayout.Columns : CollectionLayout.Rows, stripe.Layout));
        Assert.All(stripes, stripe => Assert.True(stripe is { RowBytes: > 0, ColumnBytes: > 0 }));
        Assert.Equal(documents, CollectionFile.ReadAll(reader));
        Assert.Equal(500, reader.Scan().Where(Filter.Exists("$.n")).Count());
        reader.Validate();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Residual_documents_share_a_dictionary_of_names_and_strings(int workers)
    {
        // Each document has one of 400 objects whose names are too rare for columns, and the strings repeat.
        var documents = Enumerable.Range(0, 4000).Select(i =>
            $$$"""{"id":{{{i}}},"rare":{"only in {{{i % 400}}}":"a text that {{{i % 50}}} others have as well","also {{{i % 400}}}":[1,"x{{{i % 7}}}"]}}""").ToList();
        var options = new CollectionOptions { StripeRows = 1000, ChunkRows = 500 };
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, options, leaveOpen: true))
        {
            writer.Workers = workers;
            documents.ForEach(document => writer.Add(System.Text.Encoding.UTF8.GetBytes(document)));
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal(documents, CollectionFile.ReadAll(reader));
        Assert.True(reader.Snapshot.State.Dictionaries.Count > 0);
        Assert.True(reader.ByteCount * 3 < documents.Sum(document => document.Length), $"{reader.ByteCount} bytes");
    }
}
