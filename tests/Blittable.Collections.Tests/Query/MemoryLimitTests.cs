namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that a memory limit changes how long a query takes, but never its answer.</summary>
public sealed class MemoryLimitTests
{
    /// <summary>Far less memory than the groups of <see cref="Documents"/> need.</summary>
    private const long Little = 1 << 14;

    private const int Documents = 400;

    public static TheoryData<CollectionLayout, int> Ways
    {
        get
        {
            var ways = new TheoryData<CollectionLayout, int>();
            foreach (var layout in Enum.GetValues<CollectionLayout>())
            {
                ways.Add(layout, 1);
                ways.Add(layout, 4);
            }

            return ways;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Filters_of_aggregates_distinguish_missing_null_scalar_and_container_after_a_spill(CollectionLayout layout, int workers)
    {
        using var reader = Open(layout);
        var x = ScanExpression.Path("$.x");
        (Filter Filter, int Rows)[] filters =
        [
            (Filter.Where("$.x", FilterOperator.Equal, QueryValue.Null), 100),
            (Filter.Where("$.x", FilterOperator.NotEqual, QueryValue.Null), 200),
            (Filter.Where("$.x", FilterOperator.NotEqual, 7), 200),
            (Filter.Where("$.x", FilterOperator.NotEqual, 5), 100),
            (Filter.Exists("$.x"), 300),
            (Filter.Not(Filter.Exists("$.x")), 100),
            (Filter.Contains("$.x", "[1]"), 100),
            (Filter.Contains("$", """{"x":[1]}"""), 100),
            (Filter.In("$.x", [5]), 100),
            (Filter.Not(Filter.In("$.x", [5])), 300),
            (Filter.Like("$.g", "group number 1%"), 111),
            (Filter.Where("$.x[*]", FilterOperator.Equal, 1), 100),
            (Filter.Not(Filter.Where("$.x[*]", FilterOperator.NotEqual, 1)), 400),
            (Filter.Where(x + 1, FilterOperator.Equal, 6), 100),
            (Filter.Where(x + 1, FilterOperator.Equal, QueryValue.Null), 300),
            (Filter.All(Filter.Exists("$.x"), Filter.Any(Filter.Where("$.x", FilterOperator.Equal, QueryValue.Null), Filter.In("$.x", [5]))), 200),
        ];
        var aggregates = filters.Select((filter, i) => Aggregate.Count().Where(filter.Filter).As($"{i}")).ToArray();

        foreach (var limit in (long[])[Little, long.MaxValue])
        {
            var table = reader.Scan().WithWorkers(workers, TimeSpan.Zero).GroupBy("$.g").WithAnyMemoryLimit(limit).Aggregate(aggregates);

            Assert.Equal(Documents, table.Count);
            Assert.Equal(
                filters.Select(filter => (long)filter.Rows),
                filters.Select((_, i) => Enumerable.Range(0, table.Count).Sum(row => table[row, $"{i}"].GetInt64())));
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Filters_of_documents_may_test_elements_if_groups_spill(CollectionLayout layout, int workers)
    {
        using var reader = Open(layout);
        var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero);
        foreach (var filter in (Filter[])[
            Filter.Where("$.x[*]", FilterOperator.Equal, 1), Filter.Contains("$.x", "1"), Filter.In("$.x[*]", [1]), Filter.Exists("$.x[0]")])
        {
            Assert.Equal(100, scan.Where(filter).GroupBy("$.g").WithAnyMemoryLimit(Little).Aggregate(Aggregate.Count()).Count);
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Elements_are_filtered_the_same_before_and_after_a_spill(CollectionLayout layout, int workers)
    {
        using var reader = Open(layout);
        var rows = reader.Scan().WithWorkers(workers, TimeSpan.Zero).Unnest("$.items[*]");
        (Filter Filter, int Rows)[] filters =
        [
            (Filter.Where("$.items[*].k", FilterOperator.Equal, QueryValue.Null), 100),
            (Filter.Where("$.items[*].k", FilterOperator.NotEqual, 1), 200),
            (Filter.Where("$.items[*]", FilterOperator.NotEqual, 1), 400),
            (Filter.Exists("$.items[*].k"), 300),
            (Filter.Not(Filter.Exists("$.items[*].k")), 100),
            (Filter.Contains("$.items[*]", """{"k":[2]}"""), 100),
            (Filter.Contains("$.x", "1"), 100),
            (Filter.In("$.items[*].k", [4]), 100),
            (Filter.Where("$.x", FilterOperator.NotEqual, QueryValue.Null), 200),
        ];
        var aggregates = filters.Select((filter, i) => Aggregate.Count().Where(filter.Filter).As($"{i}")).ToArray();

        foreach (var (filter, expected) in filters)
        {
            Assert.Equal(expected, rows.Where(filter).Count());
        }

        foreach (var limit in (long[])[Little, long.MaxValue])
        {
            var table = rows.GroupBy("$.g").WithAnyMemoryLimit(limit).Aggregate(aggregates);

            Assert.Equal(
                filters.Select(filter => (long)filter.Rows),
                filters.Select((_, i) => Enumerable.Range(0, table.Count).Sum(row => table[row, $"{i}"].GetInt64())));
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Distinct_values_are_counted_from_files_with_and_without_groups(CollectionLayout layout, int workers)
    {
        using var reader = Open(layout);
        var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero);
        Aggregate[] aggregates =
        [
            Aggregate.CountDistinct("$.g"), Aggregate.CountDistinct("$.n"), Aggregate.CountDistinct("$.x"), Aggregate.CountDistinct("$.mixed"),
            Aggregate.CountDistinct("$.g").Where(Filter.Where("$.n", FilterOperator.Less, 10)), Aggregate.Count(),
        ];

        foreach (var limit in (long[])[1, 2000, long.MaxValue])
        {
            Assert.Equal(
                [Documents, 50, 1, 12, 80, Documents],
                scan.WithAnyMemoryLimit(limit).Aggregate(aggregates).GetRow(0).ToArray().Select(value => value.GetInt64()));
            var groups = scan.WithAnyMemoryLimit(limit).GroupBy("$.k").Aggregate(aggregates);
            Assert.Equal(4, groups.Count);
            Assert.Equal([Documents / 4, 25, 0, 3, 20, Documents / 4], groups.GetRow(0)[1..].ToArray().Select(value => value.GetInt64()));
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Joins_from_files_equal_joins_from_memory(CollectionLayout layout, int workers)
    {
        using var reader = Open(layout);
        var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero);

        foreach (var limit in (long[])[1, 5000, long.MaxValue])
        {
            var users = CollectionLookup.From(scan.WithAnyMemoryLimit(limit).Where("$.n", FilterOperator.Less, 25).Select("$.g", "$.n", "$.mixed"));
            Assert.Equal(limit != long.MaxValue, users.IsInFile);
            Assert.Equal(200, users.Count);
            Assert.Equal(200, scan.Where(Filter.In("$.g", users)).Count());
            Assert.Equal(200, scan.Where(ScanExpression.Lookup(users, "$.g", "$.n"), FilterOperator.Equal, QueryValue.Null).Count());
            Assert.Equal(8, scan.Where(ScanExpression.Lookup(users, "$.g", "$.n"), FilterOperator.Equal, 7).Count());
            Assert.Equal(0, scan.Where(Filter.In("$.x", users)).Count());

            Assert.Equal(200, scan.Where(Filter.In("$.n", scan.WithAnyMemoryLimit(limit).Where("$.n", FilterOperator.Less, 25), "$.n")).Count());
            var error = Assert.Throws<BlittableException>(() => CollectionLookup.From(scan.WithAnyMemoryLimit(limit).Select("$.n", "$.g")));
            Assert.StartsWith("The joined table has two rows with the key", error.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(long.MaxValue)]
    public void Dates_and_their_texts_are_keys_of_tables_in_memory_and_in_files(long limit)
    {
        using var reader = SampleCollection.Open(Enumerable.Range(10, 20).Select(day => $$"""{"day":"2024-01-{{day}}","n":{{day}}}"""));
        var text = ScanExpression.Path("$.day").Cast(QueryValueKind.String);
        var texts = CollectionLookup.From(reader.Scan().WithAnyMemoryLimit(limit).Select(text, "$.n"));
        var dates = CollectionLookup.From(reader.Scan().WithAnyMemoryLimit(limit).Select("$.day", "$.n"));

        foreach (var table in (CollectionLookup[])[texts, dates])
        {
            Assert.Equal(limit == 1, table.IsInFile);
            Assert.Equal(20, table.Count);
            Assert.Equal(20, reader.Scan().Where(Filter.In("$.day", table)).Count());
            Assert.Equal(1, reader.Scan().Where(ScanExpression.Lookup(table, "$.day", "$.n"), FilterOperator.Equal, 17).Count());
            Assert.Equal(table == texts ? 20 : 0, reader.Scan().Where(Filter.In(text, table)).Count());
        }
    }

    /// <summary>Creates documents with different groups. A quarter of them has each kind of value at <c>x</c> and at <c>k</c> of an item.</summary>
    private static CollectionReader Open(CollectionLayout layout) => CollectionReader.Open(CollectionFile.Write(
        Enumerable.Range(0, Documents).Select(i =>
            $$"""{"g":"group number {{i}}","n":{{i % 50}},"k":{{i % 4}},"mixed":{{(i % 2 == 0 ? "" : "\"")}}{{i % 12}}{{(i % 2 == 0 ? "" : "\"")}}{{(i % 4) switch { 0 => "", 1 => ",\"x\":null", 2 => ",\"x\":5", _ => ",\"x\":[1]" }}},"items":[{{Item(i)}}]}"""),
        new CollectionOptions { Layout = layout, StripeRows = 150, ChunkRows = 64, Columns = ["$.g"] }));

    private static string Item(int i) => (i % 4) switch { 0 => "{}", 1 => "{\"k\":null}", 2 => "{\"k\":4}", _ => "{\"k\":[2]}" };
}
