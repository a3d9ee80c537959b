using Blittable.Collections;
using static Blittable.Collections.Aggregate;

namespace Blittable.Benchmarks.Collections;

/// <summary>Ten analytic queries, lookups of whole documents by key and by user, and what people ask of documents besides, each with its SQL.</summary>
internal static class EventQueries
{
    private const string Amount = "$.amount";
    private const string Day = "$.event_date";
    private const string Type = "$.event_type";
    private const string InMarch = "event_date >= DATE '2024-03-01' AND event_date < DATE '2024-04-01'";
    private const int Users = 50_000;

    private static readonly BlittablePath s_user = BlittablePath.Parse("$.user_id");

    /// <param name="rows">The events, whose identities are 1 to this.</param>
    public static IReadOnlyList<EventQuery> All(int rows) => [.. Published(), .. Lookups(rows), .. Groups(), .. Others()];

    private static EventQuery[] Published() =>
    [
        new("Q1", "count", "SELECT count(*) FROM events", 0, (reader, workers, _) => reader.Scan().WithWorkers(workers).Count(), JsonQueries.Count),
        Of("Q2", "sums and averages of two columns", "SELECT sum(amount), avg(amount), sum(quantity), avg(quantity) FROM events", 0,
            scan => scan.Aggregate(Sum(Amount), Average(Amount), Sum("$.quantity"), Average("$.quantity")), JsonQueries.SumsAndAverages),
        Of("Q3", "by country", "SELECT country, count(*), avg(amount) FROM events GROUP BY country", 1,
            scan => scan.GroupBy("$.country").Aggregate(Aggregate.Count(), Average(Amount)), JsonQueries.AveragesByCountry),
        Of("Q4", "by type, with the 95th percentile",
            "SELECT event_type, count(*), sum(amount), avg(duration_ms), percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) FROM events GROUP BY event_type",
            1,
            scan => scan.GroupBy(Type).Aggregate(Aggregate.Count(), Sum(Amount), Average("$.duration_ms"), Percentile(0.95, "$.duration_ms")),
            JsonQueries.DurationsByType),
        Of("Q5", "one month by date", $"SELECT event_date, count(*), sum(amount) FROM events WHERE {InMarch} GROUP BY event_date", 1,
            scan => Month(scan).GroupBy(Day).Aggregate(Aggregate.Count(), Sum(Amount)), JsonQueries.Month),
        Of("Q6", "metadata contains os=android", "SELECT count(*), sum(amount), avg(quantity) FROM events WHERE metadata.os = 'android'", 0,
            scan => scan.Where(Filter.Contains("$.metadata", """{"os":"android"}""")).Aggregate(Aggregate.Count(), Sum(Amount), Average("$.quantity")),
            JsonQueries.Android),
        Of("Q7", "tags contain tag_3, by metadata.campaign",
            "SELECT metadata.campaign, count(*), sum(amount) FROM events WHERE list_contains(tags, 'tag_3') GROUP BY metadata.campaign", 1,
            scan => scan.Where(Filter.Contains("$.tags", "\"tag_3\"")).GroupBy("$.metadata.campaign").Aggregate(Aggregate.Count(), Sum(Amount)),
            JsonQueries.TaggedByCampaign),
        Of("Q8", "tags contain tag_5", "SELECT count(*), avg(amount), count(DISTINCT user_id) FROM events WHERE list_contains(tags, 'tag_5')", 0,
            scan => scan.Where(Filter.Contains("$.tags", "\"tag_5\"")).Aggregate(Aggregate.Count(), Average(Amount), CountDistinct("$.user_id")),
            JsonQueries.Tagged),
        Of("Q9", "url starts with /page/1", "SELECT count(*), sum(amount), max(duration_ms) FROM events WHERE url LIKE '/page/1%'", 0,
            scan => scan.Where("$.url", FilterOperator.StartsWith, "/page/1").Aggregate(Aggregate.Count(), Sum(Amount), Max("$.duration_ms")),
            JsonQueries.Pages),
        Of("Q10", "by browser and is_mobile, nine aggregates",
            "SELECT browser, is_mobile, count(*), sum(amount), avg(amount), min(amount), max(amount), sum(price * quantity), avg(duration_ms), "
                + "count(DISTINCT user_id), sum(amount) FILTER (WHERE event_type = 'purchase') FROM events GROUP BY browser, is_mobile",
            2,
            scan => scan.GroupBy("$.browser", "$.is_mobile").Aggregate(NineAggregates()), JsonQueries.ByBrowserAndDevice),
    ];

    private static EventQuery[] Lookups(int rows) =>
    [
        ById("K1", 1, rows), ById("K2", 10, rows), ById("K3", 100, rows), ById("K4", 1000, rows),
        ByUser("K5", 1), ByUser("K6", 10), ByUser("K7", 100), ByUser("K8", 1000),
    ];

    private static EventQuery[] Groups() =>
    [
        Of("K9", "count by type", "SELECT event_type, count(*) FROM events GROUP BY event_type", 1,
            scan => scan.GroupBy(Type).Aggregate(Aggregate.Count()), lines => JsonQueries.CountsBy(lines, "event_type")),
        Of("K10", "count by country", "SELECT country, count(*) FROM events GROUP BY country", 1,
            scan => scan.GroupBy("$.country").Aggregate(Aggregate.Count()), lines => JsonQueries.CountsBy(lines, "country")),
        Of("K11", "count by user, top 20", "SELECT user_id, count(*) AS n FROM events GROUP BY user_id ORDER BY n DESC LIMIT 20", 1,
            scan => scan.GroupBy("$.user_id").OrderBy("count", descending: true).Limit(20).Aggregate(Aggregate.Count()), JsonQueries.TopUsers),
        Of("K12", "count by type within a month", $"SELECT event_type, count(*) FROM events WHERE {InMarch} GROUP BY event_type", 1,
            scan => Month(scan).GroupBy(Type).Aggregate(Aggregate.Count()), JsonQueries.MonthByType),
    ];

    private static EventQuery[] Others() =>
    [
        Of("X1", "by tag, unnested",
            "SELECT tag, count(*), sum(amount) FROM (SELECT unnest(tags) AS tag, amount FROM events) GROUP BY tag", 1,
            scan => scan.GroupBy("$.tags[*]").Aggregate(Aggregate.Count(), Sum(Amount))),
        Of("X2", "url has a text in it", "SELECT count(*), sum(amount) FROM events WHERE url LIKE '%77%'", 0,
            scan => scan.Where(Filter.HasText("$.url", "77")).Aggregate(Aggregate.Count(), Sum(Amount))),
        Of("X3", "url matches a regular expression", "SELECT count(*) FROM events WHERE regexp_matches(url, '7[0-3]$')", 0,
            scan => scan.Where(Filter.Matches("$.url", "7[0-3]$")).Aggregate(Aggregate.Count())),
        Of("X4", "the ten highest prices", "SELECT price FROM events ORDER BY price DESC LIMIT 10", 0,
            scan => scan.Select("$.price").OrderBy("$.price", descending: true).Limit(10).ToTable()),
        Of("X5", "distinct sessions", "SELECT count(DISTINCT session_id) FROM events", 0, scan => scan.Aggregate(CountDistinct("$.session_id"))),
        Of("X6", "by url", "SELECT url, count(*), avg(amount) FROM events GROUP BY url", 1,
            scan => scan.GroupBy("$.url").Aggregate(Aggregate.Count(), Average(Amount))),
        Of("X7", "by session, ten of the greatest sums",
            "SELECT session_id, sum(amount) AS total FROM events GROUP BY session_id ORDER BY total DESC LIMIT 10", 1,
            scan => scan.GroupBy("$.session_id").OrderBy("total", descending: true).Limit(10).Aggregate(Sum(Amount).As("total"))),
        Of("X8", "by day, truncated", "SELECT date_trunc('day', created_at), count(*) FROM events GROUP BY 1", 1,
            scan => scan.GroupBy(ScanExpression.Path("$.created_at").Truncate(DatePart.Day)).Aggregate(Aggregate.Count())),
        Of("X9", "arithmetic", "SELECT sum(price * quantity - amount) FROM events", 0,
            scan => scan.Aggregate(Sum((ScanExpression.Path("$.price") * "$.quantity") - Amount))),
        Of("X10", "groups that have more than one event",
            "SELECT country, count(*) FROM events GROUP BY country HAVING count(*) > 1", 1,
            scan => scan.GroupBy("$.country").Having("count", FilterOperator.Greater, 1).Aggregate(Aggregate.Count())),
    ];

    private static EventQuery Of(string name, string what, string sql, int keys, Func<CollectionScan, QueryTable> ask, JsonQuery? askJson = null) =>
        new(name, what, sql, keys, (reader, workers, _) => SumOf(ask(reader.Scan().WithWorkers(workers)), keys), askJson);

    private static EventQuery ById(string name, int count, int rows) =>
        new(name, $"{count} by id", "", 0, (reader, _, turn) => Found(action => reader.Find(Keys(count, rows, turn), action)),
            lines => JsonQueries.Find(lines, "id", Values(count, rows, 0), isUnique: true)) { IsLookup = true };

    private static EventQuery ByUser(string name, int count) =>
        new(name, $"those of {count} user{(count == 1 ? "" : "s")}", "", 0,
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
