using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares arithmetic with doubles of any number of digits, which is computed for many rows at once, with arbitrary-precision decimals.</summary>
public sealed class DoubleArithmeticTests
{
    private const int Count = 700;

    private static readonly string[] s_expressions =
    [
        "$.a + $.b", "$.a - $.b", "$.a * $.b", "$.a * $.n", "$.a * $.n - $.d", "$.d - $.a * $.n", "$.a + $.b + $.d + $.n", "$.a * $.b * $.n", "$.a * $.a * $.a * $.a",
        "($.a - $.b) * $.n", "$.a * 1.8 + 32", "$.a - $.a", "$.d + $.n", "$.a * 0",
        "$.a / $.b", "$.d / $.n", "$.n / $.d", "$.n / 8", "$.d / 7 + $.a", "($.a - $.b) / $.n", "$.d / 0.25 - $.n / 7", "$.d / $.d",
    ];

    public static TheoryData<int, CollectionLayout> Ways => [.. from seed in Enumerable.Range(0, 6)
        from layout in (CollectionLayout[])[CollectionLayout.Rows, CollectionLayout.Columns]
        select new TheoryDataRow<int, CollectionLayout>(seed, layout)];

    [Theory]
    [MemberData(nameof(Ways))]
    public void Sums_products_differences_and_quotients_of_doubles_are_exact(int seed, CollectionLayout layout)
    {
        var rows = Rows(seed);
        using var reader = Open(rows, layout);
        foreach (var text in s_expressions)
        {
            var expression = ScanExpression.Parse(text);
            var expected = Array.ConvertAll(rows, row => Compute(text, row));

            var selected = reader.Scan().Select("$.id", expression).ToTable();
            Assert.Equal(expected.Select(value => value?.Key), Enumerable.Range(0, selected.Count).Select(row => Key(selected[row, 1])));
            var plain = Enumerable.Range(0, selected.Count).Where(row => selected[row, 1].Kind == QueryValueKind.Number).Select(row => selected[row, 1].ToJson());
            Assert.DoesNotContain(plain, number => number.Contains('.', StringComparison.Ordinal) && number[^1] == '0' && !number.Contains('e', StringComparison.OrdinalIgnoreCase));

            DecimalOracle[] values = [.. expected.OfType<DecimalOracle>()];
            var aggregates = reader.Scan().Aggregate(Aggregate.Sum(expression), Aggregate.Count(expression), Aggregate.Min(expression), Aggregate.Max(expression));
            Assert.Equal(values.Aggregate(new DecimalOracle(0, 0), (sum, value) => sum + value).Rounded().Key, Key(aggregates[0, 0]));
            Assert.Equal(values.Length, aggregates[0, 1].GetInt64());
            Assert.Equal(values.Min().Key, Key(aggregates[0, 2]));
            Assert.Equal(values.Max().Key, Key(aggregates[0, 3]));

            var grouped = reader.Scan().GroupBy("$.g").Aggregate(Aggregate.Sum(expression));
            Assert.Equal(
                rows.Zip(expected).GroupBy(row => row.First.Id % 3).OrderBy(group => group.Key)
                    .Select(group => group.Select(row => row.Second).OfType<DecimalOracle>().Aggregate(new DecimalOracle(0, 0), (sum, value) => sum + value).Rounded().Key),
                Enumerable.Range(0, grouped.Count).Select(row => Key(grouped[row, 1])));
            Assert.Equal(
                rows.Zip(expected).GroupBy(row => row.Second?.Key).Count(),
                reader.Scan().GroupBy(expression).Aggregate(Aggregate.Count()).Count);

            var limit = values[values.Length / 2];
            Assert.Equal(
                values.Count(value => value.CompareTo(limit) > 0),
                reader.Scan().Where(Filter.Where(expression, FilterOperator.Greater, QueryValue.ParseNumber($"{limit.Mantissa}e{limit.Exponent}"))).Count());
        }
    }

    private static string? Key(QueryValue value) => value.Kind == QueryValueKind.Number ? DecimalOracle.Parse(value.ToJson()).Key : null;

    private static DecimalOracle? Compute(string text, Row row)
    {
        var (a, b, d) = (row.A is null ? (DecimalOracle?)null : DecimalOracle.Parse(row.A), DecimalOracle.Parse(row.B), DecimalOracle.Parse(row.D));
        var n = new DecimalOracle(row.N, 0);
        return text switch
        {
            "$.a + $.b" => (a + b)?.Rounded(),
            "$.a - $.b" => (a - b)?.Rounded(),
            "$.a * $.b" => (a * b)?.Rounded(),
            "$.a * $.n" => (a * n)?.Rounded(),
            "$.a * $.n - $.d" => ((a * n)?.Rounded() - d)?.Rounded(),
            "$.d - $.a * $.n" => (d - (a * n)?.Rounded())?.Rounded(),
            "$.a + $.b + $.d + $.n" => (((a + b)?.Rounded() + d)?.Rounded() + n)?.Rounded(),
            "$.a * $.b * $.n" => ((a * b)?.Rounded() * n)?.Rounded(),
            "$.a * $.a * $.a * $.a" => (((a * a)?.Rounded() * a)?.Rounded() * a)?.Rounded(),
            "($.a - $.b) * $.n" => ((a - b)?.Rounded() * n)?.Rounded(),
            "$.a * 1.8 + 32" => ((a * DecimalOracle.Parse("1.8"))?.Rounded() + DecimalOracle.Parse("32"))?.Rounded(),
            "$.a - $.a" => a is null ? null : new DecimalOracle(0, 0),
            "$.d + $.n" => (d + n).Rounded(),
            "$.a * 0" => a is null ? null : new DecimalOracle(0, 0),
            "$.a / $.b" => Quotient(a, b),
            "$.d / $.n" => Quotient(d, n),
            "$.n / $.d" => Quotient(n, d),
            "$.n / 8" => Quotient(n, DecimalOracle.Parse("8")),
            "$.d / 7 + $.a" => (Quotient(d, DecimalOracle.Parse("7")) + a)?.Rounded(),
            "($.a - $.b) / $.n" => Quotient((a - b)?.Rounded(), n),
            "$.d / 0.25 - $.n / 7" => (Quotient(d, DecimalOracle.Parse("0.25")) - Quotient(n, DecimalOracle.Parse("7")))?.Rounded(),
            "$.d / $.d" => Quotient(d, d),
            _ => throw new ArgumentOutOfRangeException(nameof(text)),
        };
    }

    private static DecimalOracle? Quotient(DecimalOracle? dividend, DecimalOracle divisor) => divisor.Mantissa.IsZero ? null : dividend / divisor;

    /// <summary>Creates rows whose doubles have up to 17 digits, of one magnitude or of many, with some texts that are not the shortest of a double.</summary>
    private static Row[] Rows(int seed)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, Count).Select(id => new Row(
            id,
            random.Next(20) == 0 ? null : Double(random, seed),
            Double(random, seed),
            (random.Next(-2_000_000, 2_000_000) / 10_000m).ToString(CultureInfo.InvariantCulture),
            seed % 2 == 0 ? random.Next(1, 60) : random.NextInt64(-1L << (random.Next(62) + 1), 1L << (random.Next(62) + 1))))];
    }

    private static string Double(Random random, int seed)
    {
        var value = (random.NextDouble() - 0.3) * 1000;
        value = seed switch
        {
            0 or 1 => value,
            2 => Math.Round(value, random.Next(16)),
            3 => value * Math.Pow(10, random.Next(-12, 12)),
            _ => value * Math.Pow(10, random.Next(-40, 40)),
        };
        var text = value.ToString("R", CultureInfo.InvariantCulture);
        return seed == 5 && random.Next(10) == 0 && text.Contains('.', StringComparison.Ordinal) && !text.Contains('E', StringComparison.Ordinal) ? text + "12345" : text;
    }

    private static CollectionReader Open(Row[] rows, CollectionLayout layout) => SampleCollection.Open(
        rows.Select(row => $$"""{"id":{{row.Id}},"g":{{row.Id % 3}},"a":{{row.A ?? "null"}},"b":{{row.B}},"d":{{row.D}},"n":{{row.N}}}"""), layout);

    private sealed record Row(int Id, string? A, string B, string D, long N);
}
