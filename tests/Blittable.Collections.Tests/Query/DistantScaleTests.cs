using System.Globalization;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests sums of numbers whose fraction digits differ by more than 128 bits can hold.</summary>
public sealed class DistantScaleTests
{
    private const int ChunkRows = 64;

    /// <summary>The products have 41 fraction digits: 20 of the shortest doubles, 18 of the decimals, and three spare digits of the sum.</summary>
    private static readonly string[] Tiny =
        [.. Enumerable.Range(0, ChunkRows).Select(i => string.Create(CultureInfo.InvariantCulture, $$"""{"g":{{i % 2}},"a":7.51234123412{{(10 * i) + 1:d3}}E-05,"b":0.000000000000000123}"""))];

    /// <summary>The factors do not fit in 64 bits with 18 fraction digits.</summary>
    private static readonly string[] Integers = [.. Enumerable.Range(0, ChunkRows).Select(i => $$"""{"g":{{i % 2}},"a":5,"b":{{30 + i}}}""")];

    public static TheoryData<bool, int> Orders => new() { { false, 1 }, { true, 1 }, { false, 2 }, { true, 2 } };

    [Theory]
    [MemberData(nameof(Orders))]
    public void Products_of_distant_scales_are_summed_exactly(bool areIntegersFirst, int workers)
    {
        string[] documents = areIntegersFirst ? [.. Integers, .. Tiny] : [.. Tiny, .. Integers];
        using var columns = SampleCollection.Open(documents);
        using var rows = SampleCollection.Open(documents, CollectionLayout.Rows);

        Assert.Equal(Sum(rows), Sum(columns));
        Assert.Equal(Sums(rows), Sums(columns));
        Assert.StartsWith("19680.000000000000000000", Sum(columns), StringComparison.Ordinal);

        string Sum(CollectionReader reader) => reader.Scan().WithWorkers(workers, TimeSpan.Zero).Aggregate(Aggregate.Sum("$.a", "$.b"))[0, 0].ToJson();

        string Sums(CollectionReader reader)
        {
            var table = reader.Scan().WithWorkers(workers, TimeSpan.Zero).GroupBy("$.g").OrderBy("sum", descending: true).Limit(1)
                .Aggregate(Aggregate.Sum("$.a", "$.b").As("sum"), Aggregate.Average("$.a", "$.b"));
            return string.Join(' ', table.GetRow(0).ToArray().Select(value => value.ToJson()));
        }
    }
}
