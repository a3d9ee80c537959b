using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests ordered groups of which only the first are requested.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class FirstGroupsTests
{
    [Theory]
    [MemberData(nameof(AggregateTests.Ways), MemberType = typeof(AggregateTests))]
    public void The_first_groups_are_ordered_exactly_by_sums_that_hardly_differ(CollectionLayout layout, int workers)
    {
        // Sums of 2^53 and more, which doubles cannot distinguish, negative sums, and sums of no values.
        string[] documents = [.. Enumerable.Range(0, 3000).Select(i => (i % 1000) switch
        {
            < 900 and var group => $$"""{"group":"g{{group}}","amount":{{9_007_199_254_740_992 + (group * 7 % 900)}}}""",
            < 990 and var group => $$"""{"group":"g{{group}}","amount":{{-group}}}""",
            _ => $$"""{"group":"none"}""",
        })];
        using var reader = SampleCollection.Open(documents, layout);

        string[] Top(bool descending) =>
            [.. Names(reader.Scan().WithWorkers(workers, TimeSpan.Zero).GroupBy("$.group").OrderBy("total", descending).Limit(5).Aggregate(Aggregate.Sum("$.amount").As("total")))];

        static IEnumerable<string> Names(QueryTable table) => Enumerable.Range(0, table.Count).Select(row => table[row, 0].GetString());

        Assert.Equal(Enumerable.Range(0, 900).OrderByDescending(group => group * 7 % 900).Take(5).Select(group => $"g{group}"), Top(descending: true));
        Assert.Equal(["none", "g989", "g988", "g987", "g986"], Top(descending: false));
    }
}
