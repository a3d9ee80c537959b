using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests values from the row in which another value is least or greatest, and from the first and last rows.</summary>
public sealed class ArgumentTests
{
    private static readonly string[] Documents =
    [
        """{"k":1,"name":"a","at":"2024-01-02","n":5}""", """{"k":1,"name":"b","at":"2024-01-01","n":5}""", """{"k":1,"name":null,"at":"2023-01-01","n":9}""",
        """{"k":2,"name":1.50,"n":3}""", """{"k":2,"name":"d","at":"2024-05-01"}""", """{"k":2,"name":{"x":1},"at":"2025-01-01"}""",
        """{"k":3,"at":"2024-01-01"}""",
    ];

    [Theory]
    [InlineData(CollectionLayout.Columns, 1)]
    [InlineData(CollectionLayout.Columns, 4)]
    [InlineData(CollectionLayout.Rows, 1)]
    [InlineData(CollectionLayout.Hybrid, 2)]
    public void Arg_min_arg_max_first_and_last_each_return_the_value_of_one_row(CollectionLayout layout, int workers)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(Documents, CollectionFile.Small with { Layout = layout }));
        foreach (var limit in new[] { long.MaxValue, 200 })
        {
            var rows = reader.Scan().WithWorkers(workers).GroupBy("$.k").WithAnyMemoryLimit(limit).Aggregate(
                Aggregate.ArgMin("$.name", "$.at"), Aggregate.ArgMax("$.name", "$.at"), Aggregate.ArgMax("$.name", "$.n"),
                Aggregate.First("$.name"), Aggregate.Last("$.name"));
            Assert.Equal(
                ["1|b|a|a|a|b", "2|d|d|1.50|1.50|d", "3|||||"], Enumerable.Range(0, rows.Count).Select(row => string.Join('|', rows.GetRow(row).ToArray())));
        }

        Assert.Equal("arg_min($.name, $.at)", Aggregate.ArgMin("$.name", "$.at").Name);
        Assert.Equal("b", reader.Scan().Aggregate(Aggregate.ArgMin("$.name", "$.at"))[0, 0].ToString());
    }

    /// <summary>The keys of a batch are compared as integers if they have one kind, and otherwise one by one. Only the strings of the best rows are read.</summary>
    /// <param name="layout">The layout.</param>
    /// <param name="workers">The number of workers.</param>
    /// <param name="step">The distance of the pairs that are tested. One setting tests all pairs, and the others each key and each value. At night, all settings
    /// test all pairs.</param>
    [Theory]
    [InlineData(CollectionLayout.Columns, 1, 1)]
    [InlineData(CollectionLayout.Columns, 2, 4)]
    [InlineData(CollectionLayout.Hybrid, 2, 4)]
    [InlineData(CollectionLayout.Rows, 1, 4)]
    public void The_result_is_the_value_of_the_row_that_is_best_among_all_rows(CollectionLayout layout, int workers, int step)
    {
        string[] keys =
        [
            "$.id", "$.price", "$.double", "$.at", "$.day", "$.url", "$.mixed", "$.same", "$.flag", "$.some", "$.changing", "$.price * 2 + $.id", "$.some - $.id", "concat($.url, $.text)",
        ];
        string[] values = ["$.id", "$.text", "$.some", "$.mixed", "$.day", "$.object", "concat($.text, '!')"];
        var options = new CollectionOptions { Layout = layout, StripeRows = 250, ChunkRows = 100 };
        using var reader = CollectionReader.Open(CollectionFile.Write(Enumerable.Range(0, 600).Select(Row), options));
        foreach (var isFiltered in new[] { false, true })
        {
            var scan = (isFiltered ? reader.Scan().Where("$.price", FilterOperator.Greater, 40) : reader.Scan()).WithWorkers(workers, TimeSpan.Zero);
            var pairs = keys.SelectMany(key => values.Select(value => (Key: ScanExpression.Parse($"{key} as key"), Value: ScanExpression.Parse($"{value} as value"))));
            foreach (var (key, value) in pairs.Where((_, number) => NightlyRun.HasAllSettings || number % step == 0))
            {
                var all = scan.Select(ScanExpression.Path("$.group"), ScanExpression.Path("$.flag"), value, key).ToTable();
                var rows = Enumerable.Range(0, all.Count).Select(row => (Group: all[row, 0], Flag: all[row, 1], Value: all[row, 2], Key: all[row, 3])).ToArray();
                var flag = Filter.Where("$.flag", FilterOperator.Equal, true);
                Aggregate[] aggregates =
                [
                    Aggregate.ArgMin(value, key).As("least"), Aggregate.ArgMax(value, key).As("greatest"), Aggregate.First(value).As("first"), Aggregate.Last(value).As("last"),
                    Aggregate.ArgMax(value, key).Where(flag).As("flagged"),
                ];
                var expected = rows.GroupBy(row => row.Group).Select(group => $"{group.Key}|{Results(group)}").Order(StringComparer.Ordinal);
                foreach (var limit in new[] { long.MaxValue, 20_000 })
                {
                    var groups = scan.GroupBy("$.group").WithAnyMemoryLimit(limit).Aggregate(aggregates);
                    Assert.Equal(expected, Enumerable.Range(0, groups.Count).Select(row => string.Join('|', groups.GetRow(row).ToArray())).Order(StringComparer.Ordinal));
                }

                Assert.Equal(Results(rows), string.Join('|', scan.Aggregate(aggregates).GetRow(0).ToArray()));

                static string Results(IEnumerable<(QueryValue Group, QueryValue Flag, QueryValue Value, QueryValue Key)> rows)
                {
                    var known = rows.Where(row => row.Value.Kind is not (QueryValueKind.Null or QueryValueKind.Json)).ToArray();
                    var flagged = known.Where(row => row.Flag.Kind == QueryValueKind.Boolean && row.Flag.GetBoolean());
                    return $"{Best(known, isMax: false)}|{Best(known, isMax: true)}|{known.FirstOrDefault().Value}|{known.LastOrDefault().Value}|{Best(flagged, isMax: true)}";
                }
            }
        }
    }

    private static QueryValue Best(IEnumerable<(QueryValue Group, QueryValue Flag, QueryValue Value, QueryValue Key)> rows, bool isMax)
    {
        var (best, bestKey) = (QueryValue.Null, QueryValue.Null);
        foreach (var (_, _, value, key) in rows)
        {
            var order = Rank(key) - Rank(bestKey);
            if (Rank(key) > 0 && (order > 0 || (order == 0 && (isMax ? key.CompareTo(bestKey) : bestKey.CompareTo(key)) > 0)))
            {
                (best, bestKey) = (value, key);
            }
        }

        return best;

        static int Rank(QueryValue key) =>
            Array.IndexOf([QueryValueKind.Boolean, QueryValueKind.String, QueryValueKind.Date, QueryValueKind.Number], key.Kind) + 1;
    }

    private static string Row(int id)
    {
        var shuffled = id * 367 % 600;
        var price = (shuffled / 8m).ToString(CultureInfo.InvariantCulture);
        return $$"""
            {"id":{{id}},"group":"g{{(id < 300 ? id % 3 : id % 40)}}","price":{{price}},"double":{{(Math.Sin(shuffled) * 1e10).ToString("R", CultureInfo.InvariantCulture)}},
            "at":"2024-01-{{1 + (shuffled % 28):00}}T10:00:{{shuffled % 60:00}}{{(id > 200 ? ".5" : "")}}Z","day":{{(id % 7 == 0 ? "null" : $"\"2024-{1 + (shuffled % 12):00}-01\"")}},
            "url":"https://example.org/page/{{shuffled % 90}}/{{(shuffled % 2 == 0 ? "" : "abcdefghijk")}}","text":"text {{shuffled}} {{(id % 5 == 0 ? "é" : "e")}}","same":1.{{new string('0', id % 3)}}0,
            "flag":{{(id % 4 == 0 ? "true" : "false")}},{{(id % 3 == 0 ? "" : $"\"some\":{shuffled % 50},")}}"object":{{(id % 6 == 0 ? "{\"a\":1}" : "\"o\"")}},
            "mixed":{{(id % 5) switch { 0 => price, 1 => "\"m\"", 2 => "true", 3 => "\"2024-05-05\"", _ => "null" }}},
            "changing":{{(id < 200 ? $"{shuffled}" : id < 400 ? $"{price}" : $"\"{shuffled}\"")}}}
            """;
    }

    [Theory]
    [InlineData("$.name, $.at as x")]
    [InlineData("$.name as x, $.at")]
    [InlineData("$.name as y, $.at as x")]
    public void The_name_of_an_argument_is_the_name_of_the_column(string text)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(Documents));
        var named = ScanExpression.ParseList(text);

        var rows = reader.Scan().GroupBy("$.k").Having("x = 'b'").Aggregate(Aggregate.ArgMin(named[0], named[1]));

        Assert.Equal(("$.k x", "1|b"), (string.Join(' ', rows.Columns), string.Join('|', rows.GetRow(0).ToArray())));
        Assert.Equal("z", Aggregate.ArgMax(named[0], named[1]).As("z").Name);
    }

    [Fact]
    public void The_name_of_an_expression_is_the_name_of_its_column_in_every_aggregate()
    {
        var named = ScanExpression.Parse("$.n * 2 as x");
        foreach (var create in (Func<ScanExpression, Aggregate>[])[
            Aggregate.Count, Aggregate.Sum, Aggregate.Average, Aggregate.Min, Aggregate.Max, Aggregate.CountDistinct, Aggregate.ApproximateCountDistinct, Aggregate.Median,
            Aggregate.Variance, Aggregate.VariancePopulation, Aggregate.StandardDeviation, Aggregate.StandardDeviationPopulation, Aggregate.First, Aggregate.Last, Aggregate.Mode,
            value => Aggregate.Percentile(0.5, value), value => Aggregate.PercentileDiscrete(0.5, value), value => Aggregate.ApproximatePercentile(0.5, value),
            value => Aggregate.ArgMin(value, "$.at"), value => Aggregate.ArgMax("$.at", value)])
        {
            Assert.Equal("x", create(named).Name);
        }
    }
}
