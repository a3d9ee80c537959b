using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests the documents of the rows of a batch.</summary>
public sealed class ScanBatchTests
{
    private const int Count = 100;

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void Documents_of_a_range_are_those_of_its_rows(CollectionLayout layout)
    {
        string[] documents = [.. Enumerable.Range(0, Count).Select(id => $$"""{"id":{{id}},"l":[{{id}},null]}""")];
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
        List<string> found = [];
        foreach (var batch in reader.Scan().Where("$.id", FilterOperator.GreaterOrEqual, 37).Select("$.id"))
        {
            for (var first = 0; first < batch.Count; first += 3)
            {
                var row = first;
                batch.ReadDocuments(first, Math.Min(3, batch.Count - first), (number, document) =>
                {
                    Assert.Equal(batch.RowNumbers[row], number);
                    Assert.Equal(batch[row++, 0].GetInt64(), document.GetProperty("id"u8).GetInt64());
                    found.Add(document.ToJson());
                });
            }

            batch.ReadDocuments(batch.Count, 0, (_, _) => Assert.Fail("The range is empty."));
            Assert.Throws<ArgumentOutOfRangeException>(() => batch.ReadDocuments(batch.Count, 1, (_, _) => { }));
            Assert.Throws<ArgumentOutOfRangeException>(() => batch.ReadDocuments(-1, 1, (_, _) => { }));
        }

        Assert.Equal(documents[37..], found);
    }

    [Fact]
    public void Batches_without_columns_have_documents()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(["""{"a":1}""", "[2]"]));
        List<string> found = [];
        foreach (var batch in reader.Scan().Select(Array.Empty<string>()))
        {
            batch.ReadDocuments(0, batch.Count, (_, document) => found.Add(document.ToJson()));
        }

        Assert.Equal(["""{"a":1}""", "[2]"], found);
    }

    [Fact]
    public void Array_elements_are_not_documents()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(["""{"l":[1,2]}"""]));

        Assert.Throws<InvalidOperationException>(() => reader.Scan().Unnest("$.l[*]").Select("$.l[*]").ToList().ForEach(batch => batch.ReadDocuments(0, 1, (_, _) => { })));
    }
}
