using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares filters by expressions with the expressions' values. Estimates decide most rows, exact numbers the close ones.</summary>
public sealed class ExpressionSelectionTests
{
    private static readonly string[] Expressions =
    [
        "$.a + $.b", "$.a - $.b", "$.a * $.b", "$.a / $.b", "$.a % $.b", "$.i + $.j", "$.i % $.j", "$.i * $.i", "$.d + $.a", "$.d * $.d - $.a", "$.a / ($.a - $.b)",
        "coalesce($.o, $.i)", "coalesce($.o, $.d, 0) + $.i", "$.big * $.big * $.big", "$.i / 3", "$.mixed + 1", "coalesce($.mixed, $.i)", "$.nowhere + $.i",
        "coalesce($.d, $.a) - $.a", "coalesce($.o, $.a, 1e30)", "case when $.i > 3 then $.d when $.a > $.b then $.a end", "case when $.o exists then $.mixed else $.d end * 2",
        "case when $.a > $.b then $.a * $.d else $.i end / $.j",
    ];

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void Filters_by_expressions_select_the_rows_whose_values_match(CollectionLayout layout)
    {
        var random = new Random(11);
        var documents = Enumerable.Range(0, 700).Select(id => Document(random, id));
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
        foreach (var text in Expressions)
        {
            var expression = ScanExpression.Parse(text);
            var values = reader.Scan().Select(ScanExpression.Path("$.id"), expression).ToTable();
            var literals = Enumerable.Range(0, values.Count).Select(row => values[row, 1]).Where(value => value.Kind == QueryValueKind.Number).Distinct().Take(12);
            foreach (var literal in literals.Append(0).Append(QueryValue.ParseNumber("0.3")))
            {
                foreach (var comparison in new[] { FilterOperator.Equal, FilterOperator.NotEqual, FilterOperator.Less, FilterOperator.GreaterOrEqual })
                {
                    var expected = Enumerable.Range(0, values.Count)
                        .Where(row => Passes(comparison, values[row, 1], literal))
                        .Select(row => values[row, 0].ToString());
                    var found = reader.Scan().Where(expression, comparison, literal).Select("$.id").ToTable();
                    Assert.True(expected.SequenceEqual(Enumerable.Range(0, found.Count).Select(row => found[row, 0].ToString())), $"{text} {comparison} {literal}");
                }
            }
        }
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void Expressions_are_compared_with_each_other(CollectionLayout layout)
    {
        var random = new Random(12);
        var documents = Enumerable.Range(0, 700).Select(id => Document(random, id));
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
        foreach (var (left, right) in Expressions.Zip(Expressions.Skip(3)).Concat([("$.day", "$.other"), ("$.a", "$.b"), ("$.mixed", "$.i"), ("$.day", "$.mixed")]))
        {
            var values = reader.Scan().Select(ScanExpression.Path("$.id"), ScanExpression.Parse(left).As("left"), ScanExpression.Parse(right).As("right")).ToTable();
            var expected = Enumerable.Range(0, values.Count)
                .Where(row => values[row, 1].Kind != QueryValueKind.Null && values[row, 1].Kind == values[row, 2].Kind && values[row, 1].CompareTo(values[row, 2]) >= 0)
                .Select(row => values[row, 0].ToString());
            var found = reader.Scan().Where(Filter.Parse($"{left} >= {right}")).Select("$.id").ToTable();
            Assert.True(expected.SequenceEqual(Enumerable.Range(0, found.Count).Select(row => found[row, 0].ToString())), $"{left} >= {right}");
        }
    }

    private static bool Passes(FilterOperator comparison, QueryValue value, QueryValue literal) => value.Kind != QueryValueKind.Null
        && (value.Kind == literal.Kind
            ? comparison switch
            {
                FilterOperator.Equal => value == literal,
                FilterOperator.NotEqual => value != literal,
                FilterOperator.Less => value.CompareTo(literal) < 0,
                _ => value.CompareTo(literal) >= 0,
            }
            : comparison == FilterOperator.NotEqual);

    private static string Document(Random random, int id)
    {
        var invariant = CultureInfo.InvariantCulture;
        var a = random.Next(4) == 0 ? "0.1" : (random.Next(1000) / 100m).ToString(invariant);
        var d = random.Next(5) switch { 0 => "0.30000000000000004", 1 => "0.3", 2 => "-0.0", _ => (random.NextDouble() * 100).ToString("R", invariant) };
        var odd = random.Next(3) switch { 0 => "\"text\"", 1 => "null", _ => "2.5" };
        return $$"""
            {"id":{{id}},"a":{{a}},"b":{{(random.Next(3) == 0 ? "0.2" : random.Next(-5, 5).ToString(invariant))}},"i":{{random.Next(-50, 50)}},"j":{{random.Next(-3, 4)}},
            "d":{{d}},{{(random.Next(2) == 0 ? "" : $"\"o\":{random.Next(9)},")}}"big":{{(random.Next(2) == 0 ? "1e120" : "3")}},"mixed":{{odd}},
            "day":"2024-01-{{random.Next(1, 5):00}}","other":"2024-01-{{random.Next(1, 5):00}}"}
            """;
    }
}
