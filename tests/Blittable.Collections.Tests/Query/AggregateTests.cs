using System.Globalization;
using System.Text.Json;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

[Trait(Category.Name, Category.Vector)]
public sealed class AggregateTests
{
    private static readonly string[] Sample = SampleDocuments.Make(900, seed: 2);

    private static readonly JsonQuery Obvious = new(Sample);

    public static TheoryData<CollectionLayout, int> Ways()
    {
        var data = new TheoryData<CollectionLayout, int>();
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            data.Add(layout, 1);
            data.Add(layout, 3);
        }

        return data;
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Aggregates_equal_aggregates_computed_over_JSON(CollectionLayout layout, int workers)
    {
        using var reader = SampleCollection.Open(Sample, layout, "$.count", "$.amount");
        var roots = Obvious.Rows(_ => true).ConvertAll(row => Obvious[row]);

        var result = reader.Scan().WithWorkers(workers, TimeSpan.Zero).Aggregate(All());

        Assert.Equal(1, result.Count);
        AssertRow(roots, result, row: 0, firstColumn: 0);
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    [InlineData(CollectionLayout.Rows)]
    public void Grouping_by_whole_documents_groups_scalars_by_value_and_containers_as_null(CollectionLayout layout)
    {
        using var objects = SampleCollection.Open(Sample, layout);
        Assert.Equal([$"|{Sample.Length}"], Rows(objects.Scan().GroupBy("$").Aggregate(Aggregate.Count())));
        using var arrays = SampleCollection.Open(["[1]", "[]", "[2]"], layout);
        Assert.Equal(["|3"], Rows(arrays.Scan().GroupBy("$").Aggregate(Aggregate.Count())));

        using var scalars = SampleCollection.Open(["2", "\"a\"", "2", "null", "2"], layout);
        var groups = scalars.Scan().GroupBy("$").OrderBy("count", descending: true).Aggregate(Aggregate.Count());
        Assert.Equal(["2", "null", "\"a\""], Enumerable.Range(0, groups.Count).Select(row => groups[row, 0].ToJson()));
        using var nulls = SampleCollection.Open(["null", "null"], layout);
        Assert.Equal(2, nulls.Scan().GroupBy("$").Aggregate(Aggregate.Count())[0, 1].GetInt64());
        using var nothing = SampleCollection.Open(["{\"a\":null}", "{\"a\":null}", "{\"b\":1}"], layout);
        Assert.Equal(3, nothing.Scan().GroupBy("$.a").Aggregate(Aggregate.Count())[0, 1].GetInt64());
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Groups_equal_groups_computed_over_JSON(CollectionLayout layout, int workers)
    {
        string[] keys = ["$.color", "$.flag", "$.count", "$.day", "$.mixed", "$.amount", "$.ratio"];
        using var reader = SampleCollection.Open(Sample, layout, "$.count", "$.amount");
        foreach (var key in keys)
        {
            var groups = Obvious.Rows(_ => true).GroupBy(row => JsonQuery.Shown(Obvious[row], key)).ToDictionary(group => group.Key, group => group.ToList());

            var result = reader.Scan().WithWorkers(workers, TimeSpan.Zero).GroupBy(key).Aggregate(All());

            // Some keys of the mixed path have the same text but different kinds.
            if (key != "$.mixed")
            {
                var found = Enumerable.Range(0, result.Count).Select(row => Trimmed(result[row, 0]));
                Assert.Equal(groups.Keys.Order(StringComparer.Ordinal), found.Order(StringComparer.Ordinal));
                for (var row = 0; row < result.Count; row++)
                {
                    AssertRow(groups[Trimmed(result[row, 0])].ConvertAll(i => Obvious[i]), result, row, firstColumn: 1);
                }
            }

            Assert.Equal(Sample.Length, Enumerable.Range(0, result.Count).Sum(row => result[row, "count"].GetInt64()));
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Groups_by_several_paths_are_the_combinations_that_occur(CollectionLayout layout, int workers)
    {
        using var reader = SampleCollection.Open(Sample, layout, "$.color", "$.flag");
        var expected = Obvious.Rows(root => JsonQuery.Number(root, "$.count") >= 10)
            .GroupBy(row => $"{JsonQuery.Shown(Obvious[row], "$.color")}|{JsonQuery.Shown(Obvious[row], "$.flag")}|{JsonQuery.Shown(Obvious[row], "$.day")}")
            .Select(group => $"{group.Key}|{group.Count()}");

        var result = reader.Scan().WithWorkers(workers, TimeSpan.Zero)
            .Where("$.count", FilterOperator.GreaterOrEqual, 10)
            .GroupBy("$.color", "$.flag", "$.day")
            .Aggregate(Aggregate.Count());

        Assert.Equal(expected.Order(StringComparer.Ordinal), Rows(result).Order(StringComparer.Ordinal));
    }

    /// <summary>Integers close to each other are used as group numbers. Distant integers are numbered in order of appearance.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(1000)]
    [InlineData(1_000_000)]
    public void Groups_and_distinct_counts_of_integers_are_exact_for_close_and_distant_values(int step)
    {
        string[] documents =
        [
            .. Enumerable.Range(0, 2000).Select(row =>
                row % 9 == 0 ? $"{{\"n\":null,\"other\":{row}}}"
                : row % 10 == 0 ? "{\"other\":0}"
                : $"{{\"n\":{((row * 7 % 60) - 20) * step},\"other\":{row % 13 * step}}}"),
        ];
        using var reader = SampleCollection.Open(documents, CollectionLayout.Columns);
        var roots = documents.Select(document => JsonDocument.Parse(document).RootElement).ToList();
        var expected = roots
            .GroupBy(root => root.TryGetProperty("n", out var n) && n.ValueKind == JsonValueKind.Number ? n.GetInt64() : (long?)null)
            .OrderBy(group => group.Key)
            .Select(group =>
            {
                var others = group.Select(root => root.GetProperty("other").GetInt64()).Distinct();
                return $"{group.Key?.ToString(CultureInfo.InvariantCulture) ?? "null"}: {group.Count()} {others.Count()}";
            });

        foreach (var workers in (int[])[1, 4])
        {
            var groups = reader.Scan().WithWorkers(workers, TimeSpan.Zero)
                .GroupBy("$.n")
                .OrderBy("$.n")
                .Aggregate(Aggregate.Count(), Aggregate.CountDistinct("$.other"));
            var rows = Enumerable.Range(0, groups.Count);

            Assert.Equal(expected, rows.Select(row => $"{groups[row, 0].ToJson()}: {groups[row, 1].ToJson()} {groups[row, 2].ToJson()}"));
        }
    }

    [Fact]
    public void Groups_follow_the_requested_order_and_limit()
    {
        using var reader = SampleCollection.Open(Sample);
        var expected = Obvious.Rows(_ => true).GroupBy(row => JsonQuery.Shown(Obvious[row], "$.count"))
            .OrderByDescending(group => group.Count()).ThenBy(group => group.Key.Length).ThenBy(group => group.Key, StringComparer.Ordinal)
            .Select(group => $"{group.Key}|{group.Count()}").Take(5);

        var result = reader.Scan().GroupBy("$.count").OrderBy("n", descending: true).OrderBy("$.count").Limit(5).Aggregate(Aggregate.Count().As("n"));

        Assert.Equal(expected, Rows(result));
    }

    /// <summary>Most rows are compared with the last row kept only by their mantissas, whose scales differ between chunks.</summary>
    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void Rows_follow_the_requested_order_and_limit(CollectionLayout layout)
    {
        var random = new Random(5);
        decimal[] values = [.. Enumerable.Range(0, 500).Select(row => decimal.Round(random.Next(-400, 400) / 8m, row / 64 % 3))];
        var documents = values.Select((value, row) => string.Create(CultureInfo.InvariantCulture, $$"""{"id":{{row}},"x":{{value}},"s":"s{{row % 7}}"}"""));
        using var reader = SampleCollection.Open(documents, layout);
        var rows = Enumerable.Range(0, values.Length);

        foreach (var limit in (int[])[0, 1, 10, 100, 1000])
        {
            var last = reader.Scan().Select("$.id", "$.x").OrderBy("$.x", descending: true).OrderBy("$.id").Limit(limit).ToTable();
            var first = reader.Scan().Select("$.x", "$.s", "$.id").OrderBy("$.x").OrderBy("$.s", descending: true).Limit(limit).ToTable();

            Assert.Equal(
                rows.OrderByDescending(row => values[row]).ThenBy(row => row).Take(limit),
                Enumerable.Range(0, last.Count).Select(row => (int)last[row, 0].GetInt64()));
            Assert.Equal(
                rows.OrderBy(row => values[row]).ThenByDescending(row => row % 7).ThenBy(row => row).Take(limit),
                Enumerable.Range(0, first.Count).Select(row => (int)first[row, 2].GetInt64()));
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void The_least_and_greatest_strings_are_determined_by_their_bytes(CollectionLayout layout, int workers)
    {
        string[] texts = ["", "a", "a\0", "é", "\uffff", "😀", "z"];
        var random = new Random(6);
        string?[] documents = [.. Enumerable.Range(0, 600).Select(_ => random.Next(9) == 0 ? null : texts[random.Next(texts.Length)])];
        using var reader = SampleCollection.Open(
            documents.Select((text, row) => $$"""{"g":{{row / 7}},"s":{{JsonSerializer.Serialize(text)}}}"""), layout, "$.g");
        var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero);

        var all = scan.Where("$.g", FilterOperator.Less, 80).Aggregate(Aggregate.Min("$.s"), Aggregate.Max("$.s"));
        var groups = scan.GroupBy("$.g").Aggregate(Aggregate.Min("$.s"), Aggregate.Max("$.s"));

        Assert.Equal(("", "😀"), (all[0, 0].GetString(), all[0, 1].GetString()));
        Assert.Equal(86, groups.Count);
        for (var row = 0; row < groups.Count; row++)
        {
            var own = documents.Where((_, i) => i / 7 == groups[row, 0].GetInt64()).OfType<string>();
            var inOrder = own.OrderBy(text => Convert.ToHexString(System.Text.Encoding.UTF8.GetBytes(text)), StringComparer.Ordinal).ToList();
            Assert.Equal((inOrder.FirstOrDefault(), inOrder.LastOrDefault()), (Text(groups[row, 1]), Text(groups[row, 2])));
        }

        static string? Text(QueryValue value) => value.Kind == QueryValueKind.Null ? null : value.GetString();
    }

    [Fact]
    public void Aggregates_of_no_rows_are_zero_or_null()
    {
        using var reader = SampleCollection.Open(Sample);

        var result = reader.Scan().Where("$.id", FilterOperator.Less, 0).Aggregate(All());

        Assert.Equal(["0", "0", "", "", "", "", "", "", "", "0", ""], result.GetRow(0).ToArray().Select(value => value.ToString()));
        Assert.Equal(0, reader.Scan().Where("$.id", FilterOperator.Less, 0).GroupBy("$.color").Aggregate(Aggregate.Count()).Count);
    }

    [Fact]
    public void Sums_of_decimals_are_exact()
    {
        using var reader = SampleCollection.Open(["""{"n":0.1}""", """{"n":0.2}""", """{"n":9223372036854775807}""", """{"n":9223372036854775807}"""]);

        Assert.Equal("18446744073709551614.3", reader.Scan().Aggregate(Aggregate.Sum("$.n"))[0, 0].ToString());
        Assert.Equal("0.3", reader.Scan().Where("$.n", FilterOperator.Less, 1).Aggregate(Aggregate.Sum("$.n"))[0, 0].ToString());
        using var integers = SampleCollection.Open(["""{"n":9223372036854775807}""", """{"n":9223372036854775807}"""]);
        Assert.Equal(18446744073709551614m, integers.Scan().Aggregate(Aggregate.Sum("$.n"))[0, 0].GetDecimal());
    }

    [Fact]
    public void Percentiles_interpolate_between_neighbouring_values()
    {
        using var reader = SampleCollection.Open(Enumerable.Range(1, 10).Select(i => $$"""{"n":{{i}},"wide":{{i * 1_000_000}}}"""));

        foreach (var (fraction, expected) in ((double, double)[])[(0, 1), (1, 10), (0.5, 5.5), (0.95, 9.55)])
        {
            Assert.Equal(expected, reader.Scan().Aggregate(Aggregate.Percentile(fraction, "$.n"))[0, 0].GetDouble(), 10);
            Assert.Equal(expected * 1_000_000, reader.Scan().Aggregate(Aggregate.Percentile(fraction, "$.wide"))[0, 0].GetDouble(), 3);
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => Aggregate.Percentile(1.5, "$.n"));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Percentiles_do_not_depend_on_how_the_numbers_are_stored(int workers)
    {
        var random = new Random(7);
        var documents = Enumerable.Range(0, 1000).Select(_ => (Few: random.Next(100), Many: random.Next(), Real: random.NextDouble())).ToList();
        using var reader = SampleCollection.Open(documents.Select(document => string.Create(
            CultureInfo.InvariantCulture,
            $$"""{"few":{{document.Few}},"many":{{document.Many}},"real":{{document.Real}}}""")));

        foreach (var fraction in (double[])[0, 0.25, 0.5, 0.95, 1])
        {
            var result = reader.Scan().WithWorkers(workers, TimeSpan.Zero).Aggregate(
                Aggregate.Percentile(fraction, "$.few").As("few"),
                Aggregate.Percentile(fraction, "$.many").As("many"),
                Aggregate.Percentile(fraction, "$.real").As("real"));

            Assert.Equal(Obviously(documents.Select(document => (double)document.Few)), result[0, "few"].GetDouble(), 6);
            Assert.Equal(Obviously(documents.Select(document => (double)document.Many)), result[0, "many"].GetDouble(), 3);
            Assert.Equal(Obviously(documents.Select(document => document.Real)), result[0, "real"].GetDouble(), 12);

            double Obviously(IEnumerable<double> values)
            {
                var sorted = values.Order().ToArray();
                var position = fraction * (sorted.Length - 1);
                var low = sorted[(int)position];
                return low + ((sorted[Math.Min((int)position + 1, sorted.Length - 1)] - low) * (position - (int)position));
            }
        }
    }

    [Fact]
    public void Filtered_percentiles_do_not_depend_on_how_the_numbers_are_stored()
    {
        var documents = Enumerable.Range(0, 1001).Select(i => $$"""{"few":{{i}},"many":{{i * 1_000_000L}},"real":{{i}}e-30,"odd":{{i % 2}}}""");
        using var reader = SampleCollection.Open(documents);
        var even = Filter.Where("$.odd", FilterOperator.Equal, 0);

        var result = reader.Scan().GroupBy("$.odd").Aggregate(
            Aggregate.Percentile(0.5, "$.few").Where(even).As("few"),
            Aggregate.Percentile(0.5, "$.many").Where(even).As("many"),
            Aggregate.Percentile(0.5, "$.real").Where(even).As("real"));

        Assert.Equal([500.0, 500e6, 500e-30], [result[0, "few"].GetDouble(), result[0, "many"].GetDouble(), result[0, "real"].GetDouble()]);
        Assert.All(["few", "many", "real"], name => Assert.Equal(QueryValueKind.Null, result[1, name].Kind));
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Auto)]
    public void Numeric_aggregates_ignore_values_of_other_kinds(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(Sample, layout);

        var result = reader.Scan().Aggregate(
            Aggregate.Sum("$.color"), Aggregate.Average("$.day"), Aggregate.Percentile(0.5, "$.flag"), Aggregate.PercentileDiscrete(0.5, "$.nested"),
            Aggregate.ApproximatePercentile(0.5, "$.color"), Aggregate.Sum("$.color", "$.count"));

        Assert.All(result.GetRow(0).ToArray(), value => Assert.Equal(QueryValueKind.Null, value.Kind));
        Assert.Equal([$"|{Sample.Length}"], Rows(reader.Scan().GroupBy("$.nested").Aggregate(Aggregate.Count())));
        Assert.Throws<BlittableException>(() => reader.Scan().GroupBy("$.color").OrderBy("nothing").Aggregate(Aggregate.Count()));
    }

    [Fact]
    public void A_scan_stops_when_it_is_cancelled()
    {
        using var reader = SampleCollection.Open(Sample);
        using var source = new CancellationTokenSource();
        var batches = 0;

        Assert.Throws<OperationCanceledException>(() => reader.Scan().WithCancellation(source.Token).Select("$.id").ForEach(_ =>
        {
            batches++;
            source.Cancel();
        }));

        Assert.Equal(1, batches);
        Assert.Equal(Sample.Length, reader.Scan().Count());
    }

    private static Aggregate[] All() =>
    [
        Aggregate.Count(),
        Aggregate.Count("$.flag").As("flags"),
        Aggregate.Sum("$.amount").As("sum"),
        Aggregate.Average("$.count").As("average"),
        Aggregate.Min("$.amount").As("min"),
        Aggregate.Max("$.day").As("last day"),
        Aggregate.Max("$.color").As("last color"),
        Aggregate.Sum("$.amount", "$.count").As("product"),
        Aggregate.Sum("$.ratio").As("ratio"),
        Aggregate.CountDistinct("$.color").As("colors"),
        Aggregate.Sum("$.amount").Where(Filter.Where("$.color", FilterOperator.Equal, "red")).As("red"),
    ];

    private static void AssertRow(List<JsonElement> roots, QueryTable result, int row, int firstColumn)
    {
        decimal?[] amounts = [.. roots.Select(root => JsonQuery.Number(root, "$.amount"))];
        decimal?[] counts = [.. roots.Select(root => JsonQuery.Number(root, "$.count"))];
        decimal?[] products = [.. amounts.Zip(counts, (amount, count) => amount * count)];
        decimal?[] red = [.. roots.Where(root => JsonQuery.Text(root, "$.color") == "red").Select(root => JsonQuery.Number(root, "$.amount"))];
        var colors = roots.Select(root => JsonQuery.Text(root, "$.color")).Where(color => color is not null).ToList();
        Assert.Equal(roots.Count, result[row, firstColumn].GetInt64());
        Assert.Equal(roots.Count(root => JsonQuery.At(root, "$.flag").ValueKind is JsonValueKind.True or JsonValueKind.False), result[row, "flags"].GetInt64());
        AssertNumber(Sum(amounts), result[row, "sum"]);
        AssertNumber(counts.Average(), result[row, "average"]);
        AssertNumber(amounts.Min(), result[row, "min"]);
        Assert.Equal(roots.Max(root => JsonQuery.Day(root, "$.day")) is { } day ? $"{day:yyyy-MM-dd}" : "", result[row, "last day"].ToString());
        Assert.Equal(colors.Order(StringComparer.Ordinal).LastOrDefault() ?? "", result[row, "last color"].ToString());
        AssertNumber(Sum(products), result[row, "product"]);
        var ratio = result[row, "ratio"];
        Assert.Equal((double)roots.Sum(root => JsonQuery.Number(root, "$.ratio") ?? 0), ratio.Kind == QueryValueKind.Null ? 0 : ratio.GetDouble(), 8);
        Assert.Equal(colors.Distinct().Count(), result[row, "colors"].GetInt64());
        AssertNumber(Sum(red), result[row, "red"]);
    }

    private static decimal? Sum(decimal?[] values) => values.Any(value => value is not null) ? values.Sum() : null;

    private static void AssertNumber(decimal? expected, QueryValue found)
    {
        if (expected is null)
        {
            Assert.Equal(QueryValueKind.Null, found.Kind);
        }
        else
        {
            Assert.Equal(expected.Value, found.GetDecimal());
        }
    }

    private static string Trimmed(QueryValue value) =>
        value.Kind == QueryValueKind.Number
            ? decimal.Parse(value.ToString(), NumberStyles.Float, CultureInfo.InvariantCulture)
                .ToString("0.############################", CultureInfo.InvariantCulture)
            : value.ToString();

    private static IEnumerable<string> Rows(QueryTable table) =>
        Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray().Select(Trimmed)));
}
