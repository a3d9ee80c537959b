namespace Blittable.Collections.Tests.Query;

/// <summary>Tests the table in QUERIES.md on missing, null, scalars and containers, for documents, for elements, and after a spill.</summary>
public sealed class ValueStateTests
{
    /// <summary>One value per state: missing, null, 5, an array and an object.</summary>
    private static readonly string[] Values = ["", ",\"x\":null", ",\"x\":5", ",\"x\":[5]", ",\"x\":{\"a\":5}"];

    private static readonly CollectionLookup Table =
        CollectionLookup.From(SampleCollection.Open(["""{"key":5,"value":"found"}""", """{"key":6,"value":"other"}"""]).Scan().Select("$.key", "$.value"));

    private static readonly Dictionary<string, (Func<string, Filter> Create, int[] Passing)> Filters = new()
    {
        ["= 5"] = (path => Filter.Where(path, FilterOperator.Equal, 5), [2]),
        ["= 7"] = (path => Filter.Where(path, FilterOperator.Equal, 7), []),
        ["<> 5"] = (path => Filter.Where(path, FilterOperator.NotEqual, 5), [3, 4]),
        ["<> 7"] = (path => Filter.Where(path, FilterOperator.NotEqual, 7), [2, 3, 4]),
        ["<> text"] = (path => Filter.Where(path, FilterOperator.NotEqual, "x"), [2, 3, 4]),
        ["<> true"] = (path => Filter.Where(path, FilterOperator.NotEqual, true), [2, 3, 4]),
        ["< 9"] = (path => Filter.Where(path, FilterOperator.Less, 9), [2]),
        ["<= 5"] = (path => Filter.Where(path, FilterOperator.LessOrEqual, 5), [2]),
        ["> 4"] = (path => Filter.Where(path, FilterOperator.Greater, 4), [2]),
        [">= 6"] = (path => Filter.Where(path, FilterOperator.GreaterOrEqual, 6), []),
        ["starts with"] = (path => Filter.Where(path, FilterOperator.StartsWith, ""), []),
        ["in"] = (path => Filter.In(path, [5, QueryValue.Null, "x"]), [2]),
        ["like"] = (path => Filter.Like(path, "%"), []),
        ["matches"] = (path => Filter.Matches(path, ""), []),
        ["= null"] = (path => Filter.Where(path, FilterOperator.Equal, QueryValue.Null), [1]),
        ["<= null"] = (path => Filter.Where(path, FilterOperator.LessOrEqual, QueryValue.Null), [1]),
        [">= null"] = (path => Filter.Where(path, FilterOperator.GreaterOrEqual, QueryValue.Null), [1]),
        ["< null"] = (path => Filter.Where(path, FilterOperator.Less, QueryValue.Null), []),
        ["<> null"] = (path => Filter.Where(path, FilterOperator.NotEqual, QueryValue.Null), [2, 3, 4]),
        ["exists"] = (path => Filter.Exists(path), [1, 2, 3, 4]),
        ["contains null"] = (path => Filter.Contains(path, "null"), [1]),
        ["contains 5"] = (path => Filter.Contains(path, "5"), [2, 3]),
        ["contains [5]"] = (path => Filter.Contains(path, "[5]"), [3]),
        ["contains {}"] = (path => Filter.Contains(path, "{}"), [4]),
        ["not = 5"] = (path => Filter.Not(Filter.Where(path, FilterOperator.Equal, 5)), [0, 1, 3, 4]),
        ["not <> 5"] = (path => Filter.Not(Filter.Where(path, FilterOperator.NotEqual, 5)), [0, 1, 2]),
        ["not exists"] = (path => Filter.Not(Filter.Exists(path)), [0]),
        ["not in"] = (path => Filter.Not(Filter.In(path, [5])), [0, 1, 3, 4]),
        ["expression = null"] = (path => Filter.Where(ScanExpression.Path(path) + 0, FilterOperator.Equal, QueryValue.Null), [0, 1, 3, 4]),
        ["expression <> 7"] = (path => Filter.Where(ScanExpression.Path(path) + 0, FilterOperator.NotEqual, 7), [2]),
        ["coalesce"] = (path => Filter.Where(ScanExpression.Coalesce(path, 9), FilterOperator.Equal, 9), [0, 1, 3, 4]),
        ["lookup"] = (path => Filter.Where(ScanExpression.Lookup(Table, path, "$.value"), FilterOperator.Equal, "found"), [2]),
        ["in table"] = (path => Filter.In(path, Table), [2]),
        ["all"] = (path => Filter.All(Filter.Exists(path), Filter.Where(path, FilterOperator.NotEqual, 5)), [3, 4]),
        ["any"] = (path => Filter.Any(Filter.Where(path, FilterOperator.Equal, QueryValue.Null), Filter.Contains(path, "{}")), [1, 4]),
    };

    public static TheoryData<CollectionLayout, string> Questions => [.. Enum.GetValues<CollectionLayout>().SelectMany(layout => Filters.Keys.Select(key => (layout, key)))];

    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Questions))]
    public void A_filter_selects_the_same_states_in_documents_in_elements_and_after_a_spill(CollectionLayout layout, string question)
    {
        var (create, passing) = Filters[question];
        using var documents = SampleCollection.Open(Values.Select((value, id) => $$"""{"id":{{id}}{{value}}}"""), layout, "$.id", "$.x");
        using var elements = SampleCollection.Open(
            [$$"""{"items":[{{string.Join(',', Values.Select((value, id) => $$"""{"id":{{id}}{{value}}}"""))}}]}""", """{"items":[]}"""], layout, "$.items");

        Check(documents.Scan(), create("$.x"), "$.id");
        Check(elements.Scan().Unnest("$.items[*]"), create("$.items[*].x"), "$.items[*].id");

        void Check(CollectionScan scan, Filter filter, string id)
        {
            Assert.Equal(passing, Ids(scan.Where(filter).Select(id).ToTable()));
            Assert.Equal(passing.Length, scan.Where(filter).Count());
            foreach (var limit in (long[])[1, long.MaxValue])
            {
                var counted = scan.GroupBy(id).WithAnyMemoryLimit(limit).Having("count", FilterOperator.Greater, 0).Aggregate(Aggregate.Count().Where(filter).As("count"));
                Assert.Equal(passing, Ids(counted));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Groups_and_aggregates_treat_containers_as_null(CollectionLayout layout)
    {
        using var documents = SampleCollection.Open(Values.Select((value, id) => $$"""{"id":{{id}}{{value}}}"""), layout, "$.id", "$.x");
        using var elements = SampleCollection.Open(
            [$$"""{"items":[{{string.Join(',', Values.Select((value, id) => $$"""{"id":{{id}}{{value}}}"""))}}]}"""], layout, "$.items");

        foreach (var limit in (long[])[1, long.MaxValue])
        {
            Check(documents.Scan().WithAnyMemoryLimit(limit), "$.x");
            Check(elements.Scan().WithAnyMemoryLimit(limit).Unnest("$.items[*]"), "$.items[*].x");
        }

        static void Check(CollectionScan scan, string path)
        {
            Assert.Equal(["null:4", "5:1"], Lines(scan.GroupBy(path).Aggregate(Aggregate.Count())));
            Assert.Equal(
                ["5:1:1:5:5:5:5"],
                Lines(scan.Aggregate(
                    Aggregate.Count(), Aggregate.Count(path), Aggregate.CountDistinct(path), Aggregate.Sum(path), Aggregate.Min(path), Aggregate.Max(path),
                    Aggregate.Average(path))));
            Assert.Equal(["null", "null", "5", "[5]", "{\"a\":5}"], Lines(scan.Select(path).ToTable()));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Rows_of_a_table_whose_key_is_a_container_are_omitted(CollectionLayout layout)
    {
        string[] documents = [.. Values, .. Values[3..], ",\"x\":7"];
        using var reader = SampleCollection.Open(documents.Select((value, id) => $$"""{"id":{{id}}{{value}}}"""), layout, "$.id", "$.x");
        foreach (var limit in (long[])[1, long.MaxValue])
        {
            var scan = reader.Scan().WithAnyMemoryLimit(limit);
            using var table = CollectionLookup.From(scan.Select("$.x", "$.id"));
            using var pairs = CollectionLookup.From(scan.Select("$.x", "$.id", "$.id"), keys: 2);
            Assert.Equal((2, 2), (table.Count, pairs.Count));
            Assert.Equal([2, 7], Ids(reader.Scan().Where(Filter.In("$.x", table)).Select("$.id").ToTable()));
        }
    }

    [Fact]
    public void Expressions_over_elements_require_Unnest()
    {
        using var reader = SampleCollection.Open(["""{"a":[1],"b":[2]}"""]);
        var sum = ScanExpression.Path("$.a[*]") + 1;

        Assert.Equal(1, reader.Scan().Unnest("$.a[*]").Where(sum, FilterOperator.Equal, 2).Count());
        foreach (var ask in (Func<object>[])[
            () => reader.Scan().Where(sum, FilterOperator.Equal, 2).Count(),
            () => reader.Scan().Unnest("$.b[*]").Where(sum, FilterOperator.Equal, 2).Count(),
            () => reader.Scan().Unnest("$.b[*]").Where(Filter.Exists("$.a[*]")).Count(),
            () => reader.Scan().GroupBy(sum, "$.b[*]").Aggregate(Aggregate.Count())])
        {
            Assert.Equal(BlittableErrorCode.InvalidPath, Assert.Throws<BlittableException>(ask).Code);
        }
    }

    private static int[] Ids(QueryTable table) => [.. Enumerable.Range(0, table.Count).Select(row => (int)table[row, 0].GetInt64()).Order()];

    private static IEnumerable<string> Lines(QueryTable table) =>
        Enumerable.Range(0, table.Count).Select(row => string.Join(':', table.GetRow(row).ToArray().Select(value => value.ToJson())));
}
