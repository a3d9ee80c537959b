namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that queries over paths that no document has are answered with a warning.</summary>
public sealed class MissingPathTests
{
    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void An_empty_collection_returns_no_rows_and_no_path_errors(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open([], layout);
        var scan = reader.Scan().WithStrictPaths();

        Assert.Equal(0, scan.Where("$.a", FilterOperator.Equal, 1).Count());
        Assert.Equal(0, scan.Where(Filter.Not(Filter.Exists("$.a"))).Count());
        Assert.Equal(0, scan.GroupBy("$.a").Aggregate(Aggregate.Count()).Count);
        Assert.Equal(0, scan.Unnest("$.a[*]").GroupBy("$.a[*].b").Aggregate(Aggregate.Count()).Count);
        Assert.Equal(0, scan.Select("$.a", "$.b").ToTable().Count);
        Assert.Equal("0 null null null null 0 null", Line(scan.Aggregate(All("$.a")), 0));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void No_comparison_selects_a_path_that_no_document_has(CollectionLayout layout)
    {
        using var reader = OpenHundred(layout);
        var scan = reader.Scan();

        foreach (var comparison in Enum.GetValues<FilterOperator>())
        {
            Assert.Equal(0, scan.Where("$.nope", comparison, "1").Count());
            Assert.Equal(0, scan.Unnest("$.list[*]").Where("$.list[*].nope", comparison, "1").Count());
        }

        Assert.Equal(0, scan.Where("$.nope", FilterOperator.Equal, QueryValue.Null).Count());
        Assert.Equal(100, scan.Where(Filter.Not(Filter.Where("$.nope.deep", FilterOperator.Equal, 1))).Count());
        Assert.Equal(100, scan.Where(ScanExpression.Coalesce("$.nope", 1), FilterOperator.Equal, 1).Count());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_path_that_no_document_has_exists_nowhere_and_matches_no_text_or_part(CollectionLayout layout)
    {
        using var reader = OpenHundred(layout);
        var scan = reader.Scan();

        Assert.Equal(0, scan.Where(Filter.Exists("$.nope")).Count());
        Assert.Equal(100, scan.Where(Filter.Not(Filter.Exists("$.nope"))).Count());
        Assert.Equal(0, scan.Where(Filter.In("$.nope", [1])).Count());
        Assert.Equal(0, scan.Where(Filter.Like("$.nope", "%")).Count());
        Assert.Equal(0, scan.Where(Filter.Contains("$.nope", "{}")).Count());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Groups_and_aggregates_of_a_path_that_no_document_has_are_null(CollectionLayout layout)
    {
        using var reader = OpenHundred(layout);
        var scan = reader.Scan();

        Assert.Equal("null 100", Line(scan.GroupBy("$.nope").Aggregate(Aggregate.Count()), 0));
        Assert.Equal("100 null null null null 0 null", Line(scan.Aggregate([Aggregate.Count(), .. All("$.nope")[1..]]), 0));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Selected_values_of_a_path_that_no_document_has_are_null(CollectionLayout layout)
    {
        using var reader = OpenHundred(layout);
        var scan = reader.Scan();

        Assert.Equal(0, scan.Unnest("$.nope[*]").Count());
        Assert.Equal("null 5", Line(scan.Where("$.a", FilterOperator.Equal, 5).Select("$.nope", "$.a").ToTable(), 0));
        Assert.Equal("null null", Line(scan.Unnest("$.list[*]").Select("$.list[*].nope", "$.nope").ToTable(), 0));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_path_that_no_document_has_causes_a_warning_with_suggestions(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(
            Enumerable.Range(0, 100).Select(i => $$"""{"color":{{i}},"address":{"city":"x"},"list":[{"name":1}],"rare{{i}}":1}"""), layout);
        var warnings = new List<QueryWarning>();
        var scan = reader.Scan().WithWarnings(warnings.Add);

        foreach (var (path, meant) in ((string, string)[])[
            ("$.colour", "$.color"), ("$['Color']", "$.color"), ("$.city", "$.address.city"), ("$.adress.city", "$.address.city"),
            ("$.list[*].nmae", "$.list[*].name"), ("$.list.name", "$.list[*].name")])
        {
            var table = scan.Where(Filter.Exists(path)).Aggregate(Aggregate.Count());

            Assert.Equal(BlittablePath.Parse(path), Assert.Single(table.Warnings).Path);
            Assert.Equal(meant, table.Warnings[0].Suggestions[0]);
            Assert.StartsWith($"No document has a value at '{path}'. Did you mean '{meant}'", table.Warnings[0].Message, StringComparison.Ordinal);
            Assert.Equal(table.Warnings[0].Message, Assert.Single(warnings).Message);
            warnings.Clear();
            var error = Assert.Throws<BlittableException>(() => scan.WithStrictPaths().Where(Filter.Exists(path)).Count());
            Assert.Equal((BlittableErrorCode.NotFound, table.Warnings[0].Message), (error.Code, error.Message));
        }

        Assert.Empty(Assert.Single(scan.Select("$.zzzzzz").ToTable().Warnings).Suggestions);
        Assert.Equal(2, scan.GroupBy("$.one").Aggregate(Aggregate.Sum("$.two"), Aggregate.Count().Where(Filter.Exists("$.one"))).Warnings.Count);
        Assert.Empty(scan.WithStrictPaths().Select("$.rare99").ToTable().Warnings);
        Assert.Empty(scan.WithStrictPaths().Where(Filter.Contains("$", """{"color":{"nope":1}}""")).Aggregate(Aggregate.Count()).Warnings);
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Paths_remain_known_after_the_last_document_that_has_them_is_deleted(CollectionLayout layout)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, Key = "$.id" }, leaveOpen: true))
        {
            writer.Add("""{"id":1,"a":1}"""u8);
            writer.Add("""{"id":2,"b":1}"""u8);
            writer.Commit();
            writer.Delete(1);
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        var scan = reader.Scan().WithStrictPaths();

        Assert.Equal(0, scan.Where("$.a", FilterOperator.Equal, 1).Count());
        Assert.Equal("null 1", Line(scan.GroupBy("$.a").Aggregate(Aggregate.Count()), 0));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_kind_that_a_path_does_not_have_does_not_pass_a_filter_and_is_ignored_by_aggregates(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(Enumerable.Range(0, 100).Select(i => $$"""{"s":"x{{i}}","o":{"a":1},"b":true}"""), layout);
        Assert.Equal(0, reader.Scan().Where("$.s", FilterOperator.Equal, 4).Count());
        Assert.Equal(100, reader.Scan().Where("$.s", FilterOperator.NotEqual, 4).Count());
        var scan = reader.Scan().WithStrictPaths();
        Assert.Equal("100 null null x0 x99 100 null", Line(scan.Aggregate(All("$.s")), 0));
        Assert.Equal("0 null null null null 0 null", Line(scan.Aggregate(All("$.o")), 0));
        Assert.Equal("null 100", Line(reader.Scan().GroupBy("$.o").Aggregate(Aggregate.Count()), 0));
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => scan.GroupBy("$.o").Aggregate(Aggregate.Count())).Code);
        Assert.Equal(QueryValueKind.Null, scan.Aggregate(Aggregate.Sum("$.s", "$.b"))[0, 0].Kind);
        Assert.Equal(QueryValueKind.Null, scan.Aggregate(Aggregate.Max("$.s", "$.b"))[0, 0].Kind);
        Assert.Equal(QueryValueKind.Null, scan.Aggregate(Aggregate.PercentileDiscrete(0.5, "$.s"))[0, 0].Kind);
        Assert.Equal(QueryValueKind.Null, scan.Aggregate(Aggregate.ApproximatePercentile(0.5, "$.s"))[0, 0].Kind);
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Thousands_of_paths_are_searched_together(CollectionLayout layout)
    {
        // Each name exists in a single document; the documents after the first 1,024 are searched only by strict queries.
        const int Names = 1500;
        using var reader = SampleCollection.Open(Enumerable.Range(0, Names).Select(i => $$"""{"a":{{i}},"o":{"n{{i}}":[{{i}}] } }"""), layout);
        string[] paths = [.. Enumerable.Range(0, Names).Select(i => $"$.o.n{i}"), "$.nope", "$.o.nope", "$.nope"];

        for (var query = 0; query < 2; query++)
        {
            var warnings = reader.Scan().Select(paths).ToTable().Warnings.Select(warning => warning.Path.ToString()).ToList();

            Assert.Equal(layout is CollectionLayout.Rows or CollectionLayout.Hybrid ? [] : ["$.nope", "$.o.nope"], warnings);
        }

        Assert.Contains("'$.nope'", Assert.Throws<BlittableException>(() => reader.Scan().WithStrictPaths().Select(paths).ToTable()).Message, StringComparison.Ordinal);
        Assert.Empty(reader.Scan().WithStrictPaths().Select([.. paths.Take(Names)]).ToTable().Warnings);
    }

    private static Aggregate[] All(string path) =>
    [
        Aggregate.Count(path), Aggregate.Sum(path), Aggregate.Average(path), Aggregate.Min(path), Aggregate.Max(path), Aggregate.CountDistinct(path),
        Aggregate.Percentile(0.5, path),
    ];

    /// <summary>Opens a collection of 100 documents without a property of the name <c>nope</c>.</summary>
    private static CollectionReader OpenHundred(CollectionLayout layout) =>
        SampleCollection.Open(Enumerable.Range(0, 100).Select(i => $$"""{"a":{{i}},"list":[{"n":1}]}"""), layout);

    private static string Line(QueryTable table, int row) =>
        string.Join(' ', table.GetRow(row).ToArray().Select(value => value.Kind == QueryValueKind.Null ? "null" : value.ToString()));
}
