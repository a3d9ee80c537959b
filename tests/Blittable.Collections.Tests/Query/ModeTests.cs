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
}
