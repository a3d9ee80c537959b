using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares parts of dates, which are looked up by day for many rows at once, with the row-by-row evaluation of documents.</summary>
public sealed class DatePartTests
{
    private static readonly string[] s_parts = ["year", "quarter", "month", "week", "day", "weekday", "dayofyear", "hour", "minute", "second"];

    /// <summary>The dates of the first chunk groups are days of a few years, followed by instants of all centuries, of one day, and of another unit.</summary>
    private static readonly string[] s_documents = [.. Documents()];

    [Fact]
    public void Every_layout_gives_the_same_parts()
    {
        using var documents = SampleCollection.Open(s_documents, CollectionLayout.Rows);
        using var columns = SampleCollection.Open(s_documents, CollectionLayout.Columns);
        foreach (var part in s_parts)
        {
            Assert.Equal(Answers(documents, part), Answers(columns, part));
        }
    }

    private static List<string> Answers(CollectionReader reader, string part)
    {
        var expression = ScanExpression.Parse($"{part}($.at)");
        var values = reader.Scan().Select("$.id", expression.As("value"), ScanExpression.Parse("year($.at) * 1000 + dayofyear($.at)").As("other")).ToTable();
        return
        [
            .. Rows(values),
            .. Rows(reader.Scan().GroupBy(expression.As("key")).Aggregate(Aggregate.Count(), Aggregate.Sum(expression).As("sum"))).Order(StringComparer.Ordinal),
            .. ((string[])["in (1, 2, 6, 2015, 53)", "not in (1, 6)", "between 2 and 2014", "<> 4", "= 4", "< 2016", ">= 7"])
                .Select(condition => $"{condition}: {reader.Scan().Where(Filter.Parse(condition.StartsWith("not", StringComparison.Ordinal) ? $"not ({part}($.at) {condition[4..]})" : $"{part}($.at) {condition}")).Count()}"),
        ];
    }

    private static IEnumerable<string> Rows(QueryTable table) => Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray()));

    private static IEnumerable<string> Documents()
    {
        var random = new Random(17);
        for (var id = 0; id < 700; id++)
        {
            var day = new DateTime(2013, 1, 1).AddDays(random.Next(2000));
            var date = id < 256 ? day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)
                : id < 400 ? $"{random.Next(1, 9999):d4}-{random.Next(1, 13):d2}-{random.Next(1, 29):d2}T{random.Next(24):d2}:00:00Z"
                : id < 550 ? $"2016-02-29T{random.Next(24):d2}:{random.Next(60):d2}:{random.Next(60):d2}.{random.Next(1000):d3}Z"
                : day.AddSeconds(random.Next(86400)).ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture) + (id % 2 == 0 ? "Z" : "+05:30");
            yield return random.Next(9) == 0 ? $$"""{"id":{{id}}}""" : $$"""{"id":{{id}},"at":"{{date}}"}""";
        }
    }
}
