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
