using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares and subtracts two columns of dates and of decimals, with nulls, extremes and different units, in all layouts.</summary>
public sealed class TwoColumnTests
{
    private const int Count = 1_000;

    private static readonly (string Symbol, Func<int, bool> Passes)[] s_operators =
    [
        ("<", order => order < 0), ("<=", order => order <= 0), (">", order => order > 0), (">=", order => order >= 0), ("=", order => order == 0), ("<>", order => order != 0),
    ];

    public static TheoryData<int, CollectionLayout> Ways => [.. from seed in Enumerable.Range(0, 5)
        from layout in (CollectionLayout[])[CollectionLayout.Rows, CollectionLayout.Hybrid, CollectionLayout.Columns]
        select new TheoryDataRow<int, CollectionLayout>(seed, layout)];

    [Theory]
    [MemberData(nameof(Ways))]
    public void Dates_of_two_columns_are_compared_and_subtracted(int seed, CollectionLayout layout)
    {
        var random = new Random(seed);
        var rows = Enumerable.Range(0, Count).Select(_ => (A: Date(random, seed), B: Date(random, seed))).ToArray();
        using var reader = SampleCollection.Open(rows.Select((row, id) => $$"""{"id":{{id}},"a":{{Text(row.A)}},"b":{{Text(row.B)}}}"""), layout);
        foreach (var (symbol, passes) in s_operators)
        {
            Assert.Equal(
                rows.Count(row => row is ({ } a, { } b) && passes(a.CompareTo(b))),
                reader.Scan().Where(Filter.Parse($"$.a {symbol} $.b")).Count());
        }

        var days = ScanExpression.Parse("(epoch($.b) - epoch($.a)) / 86400");
        double[] expected = [.. rows.Where(row => row is ({ }, { })).Select(row => (row.B!.Value - row.A!.Value).TotalDays)];
        var found = reader.Scan().Aggregate(Aggregate.Count(days), Aggregate.Max(days), Aggregate.Min(days), Aggregate.Average(ScanExpression.Parse("epoch($.b) - epoch($.a)")));
        Assert.Equal(expected.Length, found[0, 0].GetInt64());
        Assert.Equal(expected.Max(), found[0, 1].GetDouble(), tolerance: 1e-9);
        Assert.Equal(expected.Min(), found[0, 2].GetDouble(), tolerance: 1e-9);
        Assert.Equal(expected.Average() * 86400, found[0, 3].GetDouble(), tolerance: 1e-3);

        static string Text(DateTime? date) => date is not { } value ? "null"
            : $"\"{value.ToString(value.Ticks % TimeSpan.TicksPerDay == 0 ? "yyyy-MM-dd" : "yyyy-MM-dd'T'HH:mm:ss.FFFFFF'Z'", CultureInfo.InvariantCulture)}\"";
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Decimals_of_two_columns_are_compared(int seed, CollectionLayout layout)
    {
        var random = new Random(seed);
        var rows = Enumerable.Range(0, Count).Select(_ => (A: Decimal(random, seed), B: Decimal(random, seed))).ToArray();
        using var reader = SampleCollection.Open(rows.Select((row, id) => string.Create(
            CultureInfo.InvariantCulture, $$"""{"id":{{id}},"a":{{(object?)row.A ?? "null"}},"b":{{(object?)row.B ?? "null"}}}""")), layout);
        foreach (var (symbol, passes) in s_operators)
        {
            Assert.Equal(
                rows.Count(row => row is ({ } a, { } b) && passes(a.CompareTo(b))),
                reader.Scan().Where(Filter.Parse($"$.a {symbol} $.b")).Count());
            Assert.Equal(
                rows.Count(row => row is ({ } a, { } b) && passes((a * 10).CompareTo(b + 0.5m))),
                reader.Scan().Where(Filter.Parse($"$.a * 10 {symbol} $.b + 0.5")).Count());
        }
    }

    /// <summary>Creates a date in days, seconds, microseconds, or any of these, so that some pairs are equal.</summary>
    private static DateTime? Date(Random random, int seed)
    {
        var day = seed == 4 ? new DateTime(random.Next(2) == 0 ? 1 : 9999, 1, 1, 0, 0, 0, DateTimeKind.Utc) : new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        var date = day.AddDays(random.Next(5));
        return (seed == 3 ? random.Next(4) : seed) switch
        {
            _ when random.Next(8) == 0 => null,
            0 or 4 => date,
            1 => date.AddSeconds(random.Next(3)),
            _ => date.AddMicroseconds(random.Next(3) * 125_001),
        };
    }

    /// <summary>Creates a decimal with up to as many fraction digits as the seed, or one that needs more than 64 bits at the scale of another.</summary>
    private static decimal? Decimal(Random random, int seed) =>
        random.Next(8) == 0 ? null
        : seed == 4 && random.Next(2) == 0 ? (long.MaxValue / 16) + random.Next(2)
        : random.Next(-30, 30) / (decimal)Math.Pow(10, random.Next(seed + 1));
}
