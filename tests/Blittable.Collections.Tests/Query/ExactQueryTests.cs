using System.Globalization;
using System.Numerics;
using Blittable.Collections;
using Blittable.Collections.Numbers;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares queries over numbers of all sizes and forms with arbitrary-precision decimals, across layouts, neighbours and workers.</summary>
public sealed class ExactQueryTests
{
    private const int Count = 420;

    private static readonly FilterOperator[] Comparisons =
    [
        FilterOperator.Equal, FilterOperator.NotEqual, FilterOperator.Less, FilterOperator.LessOrEqual, FilterOperator.Greater, FilterOperator.GreaterOrEqual,
    ];

    public static TheoryData<int, CollectionLayout, int> Ways
    {
        get
        {
            var ways = new TheoryData<int, CollectionLayout, int>();
            for (var seed = 0; seed < 8; seed++)
            {
                foreach (var layout in Enum.GetValues<CollectionLayout>())
                {
                    ways.Add(seed, layout, 1 + (seed % 2 * 2));
                }
            }

            return ways;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Values_are_selected_sorted_and_found_with_the_text_of_the_document(int seed, CollectionLayout layout, int workers)
    {
        var rows = Rows(seed);
        using var reader = Open(rows, layout);

        var all = reader.Scan().Select("$.id", "$.v").ToTable();
        Assert.Equal(rows.Select(row => row.V), Enumerable.Range(0, all.Count).Select(row => all[row, 1].ToJson()));

        var ordered = reader.Scan().Select("$.v", "$.id").OrderBy("$.v", descending: true).Limit(50).ToTable();
        Assert.Equal(
            rows.OrderByDescending(row => row.Value).ThenBy(row => row.Id).Take(50).Select(row => $"{row.Id}: {row.V}"),
            Enumerable.Range(0, ordered.Count).Select(row => $"{ordered[row, 1].ToJson()}: {ordered[row, 0].ToJson()}"));

        foreach (var literal in Literals(seed, rows))
        {
            var (value, exact) = (QueryValue.ParseNumber(literal), DecimalOracle.Parse(literal));
            foreach (var comparison in Comparisons)
            {
                var expected = rows.Where(row => Passes(comparison, row.Value.CompareTo(exact))).Select(row => row.Id).ToArray();
                Assert.Equal<long>(expected, Ids(reader.Scan().Where("$.v", comparison, value)));
                Assert.Equal(expected.Length, reader.Scan().WithWorkers(workers, TimeSpan.Zero).Where("$.v", comparison, value).Count());
                Assert.Equal<long>(expected, Ids(reader.Scan().Where(Filter.Where(ScanExpression.Coalesce("$.v"), comparison, value))));
            }

            Assert.Equal(
                rows.Where(row => row.Value.CompareTo(exact) == 0).Select(row => row.Id),
                Ids(reader.Scan().Where(Filter.In("$.v", [value, "x", QueryValue.Null]))));
            Assert.Equal(
                rows.Where(row => row.Value.CompareTo(exact) == 0).Select(row => row.Id),
                Ids(reader.Scan().Where(Filter.Contains("$", $$"""{"v":{{literal}}}"""))));
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Groups_have_the_text_of_their_first_row(int seed, CollectionLayout layout, int workers)
    {
        var rows = Rows(seed);
        using var reader = Open(rows, layout);
        var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero);

        var groups = scan.GroupBy("$.v").Aggregate(Aggregate.Count(), Aggregate.Min("$.id"));
        Assert.Equal(
            rows.GroupBy(row => row.Value.Key).OrderBy(group => group.First().Value)
                .Select(group => $"{group.First().V} {group.Count()} {group.First().Id}"),
            Lines(groups));

        var pairs = scan.GroupBy("$.g", "$.v").Aggregate(Aggregate.Count());
        Assert.Equal(
            rows.GroupBy(row => (row.G, row.Value.Key)).OrderBy(group => group.Key.G).ThenBy(group => group.First().Value)
                .Select(group => $"{group.Key.G} {group.First().V} {group.Count()}"),
            Lines(pairs));

        var extremes = scan.GroupBy("$.g").Aggregate(Aggregate.Min("$.v"), Aggregate.Max("$.v"), Aggregate.CountDistinct("$.v"), Aggregate.ApproximateCountDistinct("$.v"));
        Assert.Equal(
            rows.GroupBy(row => row.G).OrderBy(group => group.Key).Select(group =>
            {
                var (least, most) = (group.Min(row => row.Value), group.Max(row => row.Value));
                var distinct = group.DistinctBy(row => row.Value.Key).Count();
                return $"{group.Key} {group.First(row => row.Value.CompareTo(least) == 0).V} {group.First(row => row.Value.CompareTo(most) == 0).V} {distinct} {distinct}";
            }),
            Lines(extremes));
        Assert.Equal(rows.DistinctBy(row => row.Value.Key).Count(), scan.Aggregate(Aggregate.CountDistinct("$.v"))[0, 0].GetInt64());
        var least = rows.Min(row => row.Value);
        Assert.Equal(rows.First(row => row.Value.CompareTo(least) == 0).V, scan.Aggregate(Aggregate.Min("$.v"))[0, 0].ToJson());
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Computed_numbers_are_rounded_once(int seed, CollectionLayout layout, int workers)
    {
        var rows = Rows(seed);
        using var reader = Open(rows, layout);
        var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero);
        ScanExpression v = "$.v", w = "$.w";

        var table = scan.GroupBy("$.g").Aggregate(
            Aggregate.Sum("$.v"), Aggregate.Average("$.v"), Aggregate.Sum("$.v", "$.w"), Aggregate.Sum(v + w), Aggregate.Max(v * w), Aggregate.Min("$.v", "$.w"),
            Aggregate.Percentile(0.3, "$.v"), Aggregate.PercentileDiscrete(0.3, "$.v"));

        var expected = rows.GroupBy(row => row.G).OrderBy(group => group.Key).Select(group =>
        {
            var sorted = group.Select(row => row.Value).Order().ToArray();
            var position = 3 * (sorted.Length - 1);
            var (at, next) = (sorted[position / 10], sorted[Math.Min((position / 10) + 1, sorted.Length - 1)]);
            DecimalOracle[] numbers =
            [
                Sum(group.Select(row => row.Value)).Rounded(),
                Sum(group.Select(row => row.Value)) / new DecimalOracle(group.Count(), 0),
                Sum(group.Select(row => (row.Value * row.Factor).Rounded())).Rounded(),
                Sum(group.Select(row => (row.Value + row.Factor).Rounded())).Rounded(),
                group.Max(row => (row.Value * row.Factor).Rounded()),
                group.Min(row => (row.Value * row.Factor).Rounded()),
                (at + ((next - at) * new DecimalOracle(position % 10, -1))).Rounded(),
                sorted[Math.Max(0, ((3 * sorted.Length) + 9) / 10 - 1)],
            ];
            return $"{group.Key} {string.Join(' ', numbers.Select(number => number.Key))}";
        });
        Assert.Equal(expected, Enumerable.Range(0, table.Count).Select(row =>
            $"{table[row, 0]} {string.Join(' ', table.GetRow(row)[1..].ToArray().Select(value => DecimalOracle.Parse(value.ToJson()).Key))}"));

        var sums = scan.GroupBy((v - w).As("d")).Aggregate(Aggregate.Count());
        Assert.Equal(
            rows.GroupBy(row => (row.Value - row.Factor).Rounded().Key).Select(group => $"{group.Key} {group.Count()}").Order(StringComparer.Ordinal),
            Enumerable.Range(0, sums.Count).Select(row => $"{DecimalOracle.Parse(sums[row, 0].ToJson()).Key} {sums[row, 1]}").Order(StringComparer.Ordinal));
        foreach (var row in rows.Take(5))
        {
            var sum = row.Value + row.Factor;
            var literal = QueryValue.ParseNumber($"{sum.Rounded().Mantissa}e{sum.Rounded().Exponent}");
            Assert.Equal(
                rows.Count(other => (other.Value + other.Factor).Rounded().CompareTo(sum.Rounded()) == 0),
                scan.Where(Filter.Where(v + w, FilterOperator.Equal, literal)).Count());
        }
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    [InlineData(CollectionLayout.Auto)]
    public void One_odd_number_does_not_change_its_neighbours(CollectionLayout layout)
    {
        foreach (var odd in (string[])["1.5", "1e3", "1e-7", "0.30000000000000004", "18446744073709551615", "123456789012345678901"])
        {
            var documents = Enumerable.Range(0, 1000).Select(row => $$"""{"id":{{(row == 700 ? odd : (1499816949527975237 + row).ToString(CultureInfo.InvariantCulture))}}}""");
            using var reader = SampleCollection.Open(documents, layout, "$.id");

            Assert.Equal(1000, reader.Scan().Aggregate(Aggregate.CountDistinct("$.id"))[0, 0].GetInt64());
            Assert.Equal(1000, reader.Scan().GroupBy("$.id").Aggregate(Aggregate.Count()).Count);
            foreach (var row in (long[])[0, 1, 699, 701, 999])
            {
                Assert.Equal(1, reader.Scan().Where("$.id", FilterOperator.Equal, 1499816949527975237 + row).Count());
                Assert.Equal(1, reader.Scan().Where(Filter.In("$.id", [1499816949527975237 + row])).Count());
                Assert.Equal((1499816949527975237 + row).ToString(CultureInfo.InvariantCulture), reader.Scan().Select("$.id").ToTable()[(int)row, 0].ToString());
                Assert.Single(reader.FindAll("$.id", 1499816949527975237 + row));
            }
        }
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    [InlineData(CollectionLayout.Auto)]
    public void Dates_have_the_text_of_their_documents(CollectionLayout layout)
    {
        string[] texts =
        [
            "2024-02-29", "2024-03-01", "2024-02-29 00:00:00", "2024-02-29T10:00:00+05:30", "2024-02-29T04:30:00Z", "2024-02-29T10:00:00.5Z",
            "2024-02-29T10:00:00.500Z", "2024-02-29T10:00:00.123456789Z", "2024-02-29t10:00:00z", "9999-12-31T23:59:59.999999999Z",
        ];
        for (var seed = 0; seed < 6; seed++)
        {
            var random = new Random(seed);
            var some = seed < 2 ? [texts[seed]] : random.GetItems(texts, 4);
            var rows = Enumerable.Range(0, Count).Select(_ => some[random.Next(some.Length)]).ToArray();
            using var reader = SampleCollection.Open(rows.Select((text, i) => $$"""{"g":{{i % 3}},"d":"{{text}}"}"""), layout, "$.d", "$.g");
            DateTimeOffset Instant(string text) => text.StartsWith("9999", StringComparison.Ordinal)
                ? DateTimeOffset.MaxValue
                : DateTimeOffset.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);
            long Nanoseconds(string text) => text.Contains("123456789", StringComparison.Ordinal) ? 89 : 0;

            var selected = reader.Scan().Select("$.d").ToTable();
            Assert.Equal(rows, Enumerable.Range(0, selected.Count).Select(row => selected[row, 0].ToString()));
            var groups = reader.Scan().WithWorkers(3, TimeSpan.Zero).GroupBy("$.g", "$.d").Aggregate(Aggregate.Count());
            Assert.Equal(
                rows.Select((text, i) => (G: i % 3, Text: text)).GroupBy(row => (row.G, Instant(row.Text), Nanoseconds(row.Text)))
                    .OrderBy(group => group.Key).Select(group => $"{group.Key.G} {group.First().Text} {group.Count()}"),
                Enumerable.Range(0, groups.Count).Select(row => $"{groups[row, 0]} {groups[row, 1]} {groups[row, 2]}"));
            var days = reader.Scan().Aggregate(Aggregate.Count(ScanExpression.Path("$.d").Truncate(DatePart.Day)), Aggregate.Min(ScanExpression.Path("$.d").Truncate(DatePart.Day)));
            Assert.Equal(Count, days[0, 0].GetInt64());
            Assert.Equal($"{rows.Min(text => Instant(text).UtcDateTime.Date):yyyy-MM-dd}T00:00:00Z", days[0, 1].ToString());
            var extremes = reader.Scan().WithWorkers(3, TimeSpan.Zero).Aggregate(Aggregate.Min("$.d"), Aggregate.Max("$.d"));
            Assert.Equal(rows.MinBy(text => (Instant(text), Nanoseconds(text))), extremes[0, 0].ToString());
            Assert.Equal(rows.MaxBy(text => (Instant(text), Nanoseconds(text))), extremes[0, 1].ToString());
        }
    }

    [Fact]
    public void Doubles_given_to_queries_equal_their_shortest_text()
    {
        Assert.Equal(QueryValue.FromDecimal(0.1m), 0.1);
        Assert.NotEqual(QueryValue.ParseNumber("0.1000000000000000055511151231257827"), 0.1);
        Assert.Equal(QueryValue.ParseNumber("1e23"), 1e23);
        Assert.Equal(0.3, QueryValue.ParseNumber("0.3").GetDouble());
    }

    [Fact]
    public void Numbers_beyond_doubles_are_distinguished_and_ordered()
    {
        Assert.Equal("1E+400", QueryValue.FromNumber(ExactNumber.Multiply(QueryValue.ParseNumber("1e200").Number, QueryValue.ParseNumber("1e200").Number)).ToJson());
        Assert.NotEqual(QueryValue.ParseNumber("1e400"), QueryValue.ParseNumber("2e400"));
        Assert.True(QueryValue.ParseNumber("1e99999999999999999998") < QueryValue.ParseNumber("1e99999999999999999999"));
    }

    [Fact]
    public void A_text_that_is_not_a_JSON_number_is_refused() => Assert.Throws<FormatException>(() => QueryValue.ParseNumber("01"));

    [Fact]
    public void A_number_that_a_type_cannot_represent_is_refused()
    {
        Assert.Throws<OverflowException>(() => QueryValue.ParseNumber("1e400").GetDecimal());
        Assert.Throws<OverflowException>(() => QueryValue.ParseNumber("18446744073709551615").GetInt64());
        Assert.Throws<InvalidOperationException>(() => QueryValue.ParseNumber("1.5").GetInt64());
    }

    [Fact]
    public void Numbers_are_converted_to_integers_and_decimals()
    {
        Assert.Equal(1000, QueryValue.ParseNumber("1.000e3").GetInt64());
        Assert.Equal(12345678901234567890123456.789m, QueryValue.ParseNumber("12345678901234567890123456.789").GetDecimal());
        Assert.Equal(0.3333333333333333333333333333m, QueryValue.ParseNumber("0.33333333333333333333333333333333333").GetDecimal());
    }

    private static CollectionReader Open(Row[] rows, CollectionLayout layout) =>
        SampleCollection.Open(rows.Select(row => $$"""{"id":{{row.Id}},"g":{{row.G}},"v":{{row.V}},"w":{{row.W}}}"""), layout, "$.id", "$.v", "$.g");

    /// <summary>Returns runs of rows, shorter and longer than chunks, each with a different mixture of numbers.</summary>
    private static Row[] Rows(int seed)
    {
        var random = new Random(seed);
        var rows = new Row[Count];
        for (var row = 0; row < Count;)
        {
            var (v, w) = (random.Next(8), random.Next(seed < 4 ? 2 : 8));
            for (var left = random.Next(20, 200); left > 0 && row < Count; left--, row++)
            {
                rows[row] = new Row(row, random.Next(3), Number(random, v), Number(random, w));
            }
        }

        return rows;
    }

    private static string Number(Random random, int mixture) => mixture switch
    {
        0 => $"{random.Next(-9, 10)}",
        1 => $"{random.Next(-300, 300) / 100m:0.00}",
        2 => $"{random.Next(-300, 300) / 100m:0.##}",
        3 => $"{9007199254740990 + random.Next(6)}",
        4 => $"{(BigInteger.One << 63) + random.Next(-3, 3)}",
        5 => (random.Next(-50, 50) / 8.0).ToString("R", CultureInfo.InvariantCulture),
        6 => random.NextDouble().ToString("R", CultureInfo.InvariantCulture),
        _ => Odd(random),
    };

    private static string Odd(Random random)
    {
        string[] odd =
        [
            "1e3", "1000", "1000.0", "1E+3", "1e-7", "0.0000001", "-0", "0", "-0.0", "0.10", "0.1", "1e-1", "0.1000000000000000055511151231257827",
            "0.30000000000000004", "9007199254740992", "9007199254740993.0", "9007199254740993", "18446744073709551615", "-9223372036854775808",
            "123456789012345678901234567890123456789012345", "123456789012345678901234567890123456789012345.5", "1e400", "2e400", "-1e400", "1e-400",
            "1e21", "1e22", "1.5e300", "99999999999999999999", "100000000000000000000", "1e20", "3.50", "3.5", "-12", "12345678901234567.89",
        ];
        return random.Next(3) == 0 ? $"{random.Next(100)}.{random.Next(10)}e{random.Next(-3, 4)}" : odd[random.Next(odd.Length)];
    }

    private static IEnumerable<string> Literals(int seed, Row[] rows)
    {
        var random = new Random(seed);
        return Enumerable.Range(0, 4).Select(_ => rows[random.Next(rows.Length)].V)
            .Concat([Odd(random), "9007199254740993", "0.1", "1e400", "-1e-400", random.NextDouble().ToString("R", CultureInfo.InvariantCulture)]);
    }

    private static DecimalOracle Sum(IEnumerable<DecimalOracle> numbers) => numbers.Aggregate((left, right) => left + right);

    private static bool Passes(FilterOperator comparison, int order) => comparison switch
    {
        FilterOperator.Equal => order == 0,
        FilterOperator.NotEqual => order != 0,
        FilterOperator.Less => order < 0,
        FilterOperator.LessOrEqual => order <= 0,
        FilterOperator.Greater => order > 0,
        _ => order >= 0,
    };

    private static long[] Ids(CollectionScan scan)
    {
        var table = scan.Select("$.id").ToTable();
        return [.. Enumerable.Range(0, table.Count).Select(row => table[row, 0].GetInt64())];
    }

    private static IEnumerable<string> Lines(QueryTable table) =>
        Enumerable.Range(0, table.Count).Select(row => string.Join(' ', table.GetRow(row).ToArray().Select(value => value.ToJson())));

    private sealed record Row(long Id, int G, string V, string W)
    {
        public DecimalOracle Value { get; } = DecimalOracle.Parse(V);

        public DecimalOracle Factor { get; } = DecimalOracle.Parse(W);
    }
}
