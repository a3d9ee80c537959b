namespace Blittable.Collections.Tests.Query.Specification;

/// <summary>Tests the sentences of QUERIES.md about the operations of queries, in every layout.</summary>
public sealed class OperationTests
{
    private static readonly string[] Documents =
    [
        """{"id":1,"n":2,"s":"ab","x":{"y":[1,2]},"z":[[1]]}""", """{"id":2,"n":3,"t":"abc","x":{"y":1},"z":[1]}""", """{"id":3,"n":-1,"s":"cd","x":[{"y":1}],"z":1}""",
        """{"id":4,"s":null,"t":"bc","x":[1]}""",
    ];

    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Filters_groups_aggregates_and_selections_accept_expressions(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var (twice, text) = (ScanExpression.Path("$.n") * 2, ScanExpression.Coalesce("$.s", "$.t"));
        var table = CollectionLookup.From(reader.Scan().Select("$.id", "$.n"));
        foreach (var (filter, ids) in ((Filter, string)[])[
            (Filter.Where(twice, FilterOperator.Greater, 3), "1 2"), (Filter.In(twice, [4, -2]), "1 3"), (Filter.In(twice, table), "1"), (Filter.In(twice, reader.Scan(), "$.id"), "1"),
            (Filter.In([twice, text], CollectionLookup.From(reader.Scan().Select(twice, text, "$.id"), keys: 2)), "1 2 3"), (Filter.Like(text, "ab%"), "1 2"),
            (Filter.HasText(text, "b"), "1 2 4"), (Filter.EndsWith(text, "c"), "2 4"), (Filter.Matches(text, "^[ac]"), "1 2 3")])
        {
            Assert.Equal((filter.ToString(), ids), (filter.ToString(), Line(reader.Scan().Where(filter).Select("$.id").ToTable())));
        }

        Assert.Equal("null 1 -2 1 4 1 6 1", Line(reader.Scan().GroupBy(twice.As("x")).Aggregate(Aggregate.Count())));
        Assert.Equal("4 6 -2 null", Line(reader.Scan().Select(twice.As("x")).ToTable()));
        Assert.Equal(
            "3 3 3 8 -2 6 4 4 4",
            Line(reader.Scan().Aggregate(
                Aggregate.Count(twice), Aggregate.CountDistinct(twice), Aggregate.ApproximateCountDistinct(twice), Aggregate.Sum(twice), Aggregate.Min(twice), Aggregate.Max(twice),
                Aggregate.Percentile(0.5, twice), Aggregate.PercentileDiscrete(0.5, twice), Aggregate.Median(twice))));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_scalar_is_contained_as_an_element_only_in_the_array_at_the_path(CollectionLayout layout)
    {
        using var reader = Open(layout);
        foreach (var (path, json, ids) in ((string, string, string)[])[
            ("$.x", """{"y":1}""", "2"), ("$.x", """{"y":[1]}""", "1"), ("$.x.y", "1", "1 2"), ("$.x", "1", "4"), ("$.z", "1", "2 3"), ("$.z", "[[1]]", "1"), ("$.z[*]", "1", "1 2"),
            ("$", """{"z":1}""", "3")])
        {
            Assert.Equal((path, json, ids), (path, json, Line(reader.Scan().Where(Filter.Contains(path, json)).Select("$.id").ToTable())));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_text_is_found_within_one_string_and_a_pattern_takes_time_linear_in_its_length(CollectionLayout layout)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(
            [.. Enumerable.Repeat("""{"s":"ab"}""", 3), """{"s":"cd"}""", $$"""{"s":"{{new string('a', 5000)}}!"}"""], CollectionFile.Small with { Layout = layout }));

        Assert.Equal((0, 3, 1), (Count(Filter.HasText("$.s", "bc")), Count(Filter.HasText("$.s", "ab")), Count(Filter.HasText("$.s", "a!"))));
        Assert.Equal(0, Count(Filter.Matches("$.s", "^(a|a|aa)*$")));
        Assert.Throws<NotSupportedException>(() => Filter.Matches("$.s", "(a)\\1"));

        int Count(Filter filter) => (int)reader.Scan().Where(filter).Count();
    }

    private static CollectionReader Open(CollectionLayout layout) =>
        CollectionReader.Open(CollectionFile.Write(Documents, new CollectionOptions { Layout = layout, Columns = ["$.n", "$.x"], StripeRows = 4, ChunkRows = 2 }));

    private static string Line(QueryTable table) =>
        string.Join(' ', Enumerable.Range(0, table.Count).SelectMany(row => table.GetRow(row).ToArray()).Select(value => value.ToJson()));
}
