using Blittable.Benchmarks.Collections;

namespace Blittable.Benchmarks.Tests.Collections;

/// <summary>Tests that each layout returns the rows of other systems for all event queries, with their labels and order.</summary>
public sealed class PublishedQueryTests(EventFixture events) : IClassFixture<EventFixture>
{
    public static TheoryData<string> Names => [.. EventFixture.Queries.Select(query => query.Name)];

    public static TheoryData<string> NamesWithJson => [.. EventFixture.Queries.Where(query => query.AskJson is not null).Select(query => query.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_collection_returns_the_rows_of_DuckDB(string name)
    {
        var query = EventFixture.Query(name);
        events.RequireEqual(query, new EventRows(events.DuckDb.Read(query)));
    }

    [Theory]
    [MemberData(nameof(NamesWithJson))]
    public void A_collection_returns_the_rows_of_a_program_over_JSON_lines(string name)
    {
        var query = EventFixture.Query(name);
        events.RequireEqual(query, query.AskJson!(File.ReadAllBytes(events.Lines)));
    }

    [Fact]
    public void A_wrong_label_and_a_wrong_order_are_differences()
    {
        var query = EventFixture.Query("Q3");
        var rows = new EventRows([["DE", 5, 0.5], ["FR", 4, 0.25]]);
        Assert.Null(rows.Difference(new EventRows([["DE", 5m, 0.5m], ["FR", 4L, 0.25000000000001]]), query));
        Assert.NotNull(rows.Difference(new EventRows([["FR", 5, 0.5], ["DE", 4, 0.25]]), query));
        Assert.NotNull(rows.Difference(new EventRows([["FR", 4, 0.25], ["DE", 5, 0.5]]), query));
        Assert.NotNull(rows.Difference(new EventRows([["DE", 5, 0.5], ["FR", 4, null]]), query));
        Assert.NotNull(rows.Difference(new EventRows([["DE", 5, 0.5]]), query));
    }

    [Fact]
    public void The_published_queries_are_used_verbatim() => Assert.Equal(
        [
            "SELECT COUNT(*) FROM t",
            "SELECT SUM(amount), AVG(amount), SUM(price), AVG(price) FROM t",
            "SELECT country_code, COUNT(*), AVG(score) FROM t GROUP BY country_code ORDER BY COUNT(*) DESC",
            "SELECT event_type, COUNT(*), SUM(amount), AVG(duration_ms), percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) FROM t GROUP BY event_type",
            "SELECT event_date, COUNT(*), SUM(amount), AVG(price) FROM t WHERE event_date BETWEEN '2024-01-01' AND '2024-01-31' GROUP BY event_date ORDER BY event_date",
            """SELECT COUNT(*), AVG(amount) FROM t WHERE metadata @> '{"os":"android"}'""",
            "SELECT metadata->>'campaign', COUNT(*), SUM(amount) FROM t WHERE metadata ? 'campaign' GROUP BY 1 ORDER BY 3 DESC",
            "SELECT COUNT(*), AVG(price) FROM t WHERE tags @> ARRAY['tag_5']",
            "SELECT COUNT(*), SUM(amount) FROM t WHERE url LIKE '/page/1%'",
            "SELECT browser, is_mobile, COUNT(*), SUM(amount), AVG(amount), MIN(amount), MAX(amount), SUM(price*quantity), AVG(duration_ms), "
                + "COUNT(DISTINCT user_id), SUM(CASE WHEN event_type='purchase' THEN amount END) FROM t GROUP BY browser, is_mobile",
        ],
        EventFixture.Queries.Where(query => query.Name[0] == 'Q').Select(query => query.Sql));
}
