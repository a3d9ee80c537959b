using Blittable.Collections;
using Blittable.Datasets;
using static Blittable.Collections.Aggregate;

namespace Blittable.Benchmarks.Questions;

/// <summary>Defines questions about the events of a web shop that are not part of the suite <c>collections</c>.</summary>
internal static class ShopQuestions
{
    private const string Id = "$.id", At = "$.created_at", Day = "$.event_date", Amount = "$.amount", Price = "$.price";

    public static QuestionData Data { get; } = new(
        "events",
        """
        {id: 'BIGINT', created_at: 'TIMESTAMP', event_date: 'DATE', user_id: 'INTEGER', session_id: 'VARCHAR', amount: 'DECIMAL(12,4)', price: 'DOUBLE',
        quantity: 'INTEGER', duration_ms: 'INTEGER', score: 'DOUBLE', country_code: 'VARCHAR', browser: 'VARCHAR', url: 'VARCHAR', is_mobile: 'BOOLEAN',
        event_type: 'VARCHAR', metadata: 'STRUCT(os VARCHAR, campaign VARCHAR, referrer VARCHAR, language VARCHAR, screen_width INTEGER,
        logged_in BOOLEAN, version INTEGER)', tags: 'VARCHAR[]'}
        """,
        (stream, rows) => Events.Write(stream, rows, seed: 7),
        CollectionOptions.Default with { Layout = CollectionLayout.Columns },
        All);

    private static IReadOnlyList<Question> All(int rows) =>
    [
        new("latest 10 by number", "SELECT id, amount FROM t ORDER BY id DESC LIMIT 10", scan => scan.Select(Id, Amount).OrderBy(Id, true).Limit(10).ToTable(), 1, 0),
        new("latest 100 by time", "SELECT created_at, id, browser FROM t ORDER BY created_at DESC LIMIT 100", scan => scan.Select(At, Id, "$.browser").OrderBy(At, true).Limit(100).ToTable(), 1, 0),
        new("latest 10 by two keys", "SELECT event_date, id, url FROM t ORDER BY event_date DESC, id LIMIT 10", scan => scan.Select(Day, Id, "$.url").OrderBy(Day, true).OrderBy(Id).Limit(10).ToTable(), 2, 0),
        new("highest amounts", "SELECT amount, id FROM t ORDER BY amount DESC, id LIMIT 20", scan => scan.Select(Amount, Id).OrderBy(Amount, true).OrderBy(Id).Limit(20).ToTable(), 2, 0),
        new("a page by offset", "SELECT id, price FROM t ORDER BY id LIMIT 50 OFFSET 5000", scan => scan.Select(Id, Price).OrderBy(Id).Limit(50).Offset(5000).ToTable(), 1, 0),
        new("a page by key", $"SELECT id, price FROM t WHERE id > {rows / 2} ORDER BY id LIMIT 50", scan => scan.Where(Id, FilterOperator.Greater, rows / 2).Select(Id, Price).OrderBy(Id).Limit(50).ToTable(), 1, 0),
        new("latest events of a user", "SELECT id, created_at, amount FROM t WHERE user_id = 4711 ORDER BY id DESC LIMIT 5",
            scan => scan.Where("$.user_id", FilterOperator.Equal, 4711).Select(Id, At, Amount).OrderBy(Id, true).Limit(5).ToTable(), 1, 0),
        new("by country and browser", "SELECT country_code, browser, count(*), avg(price) FROM t GROUP BY 1, 2", scan => scan.GroupBy("$.country_code", "$.browser").Aggregate(Count(), Average(Price)), 2),
        new("by operating system, on mobile", "SELECT metadata.os, count(*), sum(amount) FROM t WHERE is_mobile GROUP BY 1", scan => scan.Where("$.is_mobile", FilterOperator.Equal, true).GroupBy("$.metadata.os").Aggregate(Count(), Sum(Amount)), 1),
        new("by tag", "SELECT x, count(*), sum(quantity) FROM (SELECT unnest(tags) AS x, quantity FROM t) GROUP BY 1", scan => scan.GroupBy("$.tags[*]").Aggregate(Count(), Sum("$.quantity")), 1),
        new("best users", "SELECT user_id, sum(amount) AS s FROM t GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10", scan => scan.GroupBy("$.user_id").OrderBy("s", true).Limit(10).Aggregate(Sum(Amount).As("s")), 1, 1),
        new("best users of purchases", "SELECT user_id, sum(amount) AS s, count(*) FROM t WHERE event_type = 'purchase' GROUP BY 1 HAVING count(*) > 2 ORDER BY 2 DESC, 1 LIMIT 10",
            scan => scan.Where("$.event_type", FilterOperator.Equal, "purchase").GroupBy("$.user_id").Having("count > 2").OrderBy("s", true).Limit(10).Aggregate(Sum(Amount).As("s"), Count()), 1, 1),
        new("arithmetic on doubles", "SELECT sum(price * quantity), avg(price * score) FROM t", scan => scan.Aggregate(Sum(Price, "$.quantity"), Average(Price, "$.score"))),
        new("comparison of columns", "SELECT count(*) FROM t WHERE price * 10 > amount", scan => scan.Where(Filter.Parse("$.price * 10 > $.amount")).Aggregate(Count())),
        new("by day of the week", "SELECT isodow(created_at), count(*), sum(amount) FROM t GROUP BY 1 ORDER BY 1", scan => scan.GroupBy(ScanExpression.Parse("weekday($.created_at)")).Aggregate(Count(), Sum(Amount)), 1, 0),
        new("campaigns, missing as 'none'", "SELECT coalesce(metadata.campaign, 'none'), count(*), avg(duration_ms) FROM t GROUP BY 1",
            scan => scan.GroupBy(ScanExpression.Parse("coalesce($.metadata.campaign, 'none') as campaign")).Aggregate(Count(), Average("$.duration_ms")), 1),
        new("users and sessions", "SELECT count(DISTINCT user_id), count(DISTINCT session_id) FROM t", scan => scan.Aggregate(CountDistinct("$.user_id"), CountDistinct("$.session_id"))),
        new("conditional sums", "SELECT country_code, sum(amount) FILTER (WHERE event_type = 'purchase'), count(*) FILTER (WHERE is_mobile AND score > 0.5) FROM t GROUP BY 1",
            scan => scan.GroupBy("$.country_code").Aggregate(Sum(Amount).Where(Filter.Parse("$.event_type = 'purchase'")), Count().Where(Filter.Parse("$.is_mobile = true and $.score > 0.5"))), 1),
    ];
}
