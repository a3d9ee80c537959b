using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests the most frequent values.</summary>
public sealed class ModeTests
{
    [Theory]
    [InlineData("1,2,2.0,1.0,2", "2")]
    [InlineData("3,1,2", "1")]
    [InlineData("\"b\",\"a\",\"b\",null,null,null,[1],[1],[1]", "b")]
    [InlineData("\"b\",7,true,true,\"b\",7.0", "true")]
    [InlineData("\"2024-03-01\",\"2024-03-01T00:00:00Z\",5", "2024-03-01")]
    [InlineData("null", "")]
    public void The_mode_is_the_least_of_the_most_frequent_values(string values, string mode)
    {
        foreach (var layout in new[] { CollectionLayout.Columns, CollectionLayout.Rows })
        {
            foreach (var (limit, workers) in new[] { (long.MaxValue, 1), (300, 1), (300, 4), (long.MaxValue, 4) })
            {
                var documents = values.Split(',').SelectMany(value => Enumerable.Range(0, 50).Select(k => $$"""{"a":{{value}},"k":{{k}}}"""));
                using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
                var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero).WithAnyMemoryLimit(limit);
                Assert.Equal(mode, scan.Aggregate(Aggregate.Mode("$.a"))[0, 0].ToString());
                var groups = scan.GroupBy("$.k").Aggregate(Aggregate.Mode("$.a"), Aggregate.Count());
                Assert.Equal(Enumerable.Repeat(mode, 50), Enumerable.Range(0, groups.Count).Select(row => groups[row, 1].ToString()));
            }
        }

        Assert.Equal("mode($.a)", Aggregate.Mode("$.a").Name);
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    [InlineData(CollectionLayout.Rows)]
    public void The_mode_of_each_group_is_that_of_its_counted_values(CollectionLayout layout)
    {
        var random = new Random(3);
        var documents = Enumerable.Range(0, 900).Select(id =>
            $$"""{"id":{{id}},"g":{{(id < 500 ? random.Next(3) : random.Next(200))}},"few":{{random.Next(4)}},"many":{{random.Next(400)}}.{{random.Next(2)}}0,"text":{{(random.Next(4) == 0 ? "null" : $"\"t{random.Next(9)}\"")}}}""").ToArray();
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
        foreach (var text in new[] { "$.few", "$.many", "$.text", "$.few + 1", "concat($.text, '!')" })
        {
            var value = ScanExpression.Parse($"{text} as value");
            var all = reader.Scan().Select(ScanExpression.Path("$.g"), value).ToTable();
            var rows = Enumerable.Range(0, all.Count).Select(row => (Group: all[row, 0], Value: all[row, 1])).ToArray();
            foreach (var (limit, workers) in new[] { (long.MaxValue, 1), (long.MaxValue, 2), (3000, 1), (3000, 2) })
            {
                var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero).WithAnyMemoryLimit(limit);
                var groups = scan.GroupBy("$.g").OrderBy("$.g").Aggregate(Aggregate.Mode(value), Aggregate.Mode(value).Where(Filter.Parse("$.few > 1")).As("filtered"));
                var filtered = scan.Where(Filter.Parse("$.few > 1")).Select(ScanExpression.Path("$.g"), value).ToTable();
                var passed = Enumerable.Range(0, filtered.Count).Select(row => (Group: filtered[row, 0], Value: filtered[row, 1])).ToLookup(row => row.Group);
                Assert.Equal(
                    rows.GroupBy(row => row.Group).OrderBy(group => group.Key).Select(group => $"{group.Key} {Mode(group)} {Mode(passed[group.Key])}"),
                    Enumerable.Range(0, groups.Count).Select(row => string.Join(' ', groups.GetRow(row).ToArray())));
                Assert.Equal(Mode(rows), scan.Aggregate(Aggregate.Mode(value))[0, 0].ToString());
            }
        }

        // The text is that of the first row with the value.
        static string Mode(IEnumerable<(QueryValue Group, QueryValue Value)> rows) =>
            rows.Where(row => row.Value.Kind != QueryValueKind.Null).GroupBy(row => row.Value).OrderByDescending(value => value.Count()).ThenBy(value => value.Key)
                .Select(value => value.Key.ToString()).FirstOrDefault("");
    }
}
