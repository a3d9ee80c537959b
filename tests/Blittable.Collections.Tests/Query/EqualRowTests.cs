using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests rows that are equal in all columns but have different texts, and counts of dates computed by expressions.</summary>
public sealed class EqualRowTests
{
    private static readonly string[] s_texts =
        ["2024-02-29", "2024-02-29T00:00:00", "2024-02-29T00:00:00Z", "2024-02-29 00:00:00", "2024-02-29T05:30:00+05:30"];

    [Theory]
    [InlineData(CollectionLayout.Rows, 1000)]
    [InlineData(CollectionLayout.Rows, 70)]
    [InlineData(CollectionLayout.Columns, 1000)]
    [InlineData(CollectionLayout.Columns, 70)]
    public void Equal_rows_stay_in_the_order_of_the_collection(CollectionLayout layout, int limit)
    {
        var documents = Enumerable.Range(0, 100).Select(number => $$"""{"id":{{number}},"k":{{number % 3}},"at":"{{s_texts[number % s_texts.Length]}}"}""");
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
        var expected = Enumerable.Range(0, 100).OrderByDescending(number => number % 3).Take(limit).Select(number => number % 3);
        var rows = reader.Scan().Select("$.k", "$.at").OrderBy("$.k", descending: true).Limit(limit).ToTable();
        Assert.Equal(expected, Enumerable.Range(0, rows.Count).Select(row => (int)rows[row, 0].GetInt64()));

        var texts = Enumerable.Range(0, 100).OrderByDescending(number => number % 3).Take(limit).Select(number => s_texts[number % s_texts.Length]);
        Assert.Equal(texts, Enumerable.Range(0, rows.Count).Select(row => rows[row, 1].ToString()));
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    public void Dates_computed_by_an_expression_are_counted(CollectionLayout layout)
    {
        string[] documents = ["""{"id":1,"at":"2024-02-29"}""", """{"id":2}""", """{"id":3,"at":"x"}""", """{"id":4,"at":"2024-03-01T00:00:00Z"}"""];
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout, Columns = ["$.at"] }));
        var at = ScanExpression.Path("$.at");
        var counts = reader.Scan().Aggregate(
            Aggregate.Count(at.Truncate(DatePart.Month)), Aggregate.Count(at.Bucket(TimeSpan.FromDays(1))), Aggregate.Count("$.at"));
        Assert.Equal("2 2 3", string.Join(' ', counts.GetRow(0).ToArray()));
    }
}
