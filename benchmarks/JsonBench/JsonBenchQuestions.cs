using Blittable.Benchmarks.Collections;
using Blittable.Collections;
using static Blittable.Collections.Aggregate;

namespace Blittable.Benchmarks.JsonBench;

/// <summary>Defines the five questions of JSONBench.</summary>
internal static class JsonBenchQuestions
{
    private const string Collection = "$.commit.collection", User = "$.did", Time = "$.time_us";
    private const string Created = "{kind} = 'commit' AND {operation} = 'create'", Posted = Created + " AND {collection} = 'app.bsky.feed.post'";
    private const int Best = 3;

    private static readonly Filter s_created = Filter.Parse("$.kind = 'commit' and $.commit.operation = 'create'");
    private static readonly Filter s_posted = Filter.Parse("$.kind = 'commit' and $.commit.operation = 'create' and $.commit.collection = 'app.bsky.feed.post'");

    public static IReadOnlyList<JsonBenchQuestion> All { get; } =
    [
        new("Q1", "events by collection",
            "SELECT {collection} AS event, count(*) AS count FROM t GROUP BY event ORDER BY count DESC",
            reader => EventRows.Of(reader.Scan().GroupBy(Collection).OrderBy("count", descending: true).Aggregate(Count())), Keys: 1, OrderedBy: 1),
        new("Q2", "events and users by collection, for created records",
            $"SELECT {{collection}} AS event, count(*) AS count, count(DISTINCT {{user}}) AS users FROM t WHERE {Created} GROUP BY event ORDER BY count DESC",
            reader => EventRows.Of(reader.Scan().Where(s_created).GroupBy(Collection).OrderBy("count", descending: true).Aggregate(Count(), CountDistinct(User))),
            Keys: 1, OrderedBy: 1),
        new("Q3", "events by collection and hour of the day",
            $"SELECT {{collection}} AS event, {{hour}} AS hour_of_day, count(*) AS count FROM t WHERE {Created} "
                + "AND {collection} IN ('app.bsky.feed.post', 'app.bsky.feed.repost', 'app.bsky.feed.like') GROUP BY event, hour_of_day ORDER BY hour_of_day, event",
            reader => EventRows.Of(reader.Scan()
                .Where(s_created).Where(Filter.Parse("$.commit.collection in ('app.bsky.feed.post', 'app.bsky.feed.repost', 'app.bsky.feed.like')"))
                .GroupBy(Collection, ScanExpression.Parse("floor($.time_us / 3600000000) % 24 as hour_of_day")).OrderBy("hour_of_day").OrderBy(Collection).Aggregate(Count())),
            Keys: 2, OrderedBy: 1),
        new("Q4", "the first three users to post",
            $"SELECT {{user}} AS user_id, {{first}} AS first_post_date FROM t WHERE {Posted} GROUP BY user_id ORDER BY first_post_date LIMIT 3",
            reader => FirstPosts(reader.Scan().Where(s_posted).GroupBy(User).OrderBy("first").Limit(Best).Aggregate(Min(Time).As("first"))), Keys: 1, OrderedBy: 1),
        new("Q5", "the three users with the longest time between posts",
            $"SELECT {{user}} AS user_id, {{span}} AS activity_span FROM t WHERE {Posted} GROUP BY user_id ORDER BY activity_span DESC LIMIT 3",
            reader => LongestSpans(reader.Scan().Where(s_posted).GroupBy(User).Aggregate(Min(Time), Max(Time))), Keys: 1, OrderedBy: 1),
    ];

    /// <summary>Converts times to dates, because the events store a time as a number, which queries do not convert.</summary>
    private static EventRows FirstPosts(QueryTable users) => new(
        Enumerable.Range(0, users.Count).Select(row => new object?[] { users[row, 0].GetString(), DateTime.UnixEpoch.AddMicroseconds(users[row, 1].GetInt64()) }));

    /// <summary>Orders the users by the difference of two aggregates, because a query can order by only one aggregate.</summary>
    private static EventRows LongestSpans(QueryTable users)
    {
        const int microsecondsPerMillisecond = 1000;
        var best = new PriorityQueue<int, long>();
        for (var row = 0; row < users.Count; row++)
        {
            best.Enqueue(row, (users[row, 2].GetInt64() / microsecondsPerMillisecond) - (users[row, 1].GetInt64() / microsecondsPerMillisecond));
            if (best.Count > Best)
            {
                best.Dequeue();
            }
        }

        var rows = new List<object?[]>();
        while (best.TryDequeue(out var row, out var span))
        {
            rows.Insert(0, [users[row, 0].GetString(), span]);
        }

        return new(rows);
    }
}
