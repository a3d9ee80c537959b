using System.Globalization;
using System.Numerics;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares rounded quotients, which are computed from integers, with those of rational numbers, and uses them as keys and in aggregates.</summary>
public sealed class RoundedQuotientTests
{
    private static readonly int[] s_digits = [-2, 0, 1, 3];

    [Theory]
    [InlineData(CollectionLayout.Columns, 1)]
    [InlineData(CollectionLayout.Columns, 2)]
    [InlineData(CollectionLayout.Rows, 3)]
    public void A_rounded_quotient_is_that_of_the_exact_numbers(CollectionLayout layout, int seed)
    {
        var random = new Random(seed);
        for (var run = 0; run < 4; run++)
        {
            // The numbers of a run have a few scales and sizes, so that some chunks fit in 64 bits after scaling and others do not.
            var (scale, digits) = (random.Next(7), 1 + random.Next(19));
            var rows = Enumerable.Range(0, 300).Select(_ => (Dividend: Number(random, digits, scale), Divisor: Number(random, 1 + random.Next(digits), random.Next(scale + 1)))).ToArray();
            using var reader = Open(rows.Select(row => $$"""{"a":{{row.Dividend}},"b":{{row.Divisor}}}"""), layout);
            foreach (var (function, round) in Functions)
            {
                foreach (var place in s_digits)
                {
                    var table = reader.Scan().Select(ScanExpression.Parse($"{function}($.a / $.b, {place}) as value")).ToTable();
                    for (var row = 0; row < rows.Length; row++)
                    {
                        Assert.Equal(Expected(rows[row].Dividend, rows[row].Divisor, place, round), Parse(table.GetRow(row)[0]));
                    }
                }
            }
        }
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void A_rounded_quotient_is_null_where_an_operand_is_no_number_or_the_divisor_is_zero(CollectionLayout layout)
    {
        string[] documents =
        [
            """{"a":7,"b":2}""", """{"a":7,"b":0}""", """{"a":"7","b":2}""", """{"a":7}""", """{"a":null,"b":2}""", """{"a":-9223372036854775808,"b":-1}""", """{"a":-7,"b":2}""",
        ];
        using var reader = Open(documents, layout);
        var table = reader.Scan().Select(ScanExpression.Parse("floor($.a / $.b) as value")).ToTable();
        Assert.Equal(["3", "", "", "", "", "9223372036854775808", "-4"], Enumerable.Range(0, table.Count).Select(row => table.GetRow(row)[0].ToString()));
    }

    /// <summary>The same numbers are extremes, arguments, keys and distinct values whether they are computed for each row or for all rows at once.</summary>
    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    [InlineData(CollectionLayout.Rows)]
    public void Aggregates_and_groups_of_computed_numbers_are_those_of_the_selected_numbers(CollectionLayout layout)
    {
        string[] expressions = ["floor($.a / $.b)", "$.a - $.b", "$.a * $.b + 0.5", "round($.a / 7, 2)", "abs($.a)", "$.a / $.b", "coalesce($.o, 3) + $.a", "$.mixed + 1",
            "coalesce($.o, $.a * $.b) + $.a", "case when $.b > 1 then $.a / $.b when $.b < 0 then $.a * $.a end * 3", "coalesce($.o, $.a * 1e-30) * 2"];
        var random = new Random(5);
        var documents = Enumerable.Range(0, 900).Select(id =>
            $$"""{"id":{{id}},"g":{{random.Next(4)}},"a":{{Number(random, id < 400 ? 4 : 9, id < 600 ? 0 : 2)}},"b":{{random.Next(-3, 4)}},"mixed":{{(random.Next(3) == 0 ? "\"x\"" : "1e90")}}{{(random.Next(2) == 0 ? "" : ",\"o\":8")}}}""");
        using var reader = Open(documents, layout);
        foreach (var text in expressions)
        {
            var expression = ScanExpression.Parse(text);
            var rows = reader.Scan().Select(ScanExpression.Path("$.id"), ScanExpression.Path("$.g"), expression).ToTable();
            var values = Enumerable.Range(0, rows.Count).Select(row => (Id: rows[row, 0], Group: rows[row, 1], Value: rows[row, 2])).Where(row => row.Value.Kind != QueryValueKind.Null).ToArray();
            var found = reader.Scan().GroupBy("$.g").OrderBy("$.g").Aggregate(
                Aggregate.Min(expression), Aggregate.Max(expression), Aggregate.CountDistinct(expression), Aggregate.ArgMax(ScanExpression.Path("$.id"), expression));
            var expected = values.GroupBy(row => row.Group).OrderBy(group => group.Key).Select(group =>
                $"{group.Key} {group.Min(row => row.Value)} {group.Max(row => row.Value)} {group.Select(row => row.Value).Distinct().Count()} {group.MaxBy(row => row.Value).Id}");
            Assert.Equal(expected, Enumerable.Range(0, found.Count).Select(row => string.Join(' ', found.GetRow(row).ToArray())));
            Assert.Equal($"{values.Min(row => row.Value)} {values.Max(row => row.Value)}", string.Join(' ', reader.Scan().Aggregate(Aggregate.Min(expression), Aggregate.Max(expression)).GetRow(0).ToArray()));

            var groups = reader.Scan().GroupBy(expression).Aggregate(Aggregate.Count());
            Assert.Equal(
                values.GroupBy(row => row.Value).Select(group => $"{group.Key} {group.Count()}").Append($" {rows.Count - values.Length}").Where(line => line != " 0").Order(StringComparer.Ordinal),
                Enumerable.Range(0, groups.Count).Select(row => string.Join(' ', groups.GetRow(row).ToArray())).Order(StringComparer.Ordinal));
        }
    }

    /// <summary>A quotient rounded to more digits than mantissas have is not divided by a power of ten that exceeds 64 bits.</summary>
    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void An_estimate_is_close_to_quotients_rounded_to_many_digits(CollectionLayout layout)
    {
        using var reader = Open(Enumerable.Range(0, 50).Select(id => $$"""{"id":{{id}},"a":0.00001,"b":3}"""), layout);
        foreach (var digits in (int[])[17, 18, 19, 20, 23])
        {
            var quotient = ScanExpression.Parse($"round($.a / $.b, {digits})");
            var found = reader.Scan().Aggregate(Aggregate.ApproximatePercentile(0.5, quotient).As("estimate"), Aggregate.Median(quotient).As("median"));
            Assert.Equal(0.00001 / 3, found[0, 0].GetDouble(), 1e-16);
            Assert.Equal(0.00001 / 3, found[0, 1].GetDouble(), 1e-16);
        }
    }

    private static readonly (string Name, Func<BigInteger, BigInteger, BigInteger> Round)[] Functions =
    [
        ("floor", (dividend, divisor) => FloorDivide(dividend, divisor)),
        ("ceil", (dividend, divisor) => -FloorDivide(-dividend, divisor)),
        ("round", (dividend, divisor) => dividend.Sign * FloorDivide((2 * BigInteger.Abs(dividend)) + divisor, 2 * divisor)),
    ];

    private static CollectionReader Open(IEnumerable<string> documents, CollectionLayout layout) =>
        CollectionReader.Open(CollectionFile.Write([.. documents], CollectionFile.Small with { Layout = layout }));

    private static string Number(Random random, int digits, int scale)
    {
        var mantissa = random.NextInt64((long)Math.Pow(10, Math.Min(digits, 18))) * (random.Next(2) == 0 ? -1 : 1);
        return random.Next(8) == 0 ? "0" : random.Next(4) == 0 ? $"{mantissa % 20}" : ((decimal)mantissa / (decimal)BigInteger.Pow(10, scale)).ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>Returns the mantissa and the number of fraction digits of a number text.</summary>
    private static (BigInteger Mantissa, int Scale) Parts(string number)
    {
        var point = number.IndexOf('.', StringComparison.Ordinal);
        return (BigInteger.Parse(number.Replace(".", "", StringComparison.Ordinal), CultureInfo.InvariantCulture), point < 0 ? 0 : number.Length - point - 1);
    }

    private static decimal? Expected(string dividend, string divisor, int digits, Func<BigInteger, BigInteger, BigInteger> round)
    {
        var ((a, aScale), (b, bScale)) = (Parts(dividend), Parts(divisor));
        if (b.IsZero)
        {
            return null;
        }

        var (numerator, denominator) = (a * BigInteger.Pow(10, bScale + 10 + digits), b * BigInteger.Pow(10, aScale + 10));
        var rounded = denominator.Sign < 0 ? round(-numerator, -denominator) : round(numerator, denominator);
        return (decimal)rounded * (decimal)Math.Pow(10, -digits);
    }

    private static decimal? Parse(QueryValue value) =>
        value.Kind == QueryValueKind.Null ? null : decimal.Parse(value.ToString(), NumberStyles.Float, CultureInfo.InvariantCulture);

    private static BigInteger FloorDivide(BigInteger dividend, BigInteger divisor)
    {
        var quotient = BigInteger.DivRem(dividend, divisor, out var rest);
        return rest.Sign < 0 ? quotient - 1 : quotient;
    }
}
