using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares parts and intervals of dates, which are computed for many rows at once, with the row-by-row evaluation of documents.</summary>
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

    [Theory]
    [InlineData("date_trunc(year, $.at)")]
    [InlineData("date_trunc(quarter, $.at)")]
    [InlineData("date_trunc(month, $.at)")]
    [InlineData("date_trunc(week, $.at)")]
    [InlineData("date_trunc(day, $.at)")]
    [InlineData("date_trunc(hour, $.at)")]
    [InlineData("date_trunc(minute, $.at)")]
    [InlineData("date_trunc(second, $.at)")]
    [InlineData("time_bucket('00:15:00', $.at)")]
    [InlineData("time_bucket('07:00:00', $.at)")]
    [InlineData("time_bucket('1.12:00:00', $.at, 2016-02-29T12:30:00Z)")]
    [InlineData("time_bucket('7.00:00:00', $.at, 2016-02-29T12:30:00Z)")]
    [InlineData("time_bucket('90000.00:00:00', $.at)")]
    [InlineData("time_bucket('00:00:00.250', $.at)")]
    public void Every_layout_gives_the_same_intervals(string text)
    {
        using var documents = SampleCollection.Open(s_documents, CollectionLayout.Rows);
        using var columns = SampleCollection.Open(s_documents, CollectionLayout.Columns);
        Assert.Equal(Intervals(documents, text), Intervals(columns, text));
    }

    private static List<string> Intervals(CollectionReader reader, string text)
    {
        var expression = ScanExpression.Parse(text);
        var groups = reader.Scan().GroupBy(expression.As("key")).OrderBy("key").Aggregate(Aggregate.Count(), Aggregate.Min("$.at"), Aggregate.Max("$.id"));
        return
        [
            .. Rows(reader.Scan().Select("$.id", expression.As("value")).ToTable()),
            .. Rows(reader.Scan().Where(Filter.Parse("$.id % 3 = 0")).Select("$.id", expression.As("value")).OrderBy("value").OrderBy("$.id").Limit(50).ToTable()),
            .. Rows(groups),
            .. Rows(reader.Scan().GroupBy(expression.As("key"), ScanExpression.Parse("$.id % 2 as odd")).OrderBy("key").OrderBy("odd").Aggregate(Aggregate.Count())),
            .. Rows(reader.Scan().Aggregate(Aggregate.Min(expression), Aggregate.Max(expression).As("max"), Aggregate.CountDistinct(expression), Aggregate.Mode(expression))),
            .. Enumerable.Range(0, groups.Count).Where(row => row % 9 == 1)
                .Select(row => $"{groups[row, 0]}: {reader.Scan().Where(expression, FilterOperator.Equal, groups[row, 0]).Count()} {reader.Scan().Where(expression, FilterOperator.Less, groups[row, 0]).Count()}"),
        ];
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
