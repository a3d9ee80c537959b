using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares functions of doubles, which are computed for many rows at once, with the row-by-row evaluation of documents.</summary>
public sealed class DoubleFunctionTests
{
    private const int Count = 400;

    public static TheoryData<string> Expressions =>
    [
        "$.a", "$.t", "$.o", "$.far", "abs($.a)", "abs($.a - $.b)", "abs($.a * $.b)", "round($.a)", "round($.a, 2)", "round($.a, -2)", "round($.a, 17)", "floor($.a)", "ceil($.a)", "floor($.a, 1)", "ceil($.a, -1)",
        "round($.a * $.b)", "floor($.a * $.b, 3)", "ceil($.a * $.b, -3)", "floor($.a / 100)", "ceil($.a / $.b)", "round($.a / $.n, 2)", "floor($.n / $.a)", "round($.d / $.a, 1)",
        "floor($.a / ($.n - 5))", "round($.a + $.b, 3)", "$.a % 10", "$.a % $.b", "$.n % $.a", "($.a * $.b) % 7", "$.a * $.b * $.n", "$.a * $.n * $.d", "abs($.t)", "round($.t, 1)", "$.t % 3",
        "case when $.n > 5 then $.a else 0 end", "case when $.n > 5 then $.a when $.n > 2 then $.d else $.n end", "case when $.n > 5 then $.t else 1 end", "coalesce($.o, $.a)",
        "coalesce($.o, 0)", "coalesce($.o, $.t, 0.1)", "coalesce($.o, $.n, $.far)", "coalesce($.o, $.a * $.b)", "round(coalesce($.o, $.far))", "abs($.far)", "floor($.far, 4)", "$.far - $.a",
        "$.a - $.o", "$.o * $.a", "$.o / $.n",
    ];

    [Theory]
    [MemberData(nameof(Expressions))]
    public void Every_layout_computes_the_same_numbers(string text)
    {
        for (var seed = 0; seed < 3; seed++)
        {
            string[] documents = [.. Documents(seed)];
            var expected = Answers(CollectionLayout.Rows, documents, text);
            Assert.Equal(expected, Answers(CollectionLayout.Columns, documents, text));
        }
    }

    /// <summary>Decimals that differ by less than the distance of adjacent doubles, or lie between them.</summary>
    [Fact]
    public void Products_with_the_same_nearest_double_are_ordered_exactly()
    {
        var random = new Random(3);
        var rows = Enumerable.Range(0, 300).Select(id => (Id: id, A: $"0.{random.Next(1, 9)}234567890123{random.Next(100, 999)}", B: $"1.00000000{random.Next(10)}1")).ToArray();
        using var reader = SampleCollection.Open(rows.Select(row => $$"""{"id":{{row.Id}},"a":{{row.A}},"b":{{row.B}}}"""));
        var expected = rows.OrderBy(row => DecimalOracle.Parse(row.A) * DecimalOracle.Parse(row.B)).ThenBy(row => row.Id).Select(row => (long)row.Id).ToArray();

        foreach (var isDescending in (bool[])[false, true])
        {
            var table = reader.Scan().Select("$.id", ScanExpression.Parse("$.a * $.b as value")).OrderBy("value", isDescending).OrderBy("$.id", isDescending).Limit(40).ToTable();
            Assert.Equal((isDescending ? expected.Reverse() : expected).Take(40), Enumerable.Range(0, 40).Select(row => table[row, 0].GetInt64()));
        }
    }

    /// <summary>The sum of many products has more digits than 128 bits hold.</summary>
    [Fact]
    public void Sums_of_many_large_products_are_exact()
    {
        var documents = Enumerable.Range(0, 3000).Select(id => $$"""{"id":{{id}},"a":{{(id % 2 == 0 ? "0.12345678901234567" : "99999999999.999985")}},"b":{{(id % 3 == 0 ? "87654321.987654328" : "0.98765432109876543")}}}""").ToArray();
        var options = new CollectionOptions { Layout = CollectionLayout.Columns };
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, options));
        var expected = documents.Select((_, id) => (id % 2 == 0 ? DecimalOracle.Parse("0.12345678901234567") : DecimalOracle.Parse("99999999999.999985")) * (id % 3 == 0 ? DecimalOracle.Parse("87654321.987654328") : DecimalOracle.Parse("0.98765432109876543")))
            .Aggregate(new DecimalOracle(0, 0), (sum, value) => sum + value).Rounded().Key;
        Assert.Equal(expected, DecimalOracle.Parse(reader.Scan().Aggregate(Aggregate.Sum("$.a", "$.b"))[0, 0].ToJson()).Key);
        Assert.Equal(expected, DecimalOracle.Parse(reader.Scan().Aggregate(Aggregate.Sum(ScanExpression.Parse("$.a * $.b")))[0, 0].ToJson()).Key);
    }

    private static List<string> Answers(CollectionLayout layout, string[] documents, string text)
    {
        using var reader = SampleCollection.Open(documents, layout);
        var expression = ScanExpression.Parse(text);
        var values = reader.Scan().Select("$.id", expression.As("value")).ToTable();
        var answers = new List<string>(Rows(values));
        Aggregate[] aggregates =
        [
            Aggregate.Sum(expression).As("sum"), Aggregate.Average(expression).As("average"), Aggregate.Min(expression).As("min"), Aggregate.Max(expression).As("max"),
            Aggregate.Count(expression).As("count"), Aggregate.CountDistinct(expression).As("distinct"), Aggregate.Median(expression).As("median"),
            Aggregate.Percentile(0.9, expression).As("high"), Aggregate.PercentileDiscrete(0.1, expression).As("low"),
            Aggregate.Variance(expression).As("variance"),
        ];
        answers.AddRange(Rows(reader.Scan().Aggregate(aggregates)));
        answers.AddRange(Rows(reader.Scan().Where("$.n", FilterOperator.Greater, 3).GroupBy("$.g").Aggregate(aggregates)));
        answers.AddRange(Rows(reader.Scan().GroupBy("$.id").Aggregate(aggregates)));
        answers.Add($"{reader.Scan().GroupBy(expression.As("key")).Aggregate(Aggregate.Count()).Count}");
        answers.AddRange(Rows(reader.Scan().Select(expression.As("value"), "$.id").OrderBy("value").OrderBy("$.id").Limit(9).ToTable()));
        answers.AddRange(Rows(reader.Scan().Select(expression.As("value"), "$.id").OrderBy("value", descending: true).OrderBy("$.id").Limit(9).ToTable()));
        answers.AddRange(Rows(reader.Scan().GroupBy("$.g").Aggregate(Aggregate.ArgMax("$.id", expression), Aggregate.ArgMin("$.id", expression))));
        foreach (var row in (int[])[0, 17, 250])
        {
            foreach (var comparison in Enum.GetValues<FilterOperator>().Where(comparison => comparison != FilterOperator.StartsWith && values[row, 1].Kind == QueryValueKind.Number))
            {
                answers.Add($"{comparison} {reader.Scan().Where(expression, comparison, values[row, 1]).Count()}");
            }
        }

        answers.Add($"in {reader.Scan().Where(Filter.Parse($"{text} in (0, 1, 2, 3, 10, -5)")).Count()}");
        answers.Add($"between {reader.Scan().Where(Filter.Parse($"{text} between -10 and 100.5")).Count()}");
        answers.Add($"greater {reader.Scan().Where(Filter.Parse($"{text} > $.n")).Count()}");
        return answers;
    }

    private static IEnumerable<string> Rows(QueryTable table) => Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray()));

    private static IEnumerable<string> Documents(int seed)
    {
        var random = new Random(seed);
        for (var id = 0; id < Count; id++)
        {
            var n = random.Next(10);
            yield return $$"""{"id":{{id}},"g":{{id % 3}},"n":{{n}},"a":{{(random.Next(20) == 0 ? "null" : Double())}},"b":{{Double()}},"d":{{random.Next(-9999, 9999)}}.{{random.Next(10)}}5,"t":{{(random.Next(9) == 0 ? "1.2500" : Double())}},"far":{{random.Next(-9, 9)}}.5e{{random.Next(-30, 30)}}{{(id % 2 == 0 ? $",\"o\":{Double()}" : "")}}}""";
        }

        string Double()
        {
            var value = (random.NextDouble() - 0.4) * 1000;
            value = seed == 0 ? value : random.Next(4) == 0 ? Math.Round(value, random.Next(4)) : seed == 1 ? value : value * Math.Pow(10, random.Next(-9, 9));
            return value.ToString("R", CultureInfo.InvariantCulture);
        }
    }
}
