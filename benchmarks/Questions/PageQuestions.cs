using Blittable.Collections;
using Blittable.Datasets;
using static Blittable.Collections.Aggregate;

namespace Blittable.Benchmarks.Questions;

/// <summary>Defines questions about strings that rarely repeat.</summary>
internal static class PageQuestions
{
    private const string Url = "$.url", Digest = "$.digest", Host = "$.host", Title = "$.title";

    public static QuestionData Data { get; } = new(
        "strings",
        "{id: 'INTEGER', host: 'VARCHAR', url: 'VARCHAR', digest: 'VARCHAR', title: 'VARCHAR', size: 'INTEGER'}",
        (stream, rows) => Pages.Write(stream, rows),
        CollectionOptions.Default with { Layout = CollectionLayout.Columns },
        _ => All());

    private static IReadOnlyList<Question> All() =>
    [
        new("an existing digest", "SELECT id, url FROM t WHERE digest = (SELECT max(digest) FROM t WHERE id = 777)",
            scan => scan.Where(Digest, FilterOperator.Equal, scan.Where("$.id", FilterOperator.Equal, 777).Aggregate(Max(Digest))[0, 0]).Select("$.id", Url).ToTable(), 1, 0),
        new("a missing digest", "SELECT count(*) FROM t WHERE digest = '0123456789abcdef0123456789abcdef'",
            scan => scan.Where(Digest, FilterOperator.Equal, "0123456789abcdef0123456789abcdef").Aggregate(Count())),
        new("addresses with a prefix", "SELECT count(*) FROM t WHERE starts_with(url, 'https://www.site-919')", scan => scan.Where(Url, FilterOperator.StartsWith, "https://www.site-919").Aggregate(Count())),
        new("first 20 addresses", "SELECT url, id FROM t ORDER BY url, id LIMIT 20", scan => scan.Select(Url, "$.id").OrderBy(Url).OrderBy("$.id").Limit(20).ToTable(), 2, 0),
        new("last 10 digests", "SELECT digest, id FROM t ORDER BY digest DESC LIMIT 10", scan => scan.Select(Digest, "$.id").OrderBy(Digest, true).Limit(10).ToTable(), 2, 0),
        new("distinct addresses", "SELECT count(DISTINCT url) FROM t", scan => scan.Aggregate(CountDistinct(Url))),
        new("distinct digests", "SELECT count(DISTINCT digest) FROM t", scan => scan.Aggregate(CountDistinct(Digest))),
        new("by host", "SELECT host, count(*), sum(size) FROM t GROUP BY 1", scan => scan.GroupBy(Host).Aggregate(Count(), Sum("$.size")), 1),
        new("by address", "SELECT url, count(*) AS c FROM t GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10", scan => scan.GroupBy(Url).OrderBy("count", true).Limit(10).Aggregate(Count()), 1, 1),
        new("by title", "SELECT title, count(*), max(size) FROM t GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20", scan => scan.GroupBy(Title).OrderBy("count", true).Limit(20).Aggregate(Count(), Max("$.size")), 1, 1),
        new("by host and first character of the digest", "SELECT host, substring(digest, 1, 1), count(*) FROM t GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 20",
            scan => scan.GroupBy(Host, ScanExpression.Parse("substring($.digest, 1, 1) as first")).OrderBy("count", true).Limit(20).Aggregate(Count()), 2, 2),
        new("addresses with substrings", "SELECT count(*) FROM t WHERE url LIKE '%video%news%'", scan => scan.Where(Filter.Like(Url, "%video%news%")).Aggregate(Count())),
        new("titles in capitals", "SELECT count(*) FROM t WHERE upper(title) = 'NEWS SHOP BLOG'", scan => scan.Where(Filter.Parse("upper($.title) = 'NEWS SHOP BLOG'")).Aggregate(Count())),
        new("lengths", "SELECT host, avg(length(url)), max(length(title)) FROM t GROUP BY 1",
            scan => scan.GroupBy(Host).Aggregate(Average(ScanExpression.Parse("length($.url)")), Max(ScanExpression.Parse("length($.title)"))), 1),
        new("smallest and largest address", "SELECT min(url), max(url) FROM t", scan => scan.Aggregate(Min(Url), Max(Url))),
        new("smallest address by host", "SELECT host, min(url) FROM t GROUP BY 1", scan => scan.GroupBy(Host).Aggregate(Min(Url)), 1),
        new("ten addresses", "SELECT count(*) FROM t WHERE url IN ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'https://www.site-919.example/news/shop-1')",
            scan => scan.Where(Filter.In(Url, ["a", "b", "c", "d", "e", "f", "g", "h", "i", "https://www.site-919.example/news/shop-1"])).Aggregate(Count())),
        new("concatenated strings", "SELECT count(DISTINCT concat(host, ' ', title)) FROM t", scan => scan.Aggregate(CountDistinct(ScanExpression.Parse("concat($.host, ' ', $.title)")))),
        new("distinct titles by host", "SELECT host, count(DISTINCT title), max(title) FROM t GROUP BY 1", scan => scan.GroupBy(Host).Aggregate(CountDistinct(Title), Max(Title)), 1),
    ];
}
