using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares strings that functions compute for all rows of a batch with the results for each document, in all their uses.</summary>
public sealed class ComputedStringTests
{
    private static readonly string[] s_expressions =
    [
        "concat($.host, ' ', $.title)", "concat($.url)", "concat('a', 1.50, $.host, $.empty, true)", "concat($.host, null)", "concat($.host, $.optional)", "concat($.host, $.mixed)",
        "concat(upper($.host), substring($.url, 3, 2), '-', $.title)", "concat($.host, $.id)", "substring($.url, 1, 1)", "substring($.title, 2)", "substring($.title, 0, 3)",
        "substring($.title, -2, 4)", "substring($.title, 5, 0)", "substring($.title, 3, 9223372036854775807)", "substring($.title, -9223372036854775808, 9223372036854775807)",
        "substring($.optional, 20)", "substring($.title, 1, -1)", "substring($.title, 1, null)", "substring($.title, $.id, 2)", "substring(concat($.host, $.title), 3, 4)",
        "substring($.mixed, 1, 2)", "lower($.title)", "upper($.title)", "upper($.optional)", "trim(concat(' ', $.title, '\t'))", "lower($.mixed)", "replace($.title, 'a', 'xyz')", "replace($.optional, $.host, '')", "replace($.mixed, '1', '')", "replace($.host, '', 'a')", "replace(upper($.url), 'H', 'é')", "concat($.nowhere, 'a')",
    ];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_results_equal_those_for_each_document(bool isFiltered)
    {
        var documents = Enumerable.Range(0, 500).Select(Document).ToArray();
        using var rows = Open(documents, CollectionLayout.Rows);
        using var columns = Open(documents, CollectionLayout.Columns);
        using var hybrid = Open(documents, CollectionLayout.Hybrid);
        foreach (var text in s_expressions)
        {
            var expression = ScanExpression.Parse($"{text} as value");
            string[] expected = [.. Answers(Scan(rows), expression)];
            (CollectionReader Reader, int Workers, long Limit)[] settings = [(columns, 1, long.MaxValue), (columns, 2, long.MaxValue), (columns, 1, 5000), (hybrid, 2, long.MaxValue)];
            foreach (var (reader, workers, limit) in NightlyRun.HasAllSettings ? [.. settings, (hybrid, 1, long.MaxValue), (hybrid, 1, 5000)] : settings)
            {
                Assert.Equal(expected, Answers(Scan(reader).WithWorkers(workers, TimeSpan.Zero).WithAnyMemoryLimit(limit), expression));
            }
        }

        CollectionScan Scan(CollectionReader reader) => isFiltered ? reader.Scan().Where("$.size", FilterOperator.Less, 20) : reader.Scan();
    }

    [Fact]
    public void Strings_of_elements_and_of_their_document_are_concatenated()
    {
        string[] items = [.. Enumerable.Range(0, 5).Select(i => $$"""{"s":"s{{i}}"}""")];
        var documents = Enumerable.Range(0, 100).Select(id => $$"""{"id":{{id}},"host":"h{{id % 7}}","items":[{{string.Join(',', items.Skip(id % 5))}}]}""").ToArray();
        using var rows = Open(documents, CollectionLayout.Rows);
        using var columns = Open(documents, CollectionLayout.Columns);
        foreach (var text in new[] { "concat($.host, $.items[*].s)", "upper($.host)", "substring($.items[*].s, 2)" })
        {
            var expression = ScanExpression.Parse($"{text} as value");
            Assert.Equal(Elements(rows), Elements(columns));

            string[] Elements(CollectionReader reader) =>
                Lines(reader.Scan().Unnest("$.items[*]").GroupBy(expression).OrderBy("value").Aggregate(Aggregate.Count(), Aggregate.Min("$.id"), Aggregate.Max(expression).As("max")));
        }
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("digits")]
    [InlineData("few")]
    [InlineData("runs")]
    [InlineData("prose")]
    [InlineData("optional")]
    public void The_strings_of_few_rows_are_those_of_all_rows(string name)
    {
        var random = new Random(2);
        string[] words = ["alpha", "beta", "gamma", "über", "日本"];
        var documents = Enumerable.Range(0, 4000).Select(id =>
            $$"""
            {"id":{{id}},"plain":"{{words[random.Next(5)]}}-{{random.Next()}}-Q","digits":"{{random.NextInt64():x16}}","few":"{{words[random.Next(5)]}}","runs":"r{{id / 300}}",
            "prose":"{{string.Join(' ', Enumerable.Range(0, 6).Select(_ => words[random.Next(5)]))}} {{random.Next(1000)}}",{{(random.Next(3) == 0 ? "" : $"\"optional\":\"o{random.Next()}\",")}}"items":[{"s":"s{{random.Next()}}"},{"s":null}]}
            """).ToArray();
        using var reader = CollectionReader.Open(
            CollectionFile.Write(documents, new CollectionOptions { Layout = CollectionLayout.Columns, StripeRows = 2500, ChunkRows = 1000 }));
        var all = Lines(reader.Scan().Select("$.id", $"$.{name}").ToTable());
        Assert.Equal(all.Where((_, id) => id % 97 == 0), Lines(reader.Scan().Where(Filter.Parse("$.id % 97 = 0")).Select("$.id", $"$.{name}").ToTable()));
        Assert.Equal(all.Where((_, id) => id == 1234), Lines(reader.Scan().Where("$.id", FilterOperator.Equal, 1234).Select("$.id", $"$.{name}").ToTable()));

        var elements = reader.Scan().Unnest("$.items[*]");
        var strings = Lines(elements.Select("$.id", "$.items[*].s").ToTable());
        Assert.Equal(strings.Where((_, element) => element / 2 % 97 == 0), Lines(elements.Where(Filter.Parse("$.id % 97 = 0")).Select("$.id", "$.items[*].s").ToTable()));
    }

    private static IEnumerable<string> Answers(CollectionScan scan, ScanExpression expression)
    {
        var value = ScanExpression.Path("$.id");
        return
        [
            .. Lines(scan.Select(value, expression).OrderBy("$.id").ToTable()),
            .. Lines(scan.GroupBy(expression).OrderBy("value").Aggregate(Aggregate.Count(), Aggregate.Min(value).As("min"))),
            .. Lines(scan.GroupBy(ScanExpression.Path("$.few"), expression).OrderBy("$.few").OrderBy("value").Aggregate(Aggregate.Count())),
            .. Lines(scan.Select(expression, value).OrderBy("value").OrderBy("$.id").Limit(12).ToTable()),
            .. Lines(scan.Select(expression, value).OrderBy("value", descending: true).OrderBy("$.id").Limit(12).ToTable()),
            .. Lines(scan.Aggregate(
                Aggregate.Count(expression).As("count"), Aggregate.CountDistinct(expression).As("distinct"), Aggregate.Min(expression).As("min"), Aggregate.Max(expression).As("max"),
                Aggregate.Mode(expression).As("mode"), Aggregate.First(expression).As("first"), Aggregate.Last(expression).As("last"), Aggregate.ArgMax(value, expression).As("arg"))),
        ];
    }

    private static string[] Lines(QueryTable table) => [.. Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray()))];

    private static CollectionReader Open(IEnumerable<string> documents, CollectionLayout layout) =>
        CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));

    private static string Document(int id)
    {
        string[] titles = ["News Shop", "ÜBER uns", "日本 video", "İstanbul ſ ȺK", "photo", "🙂 smile", ""];
        return $$"""
            {"id":{{id}},"host":"Host-{{id % 5}}.example","url":"https://{{id * 7919 % 500}}/é/{{id}}","title":"{{titles[id % 7]}}","empty":"","few":"{{id % 3}}","size":{{id * 31 % 100}},
            {{(id % 3 == 0 ? "" : $"\"optional\":\"optional {id % 20}\",")}}"mixed":{{(id % 4) switch { 0 => "1.50", 1 => "\"Text\"", 2 => "\"2024-05-05\"", _ => "null" }}}}
            """;
    }
}
