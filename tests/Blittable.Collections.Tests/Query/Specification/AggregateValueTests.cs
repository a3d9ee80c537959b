namespace Blittable.Collections.Tests.Query.Specification;

/// <summary>Tests the sentences of QUERIES.md about the values that aggregates count, and about estimates.</summary>
public sealed class AggregateValueTests
{
    /// <summary>One value per state: missing, null, 5, an array and an object.</summary>
    private static readonly string[] States = ["", ",\"x\":null", ",\"x\":5", ",\"x\":[5]", ",\"x\":{\"a\":5}"];

    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Every_aggregate_leaves_out_missing_values_null_and_containers(CollectionLayout layout)
    {
        var values = States.Select((state, id) => $$"""{"id":{{id}}{{state}}}""").ToArray();
        using var documents = SampleCollection.Open(values, layout, "$.id", "$.x");
        using var elements = SampleCollection.Open([$$"""{"items":[{{string.Join(',', values)}}]}"""], layout, "$.items");

        foreach (var limit in (long[])[1, long.MaxValue])
        {
            Check(documents.Scan().WithAnyMemoryLimit(limit), "$.id", "$.x");
            Check(elements.Scan().WithAnyMemoryLimit(limit).Unnest("$.items[*]"), "$.items[*].id", "$.items[*].x");
        }

        static void Check(CollectionScan scan, string id, string path)
        {
            Aggregate[] aggregates =
            [
                Aggregate.Count(path), Aggregate.CountDistinct(path), Aggregate.ApproximateCountDistinct(path), Aggregate.Sum(path), Aggregate.Average(path), Aggregate.Min(path),
                Aggregate.Max(path), Aggregate.Percentile(0.5, path), Aggregate.PercentileDiscrete(0.5, path), Aggregate.ApproximatePercentile(0.5, path), Aggregate.Median(path),
                Aggregate.Variance(path), Aggregate.VariancePopulation(path), Aggregate.StandardDeviation(path), Aggregate.StandardDeviationPopulation(path),
                Aggregate.First(path), Aggregate.Last(path), Aggregate.Mode(path), Aggregate.ArgMin(id, path), Aggregate.ArgMax(path, id),
            ];
            const string expected = "1 1 1 5 5 5 5 5 5 5 5 null 0 null 0 5 5 5 2 5";

            Assert.Equal(expected, Line(scan.Aggregate(aggregates)));
            Assert.Equal($"1 {expected}", Line(scan.GroupBy(ScanExpression.Constant(1).As("k")).Aggregate(aggregates)));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void The_extremes_of_an_argument_prefer_numbers_then_dates_then_strings_then_booleans(CollectionLayout layout)
    {
        string[] documents =
        [
            """{"v":"boolean","by":true,"n":1}""", """{"v":"string","by":"text","n":2}""", """{"v":"date","by":"2024-01-01","n":3}""",
            """{"v":"seven","by":7,"n":4}""", """{"v":"nine","by":9,"n":4}""", """{"v":"also seven","by":7.0,"n":4}""",
        ];
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { Layout = layout, Columns = ["$.by"], StripeRows = 4, ChunkRows = 2 }));
        foreach (var (most, expected) in ((int, string)[])[(4, "\"seven\" \"nine\""), (3, "\"date\" \"date\""), (2, "\"string\" \"string\""), (1, "\"boolean\" \"boolean\"")])
        {
            var scan = reader.Scan().Where("$.n", FilterOperator.LessOrEqual, most);
            Assert.Equal(expected, Line(scan.Aggregate(Aggregate.ArgMin("$.v", "$.by"), Aggregate.ArgMax("$.v", "$.by"))));
            Assert.Equal(expected, Line(scan.WithWorkers(3, TimeSpan.Zero).Aggregate(Aggregate.ArgMin("$.v", "$.by"), Aggregate.ArgMax("$.v", "$.by"))));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void An_approximate_percentile_of_fewer_than_1000_numbers_is_exact(CollectionLayout layout)
    {
        var random = new Random(8);
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 999).Select(_ => $$"""{"v":{{(1 + random.Next(1_000_000)) * (1L + random.Next(1_000))}}}"""),
            new CollectionOptions { Layout = layout, Columns = ["$.v"], StripeRows = 400, ChunkRows = 100 }));
        foreach (var workers in (int[])[1, 3])
        {
            foreach (var fraction in (double[])[0, 0.01, 0.25, 0.5, 0.9, 0.999, 1])
            {
                var found = reader.Scan().WithWorkers(workers, TimeSpan.Zero).Aggregate(Aggregate.ApproximatePercentile(fraction, "$.v"), Aggregate.Percentile(fraction, "$.v"));
                Assert.Equal(1.0, found[0, 0].GetDouble() / found[0, 1].GetDouble(), 1e-12);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void An_approximate_distinct_count_distinguishes_numbers_with_the_same_nearest_double(CollectionLayout layout)
    {
        string[] numbers = ["9007199254740992", "9007199254740993", "0.1", "0.10000000000000000000001", "1e400", "2e400", "18446744073709551615", "18446744073709551614"];
        using var reader = CollectionReader.Open(CollectionFile.Write(
            numbers.Concat(["0.10", "1e-1", "9007199254740993.0", "10e399"]).Select(number => $$"""{"v":{{number}}}"""),
            new CollectionOptions { Layout = layout, Columns = ["$.v"], StripeRows = 4, ChunkRows = 2 }));
        Assert.Equal($"{numbers.Length} {numbers.Length}", Line(reader.Scan().Aggregate(Aggregate.ApproximateCountDistinct("$.v"), Aggregate.CountDistinct("$.v"))));
    }

    private static string Line(QueryTable table) =>
        string.Join(' ', Enumerable.Range(0, table.Count).SelectMany(row => table.GetRow(row).ToArray()).Select(value => value.ToJson()));
}
