using Blittable.Collections;
using static Blittable.Collections.Aggregate;

namespace Blittable.Benchmarks.Collections;

/// <summary>Defines the queries over the events: the published queries of storage_engine, and other common queries over documents. Q1 to Q10 are verbatim. The
/// SQL of the lookups K1 to K12 is not published.</summary>
internal static class EventQueries
{
    private const string Amount = "$.amount";
    private const string Price = "$.price";
    private const string Day = "$.event_date";
    private const string Duration = "$.duration_ms";
    private const string Type = "$.event_type";
    private const int Users = 50_000;

    private static readonly BlittablePath s_user = BlittablePath.Parse("$.user_id");

    /// <param name="rows">The number of events. Their identities start at 1.</param>
    public static IReadOnlyList<EventQuery> All(int rows) => [.. Published(), .. Lookups(rows), .. Groups(), .. Others()];

    private static EventQuery[] Published() =>
    [
        new(
            "Q1", "count", "SELECT COUNT(*) FROM t",
            (reader, workers, _) => reader.Scan().WithWorkers(workers).Count(), reader => EventRows.Of(reader.Scan().Count()))
        {
            AskJson = JsonQueries.Count,
        },
        Of("Q2", "sums and averages of two columns", "SELECT SUM(amount), AVG(amount), SUM(price), AVG(price) FROM t",
            scan => scan.Aggregate(Sum(Amount), Average(Amount), Sum(Price), Average(Price))) with { AskJson = JsonQueries.SumsAndAverages },
        Of("Q3", "by country", "SELECT country_code, COUNT(*), AVG(score) FROM t GROUP BY country_code ORDER BY COUNT(*) DESC",
            scan => scan.GroupBy("$.country_code").OrderBy("count", descending: true).Aggregate(Aggregate.Count(), Average("$.score"))) with
        {
            Keys = 1, OrderedBy = 1, AskJson = JsonQueries.ScoresByCountry,
        },
        Of("Q4", "by type, with the 95th percentile",
            "SELECT event_type, COUNT(*), SUM(amount), AVG(duration_ms), percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) FROM t GROUP BY event_type",
            scan => scan.GroupBy(Type).Aggregate(Aggregate.Count(), Sum(Amount), Average(Duration), PercentileDiscrete(0.95, Duration))) with
        {
            Keys = 1, AskJson = JsonQueries.DurationsByType,
        },
        Of("Q5", "one month by date",
            "SELECT event_date, COUNT(*), SUM(amount), AVG(price) FROM t WHERE event_date BETWEEN '2024-01-01' AND '2024-01-31' GROUP BY event_date ORDER BY event_date",
            scan => January(scan).GroupBy(Day).OrderBy(Day).Aggregate(Aggregate.Count(), Sum(Amount), Average(Price))) with
        {
            Keys = 1, OrderedBy = 0, AskJson = JsonQueries.January,
        },
        Of("Q6", "metadata contains os=android", """SELECT COUNT(*), AVG(amount) FROM t WHERE metadata @> '{"os":"android"}'""",
            scan => scan.Where(Filter.Contains("$.metadata", """{"os":"android"}""")).Aggregate(Aggregate.Count(), Average(Amount))) with
        {
            DuckDbSql = "SELECT COUNT(*), AVG(amount) FROM t WHERE metadata.os = 'android'", AskJson = JsonQueries.Android,
        },
        Of("Q7", "by campaign, if present",
            "SELECT metadata->>'campaign', COUNT(*), SUM(amount) FROM t WHERE metadata ? 'campaign' GROUP BY 1 ORDER BY 3 DESC",
            scan => scan.Where(Filter.Exists("$.metadata.campaign")).GroupBy("$.metadata.campaign").OrderBy("total", descending: true)
                .Aggregate(Aggregate.Count(), Sum(Amount).As("total"))) with
        {
            Keys = 1, OrderedBy = 2, AskJson = JsonQueries.Campaigns,
            DuckDbSql = "SELECT metadata.campaign, COUNT(*), SUM(amount) FROM t WHERE metadata.campaign IS NOT NULL GROUP BY 1 ORDER BY 3 DESC",
        },
        Of("Q8", "tags contain tag_5", "SELECT COUNT(*), AVG(price) FROM t WHERE tags @> ARRAY['tag_5']",
            scan => scan.Where(Filter.Contains("$.tags", """["tag_5"]""")).Aggregate(Aggregate.Count(), Average(Price))) with { AskJson = JsonQueries.Tagged },
        Of("Q9", "url starts with /page/1", "SELECT COUNT(*), SUM(amount) FROM t WHERE url LIKE '/page/1%'",
            scan => scan.Where("$.url", FilterOperator.StartsWith, "/page/1").Aggregate(Aggregate.Count(), Sum(Amount))) with { AskJson = JsonQueries.Pages },
        Of("Q10", "by browser and is_mobile, nine aggregates",
            "SELECT browser, is_mobile, COUNT(*), SUM(amount), AVG(amount), MIN(amount), MAX(amount), SUM(price*quantity), AVG(duration_ms), "
                + "COUNT(DISTINCT user_id), SUM(CASE WHEN event_type='purchase' THEN amount END) FROM t GROUP BY browser, is_mobile",
            scan => scan.GroupBy("$.browser", "$.is_mobile").Aggregate(NineAggregates())) with { Keys = 2, AskJson = JsonQueries.ByBrowserAndDevice },
    ];

    private static EventQuery[] Lookups(int rows) =>
    [
        ById("K1", 1, rows), ById("K2", 10, rows), ById("K3", 100, rows), ById("K4", 1000, rows),
        ByUser("K5", 1), ByUser("K6", 10), ByUser("K7", 100), ByUser("K8", 1000),
    ];

    private static EventQuery[] Groups() =>
    [
        Of("K9", "count by type", "SELECT event_type, COUNT(*) FROM t GROUP BY event_type", scan => scan.GroupBy(Type).Aggregate(Aggregate.Count())) with
        {
            Keys = 1, AskJson = lines => JsonQueries.CountsBy(lines, "event_type"),
        },
        Of("K10", "count by country", "SELECT country_code, COUNT(*) FROM t GROUP BY country_code",
            scan => scan.GroupBy("$.country_code").Aggregate(Aggregate.Count())) with
        {
            Keys = 1, AskJson = lines => JsonQueries.CountsBy(lines, "country_code"),
        },
        Of("K11", "count by user, top 20", "SELECT user_id, COUNT(*) FROM t GROUP BY user_id ORDER BY COUNT(*) DESC, user_id LIMIT 20",
            scan => scan.GroupBy("$.user_id").OrderBy("count", descending: true).Limit(20).Aggregate(Aggregate.Count())) with
        {
            Keys = 1, OrderedBy = 1, AskJson = JsonQueries.TopUsers,
        },
        Of("K12", "count by type within a month",
            "SELECT event_type, COUNT(*) FROM t WHERE event_date BETWEEN '2024-01-01' AND '2024-01-31' GROUP BY event_type",
            scan => January(scan).GroupBy(Type).Aggregate(Aggregate.Count())) with { Keys = 1, AskJson = JsonQueries.JanuaryByType },
    ];

    private static EventQuery[] Others() =>
    [
        Of("X1", "by tag, unnested", "SELECT tag, count(*), sum(amount) FROM (SELECT unnest(tags) AS tag, amount FROM t) GROUP BY tag",
            scan => scan.GroupBy("$.tags[*]").Aggregate(Aggregate.Count(), Sum(Amount))) with { Keys = 1 },
        Of("X2", "url contains a substring", "SELECT count(*), sum(amount) FROM t WHERE url LIKE '%77%'",
            scan => scan.Where(Filter.HasText("$.url", "77")).Aggregate(Aggregate.Count(), Sum(Amount))),
        Of("X3", "url matches a regular expression", "SELECT count(*) FROM t WHERE regexp_matches(url, '7[0-3]$')",
            scan => scan.Where(Filter.Matches("$.url", "7[0-3]$")).Aggregate(Aggregate.Count())),
        Of("X4", "the ten highest prices", "SELECT price FROM t ORDER BY price DESC LIMIT 10",
            scan => scan.Select(Price).OrderBy(Price, descending: true).Limit(10).ToTable()) with { OrderedBy = 0 },
        Of("X5", "distinct sessions", "SELECT count(DISTINCT session_id) FROM t", scan => scan.Aggregate(CountDistinct("$.session_id"))),
        Of("X6", "by url", "SELECT url, count(*), avg(amount) FROM t GROUP BY url",
            scan => scan.GroupBy("$.url").Aggregate(Aggregate.Count(), Average(Amount))) with { Keys = 1 },
        Of("X7", "by session, ten largest sums", "SELECT session_id, sum(amount) AS total FROM t GROUP BY session_id ORDER BY total DESC, session_id LIMIT 10",
            scan => scan.GroupBy("$.session_id").OrderBy("total", descending: true).Limit(10).Aggregate(Sum(Amount).As("total"))) with { Keys = 1, OrderedBy = 1 },
        Of("X8", "by day, truncated", "SELECT date_trunc('day', created_at), count(*) FROM t GROUP BY 1",
            scan => scan.GroupBy(ScanExpression.Path("$.created_at").Truncate(DatePart.Day)).Aggregate(Aggregate.Count())) with { Keys = 1 },
        Of("X9", "arithmetic", "SELECT sum(price * quantity - amount) FROM t",
            scan => scan.Aggregate(Sum((ScanExpression.Path(Price) * "$.quantity") - Amount))),
        Of("X10", "groups with more than one event", "SELECT country_code, count(*) FROM t GROUP BY country_code HAVING count(*) > 1",
            scan => scan.GroupBy("$.country_code").Having("count", FilterOperator.Greater, 1).Aggregate(Aggregate.Count())) with { Keys = 1 },
    ];

    private static EventQuery Of(string name, string what, string sql, Func<CollectionScan, QueryTable> ask) =>
        new(name, what, sql, (reader, workers, _) => ask(reader.Scan().WithWorkers(workers)), reader => EventRows.Of(ask(reader.Scan())));

    private static EventQuery ById(string name, int count, int rows) =>
        new(
            name, $"{count} by id", Sql("id", Values(count, rows, 0)),
            (reader, _, turn) => reader.Find(Keys(count, rows, turn), ReadId),
            reader => Found(action => reader.Find(Keys(count, rows, 0), action)))
        {
            IsLookup = true, Keys = 1, AskJson = lines => JsonQueries.Find(lines, "id", Values(count, rows, 0), isUnique: true),
        };

    private static EventQuery ByUser(string name, int count) =>
        new(
            name, $"by {count} user id{(count == 1 ? "" : "s")}", Sql("user_id", Values(count, Users, 0)),
            (reader, _, turn) => reader.FindAll(s_user, Keys(count, Users, turn), ReadId),
            reader => Found(action => reader.FindAll(s_user, Keys(count, Users, 0), action)))
        {
            IsLookup = true, Keys = 1, AskJson = lines => JsonQueries.Find(lines, "user_id", Values(count, Users, 0), isUnique: false),
        };

    private static string Sql(string column, long[] values) =>
        values.Length == 1 ? $"SELECT * FROM t WHERE {column} = {values[0]}" : $"SELECT * FROM t WHERE {column} IN ({string.Join(", ", values)})";

    private static CollectionScan January(CollectionScan scan) =>
        scan.Where(Day, FilterOperator.GreaterOrEqual, "2024-01-01").Where(Day, FilterOperator.LessOrEqual, "2024-01-31");

    private static Aggregate[] NineAggregates() =>
    [
        Aggregate.Count(), Sum(Amount), Average(Amount), Min(Amount), Max(Amount),
        Sum(Price, "$.quantity"), Average(Duration), CountDistinct("$.user_id"),
        Sum(Amount).Where(Filter.Where(Type, FilterOperator.Equal, "purchase")).As("purchases"),
    ];

    private static void ReadId(long row, BlittableValue document) => document.GetProperty("id"u8).GetInt64();

    private static EventRows Found(Action<CollectionAction> find)
    {
        var rows = new List<object?[]>();
        find((_, document) => rows.Add(JsonQueries.Cells(System.Text.Encoding.UTF8.GetBytes(document.ToJson()))));
        return new(rows);
    }

    private static CollectionKey[] Keys(int count, int most, int turn) => Array.ConvertAll(Values(count, most, turn), value => (CollectionKey)value);

    /// <summary>Returns distinct random values from 1 to a maximum.</summary>
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
