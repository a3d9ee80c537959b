using Blittable.Collections;
using static Blittable.Collections.Aggregate;

namespace Blittable.Benchmarks.Collections;

/// <summary>
/// Ten analytic queries, lookups of whole documents by key and by user, and four group-bys, with what PostgreSQL 15 took for them on a
/// machine of this kind, one thread.
/// </summary>
internal static class EventQueries
{
    private const string Amount = "$.amount";
    private const string Day = "$.event_date";
    private const string Type = "$.event_type";
    private const int Users = 50_000;

    private static readonly BlittablePath s_user = BlittablePath.Parse("$.user_id");

    /// <param name="rows">The events, whose identities are 1 to this.</param>
    public static IReadOnlyList<EventQuery> All(int rows) =>
    [
        new("Q1", "count", 34, 11, (reader, workers, _) => reader.Scan().WithWorkers(workers).Count(), JsonQueries.Count),
        Of("Q2", "sum and average of two columns", 164, 106, 0, scan => scan.Aggregate(Sum(Amount), Average("$.quantity")), JsonQueries.SumAndAverage),
        Of("Q3", "by country", 242, 138, 1,
            scan => scan.GroupBy("$.country").Aggregate(Aggregate.Count(), Sum(Amount)),
            lines => JsonQueries.AmountsBy(lines, "country")),
        Of("Q4", "by type, 95th percentile", 654, 562, 1,
            scan => scan.GroupBy(Type).Aggregate(Aggregate.Count(), Percentile(0.95, "$.duration_ms")),
            JsonQueries.DurationsByType),
        Of("Q5", "one month by date", 20, 16, 0, scan => Month(scan).Aggregate(Aggregate.Count(), Sum(Amount)), JsonQueries.Month),
        Of("Q6", "metadata contains os=android", 117, 157, 0,
            scan => scan.Where(Filter.Contains("$.metadata", """{"os":"android"}""")).Aggregate(Aggregate.Count()),
            JsonQueries.Android),
        Of("Q7", "by metadata.campaign", 397, 310, 1,
            scan => scan.GroupBy("$.metadata.campaign").Aggregate(Aggregate.Count(), Sum(Amount)),
            lines => JsonQueries.AmountsBy(lines, "metadata.campaign")),
        Of("Q8", "tags contain tag_5", 42, 105, 0, scan => scan.Where(Filter.Contains("$.tags", "\"tag_5\"")).Aggregate(Aggregate.Count()), JsonQueries.Tagged),
        Of("Q9", "url starts with /page/1", 181, 91, 0,
            scan => scan.Where("$.url", FilterOperator.StartsWith, "/page/1").Aggregate(Aggregate.Count()),
            JsonQueries.Pages),
        Of("Q10", "by browser and is_mobile, nine aggregates", 940, 851, 2,
            scan => scan.GroupBy("$.browser", "$.is_mobile").Aggregate(NineAggregates()),
            JsonQueries.ByBrowserAndDevice),
        ById("K1", 1, rows, 0.11, 6.0),
        ById("K2", 10, rows, 0.32, 437),
        ById("K3", 100, rows, 0.9, 452),
        ById("K4", 1000, rows, 7.5, 272),
        ByUser("K5", 1, 0.19, 422),
        ByUser("K6", 10, 0.97, double.NaN),
        ByUser("K7", 100, 8.2, double.NaN),
        ByUser("K8", 1000, 48, 303),
        Of("K9", "count by type", 293, 187, 1, scan => scan.GroupBy(Type).Aggregate(Aggregate.Count()), lines => JsonQueries.CountsBy(lines, "event_type")),
        Of("K10", "count by country", 254, 132, 1,
            scan => scan.GroupBy("$.country").Aggregate(Aggregate.Count()),
            lines => JsonQueries.CountsBy(lines, "country")),
        Of("K11", "count by user, top 20", 322, 279, 1,
            scan => scan.GroupBy("$.user_id").OrderBy("count", descending: true).Limit(20).Aggregate(Aggregate.Count()),
            JsonQueries.TopUsers),
        Of("K12", "count by type within a month", 27, 17, 1, scan => Month(scan).GroupBy(Type).Aggregate(Aggregate.Count()), JsonQueries.MonthByType),
    ];

    private static EventQuery Of(string name, string what, double heap, double columnar, int keys, Func<CollectionScan, QueryTable> ask, JsonQuery askJson) =>
        new(name, what, heap, columnar, (reader, workers, _) => SumOf(ask(reader.Scan().WithWorkers(workers)), keys), askJson);

    private static EventQuery ById(string name, int count, int rows, double heap, double columnar) =>
        new(name, $"{count} by id", heap, columnar, (reader, _, turn) => Found(action => reader.Find(Keys(count, rows, turn), action)),
            lines => JsonQueries.Find(lines, "id", Values(count, rows, 0), isUnique: true)) { IsLookup = true };

    private static EventQuery ByUser(string name, int count, double heap, double columnar) =>
        new(name, $"those of {count} user{(count == 1 ? "" : "s")}", heap, columnar,
            (reader, _, turn) => Found(action => reader.FindAll(s_user, Keys(count, Users, turn), action)),
            lines => JsonQueries.Find(lines, "user_id", Values(count, Users, 0), isUnique: false)) { IsLookup = true };

    private static CollectionScan Month(CollectionScan scan) =>
        scan.Where(Day, FilterOperator.GreaterOrEqual, "2024-03-01").Where(Day, FilterOperator.Less, "2024-04-01");

    private static Aggregate[] NineAggregates() =>
    [
        Aggregate.Count(), Sum(Amount), Average(Amount), Min(Amount), Max(Amount),
        Sum("$.price", "$.quantity"), Average("$.duration_ms"), CountDistinct("$.user_id"),
        Sum(Amount).Where(Filter.Where(Type, FilterOperator.Equal, "purchase")).As("purchases"),
    ];

    private static double SumOf(QueryTable table, int keys)
    {
        double sum = 0;
        for (var row = 0; row < table.Count; row++)
        {
            foreach (var value in table.GetRow(row)[keys..])
            {
                sum += value.Kind == QueryValueKind.Number ? value.GetDouble() : 0;
            }
        }

        return sum;
    }

    private static double Found(Action<CollectionAction> find)
    {
        double sum = 0;
        find((_, document) => sum += document.GetProperty("id"u8).GetInt64());
        return sum;
    }

    private static CollectionKey[] Keys(int count, int most, int turn) => Array.ConvertAll(Values(count, most, turn), value => (CollectionKey)value);

    /// <summary>Values from 1 to the most, none twice.</summary>
    private static long[] Values(int count, int most, int turn)
    {
        var random = new Random(turn);
        var values = new HashSet<long>();
        while (values.Count < Math.Min(count, most))
        {
            values.Add(random.Next(most) + 1);
        }

        return [.. values];
    }
}
