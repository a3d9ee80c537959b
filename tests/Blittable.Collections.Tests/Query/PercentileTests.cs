using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

[Trait(Category.Name, Category.Vector)]
public sealed class PercentileTests
{
    /// <summary>Covers values that occur more often than 16-bit counters hold, and more groups than can have their own counters.</summary>
    [Theory]
    [InlineData(200_000, 2, 3, 1)]
    [InlineData(200_000, 2, 3, 3)]
    [InlineData(20_000, 1, 60_000, 2)]
    [InlineData(20_000, 300, 50_000, 1)]
    [InlineData(20_000, 300, 50_000, 3)]
    [InlineData(20_000, 300, 1 << 24, 1)]
    public void Percentiles_of_groups_equal_percentiles_of_the_sorted_values(int rows, int groups, int span, int workers)
    {
        var random = new Random(rows + groups);
        var values = Enumerable.Range(0, rows).Select(_ => (Group: random.Next(groups), Value: random.Next(span) - 1)).ToArray();
        values[0].Value = -1;
        values[^1].Value = span - 2;
        using var reader = CollectionReader.Open(CollectionFile.Write(
            values.Select((row, i) => i % 11 == 10 ? $"{{\"g\":{row.Group}}}" : $"{{\"g\":{row.Group},\"v\":{row.Value}}}"),
            new CollectionOptions { StripeRows = 70_000, ChunkRows = 5000 }));
        var expected = values.Where((_, i) => i % 11 != 10).GroupBy(row => row.Group, row => row.Value)
            .ToDictionary(group => group.Key, group => group.Order().ToArray());

        foreach (var fraction in (double[])[0, 0.37, 0.95, 1])
        {
            var found = reader.Scan().WithWorkers(workers, TimeSpan.Zero).GroupBy("$.g").Aggregate(Aggregate.Percentile(fraction, "$.v"), Aggregate.Sum("$.v"));

            Assert.Equal(expected.Count, found.Count);
            for (var row = 0; row < found.Count; row++)
            {
                var sorted = expected[(int)found[row, 0].GetInt64()];
                var position = fraction * (sorted.Length - 1);
                var (at, next) = (sorted[(int)position], sorted[Math.Min((int)position + 1, sorted.Length - 1)]);
                Assert.Equal(at + ((next - at) * (position - (int)position)), found[row, 1].GetDouble(), 6);
                Assert.Equal(sorted.Sum(value => (long)value), found[row, 2].GetInt64());
            }
        }
    }

    [Fact]
    public void Memory_use_of_many_groups_depends_on_their_rows_and_not_on_the_value_range()
    {
        const int groups = 5000;
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 2 * groups).Select(row => $"{{\"g\":{row % groups},\"v\":{row * 7919 % 65_000}}}"), new CollectionOptions()));
        var before = GC.GetAllocatedBytesForCurrentThread();

        reader.Scan().GroupBy("$.g").Aggregate(Aggregate.Percentile(0.5, "$.v"));

        // With a 64-bit counter for each of 65,000 values, the groups would take 2.6 GB.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 64L << 20);
    }

    [Theory]
    [InlineData(false, 5)]
    [InlineData(true, 5)]
    [InlineData(true, 1)]
    [InlineData(false, 10_000)]
    public void The_first_groups_by_count_equal_the_first_groups_after_sorting_all(bool isDescending, int limit)
    {
        var random = new Random(limit);
        var keys = Enumerable.Range(0, 3000).Select(_ => random.Next(40) * random.Next(40)).ToArray();
        using var reader = CollectionReader.Open(CollectionFile.Write(keys.Select(key => $"{{\"k\":{key}}}")));
        var groups = keys.GroupBy(key => key).Select(group => (Key: (long)group.Key, Count: (long)group.Count()));
        var ordered = isDescending ? groups.OrderByDescending(group => group.Count) : groups.OrderBy(group => group.Count);
        var expected = ordered.ThenBy(group => group.Key).Take(limit);

        var found = reader.Scan().GroupBy("$.k").OrderBy("count", isDescending).Limit(limit).Aggregate(Aggregate.Count());

        Assert.Equal(expected, Enumerable.Range(0, found.Count).Select(row => (found[row, 0].GetInt64(), found[row, 1].GetInt64())));
    }
}
