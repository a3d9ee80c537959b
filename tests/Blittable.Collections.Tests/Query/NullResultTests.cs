namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that the result of an expression is null or a scalar: each form of expression, over each kind of value, in each layout.</summary>
public sealed class NullResultTests
{
    /// <summary>The values at <c>$.e.c</c>. The first two documents have none.</summary>
    private static readonly string[] Values =
    [
        "", ""","e":{}""", Of("null"), Of("5"), Of("\"x\""), Of("\"12\""), Of("\"2023-12-29T00:00:00\""), Of("true"), Of("[5]"), Of("{\"a\":5}"), Of("\"2024-02-29\""),
    ];

    private static readonly CollectionLookup Table = CollectionLookup.From(SampleCollection.Open(
        ["""{"k":5}""", """{"k":"x","v":null}""", """{"k":"12","v":[1]}""", """{"k":"2023-12-29","v":{}}""", """{"k":true,"v":7}"""]).Scan().Select("$.k", "$.v"));

    /// <summary>Each form of expression, with the documents for which it is null.</summary>
    private static readonly Dictionary<string, (ScanExpression Expression, int[] Null)> Forms = new()
    {
        ["bucket"] = (Path.Bucket(TimeSpan.FromMinutes(15)), AllBut(6, 10)),
        ["bucket of a part of a second"] = (Path.Bucket(TimeSpan.FromMilliseconds(1500)), AllBut(6, 10)),
        ["truncate"] = (Path.Truncate(DatePart.Month), AllBut(6, 10)),
        ["bucket of truncate"] = (Path.Truncate(DatePart.Day).Bucket(TimeSpan.FromDays(7)), AllBut(6, 10)),
        ["named"] = (Path.Truncate(DatePart.Hour).As("hour"), AllBut(6, 10)),
        ["to number"] = (Path.Cast(QueryValueKind.Number), AllBut(3, 5, 7)),
        ["to string"] = (Path.Cast(QueryValueKind.String), AllBut(3, 4, 5, 6, 7, 10)),
        ["to date"] = (Path.Cast(QueryValueKind.Date), AllBut(6, 10)),
        ["to boolean"] = (Path.Cast(QueryValueKind.Boolean), AllBut(3, 7)),
        ["coalesce"] = (ScanExpression.Coalesce(Path, Path), AllBut(3, 4, 5, 6, 7, 10)),
        ["coalesce of instants"] = (ScanExpression.Coalesce(Path.Truncate(DatePart.Day), Path + 1), AllBut(3, 6, 10)),
        ["lookup"] = (ScanExpression.Lookup(Table, Path, "$.v"), AllBut(7)),
        ["coalesce of lookup"] = (ScanExpression.Coalesce(ScanExpression.Lookup(Table, Path, "$.v"), Path), AllBut(3, 4, 5, 6, 7, 10)),
        ["sum"] = (Path + 1, AllBut(3)),
        ["difference"] = (1 - Path, AllBut(3)),
        ["product"] = (Path * Path, AllBut(3)),
        ["quotient"] = (Path / 2, AllBut(3)),
        ["division by zero"] = (Path / 0, AllBut()),
        ["remainder"] = (Path % 2, AllBut(3)),
        ["negation"] = (-Path, AllBut(3)),
        ["constant null"] = (ScanExpression.Constant(QueryValue.Null), AllBut()),
        ["constant"] = (ScanExpression.Constant(1), []),
    };

    public static TheoryData<CollectionLayout, string> Questions => [.. Layouts.SelectMany(layout => Forms.Keys.Select(key => (layout, key)))];

    /// <summary>Gets the layouts that differ. <see cref="CollectionLayout.Auto"/> is one of them, and is tested at night.</summary>
    private static CollectionLayout[] Layouts =>
        NightlyRun.HasAllSettings ? Enum.GetValues<CollectionLayout>() : [CollectionLayout.Rows, CollectionLayout.Columns, CollectionLayout.Hybrid];

    private static ScanExpression Path => ScanExpression.Path("$.e.c");

    [Theory]
    [MemberData(nameof(Questions))]
    public void A_result_is_null_or_a_scalar(CollectionLayout layout, string form)
    {
        var (expression, isNull) = Forms[form];
        using var reader = SampleCollection.Open(Values.Select((value, id) => $$"""{"id":{{id}}{{value}}}"""), layout, "$.id", "$.e");
        Check(reader.Scan(), expression, isNull, "$.id");

        // Only dates: their instants are computed from the column.
        int[] dates = [0, 1, 2, 6, 10];
        using var instants = SampleCollection.Open(dates.Select(id => $$"""{"id":{{id}}{{Values[id]}}}"""), layout, "$.id", "$.e");
        Check(instants.Scan(), expression, [.. isNull.Intersect(dates)], "$.id", dates);
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    public void A_null_from_a_result_is_null_in_every_filter(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(Values.Select((value, id) => $$"""{"id":{{id}}{{value}}}"""), layout);
        var selected = reader.Scan().Select("$.e.c", "$.e").ToTable();
        foreach (var given in (QueryValue[])[selected[0, 0], selected[1, 0], selected[2, 0], selected[0, 1]])
        {
            Assert.Equal(1, reader.Scan().Where("$.e.c", FilterOperator.Equal, given).Count());
            Assert.Equal(Values.Length, reader.Scan().Where(ScanExpression.Constant(given), FilterOperator.Equal, QueryValue.Null).Count());
            Assert.Equal(0, reader.Scan().Where(Filter.In("$.e.c", [given])).Count());
        }

        // The JSON of an object is not a scalar.
        Assert.Equal(Values.Length, reader.Scan().Where(ScanExpression.Constant(selected[9, 0]), FilterOperator.Equal, QueryValue.Null).Count());
    }

    private static void Check(CollectionScan scan, ScanExpression expression, int[] isNull, string id, int[]? all = null)
    {
        all ??= [.. Enumerable.Range(0, Values.Length)];
        int[] scalars = [.. all.Except(isNull)];
        foreach (var (comparison, passing) in ((FilterOperator, int[])[])[
            (FilterOperator.Equal, isNull), (FilterOperator.LessOrEqual, isNull), (FilterOperator.GreaterOrEqual, isNull), (FilterOperator.Less, []), (FilterOperator.Greater, []),
            (FilterOperator.NotEqual, scalars)])
        {
            var filter = Filter.Where(expression, comparison, QueryValue.Null);
            Assert.Equal(passing, Ids(scan.Where(filter)));
            Assert.Equal(passing.Length, scan.Where(filter).Count());
            Assert.Equal(all.Except(passing), Ids(scan.Where(Filter.Not(filter))));
            foreach (var limit in NightlyRun.HasAllSettings || comparison == FilterOperator.Equal ? [1, long.MaxValue] : (long[])[long.MaxValue])
            {
                var groups = scan.GroupBy(id).WithAnyMemoryLimit(limit).Aggregate(Aggregate.Count().Where(filter));
                Assert.Equal(passing, Enumerable.Range(0, groups.Count).Where(row => groups[row, 1].GetInt64() > 0).Select(row => (int)groups[row, 0].GetInt64()));
            }
        }

        Assert.Equal(scalars, Ids(scan.Where(Filter.Where(expression, FilterOperator.NotEqual, "no value"))));
        Assert.Empty(Ids(scan.Where(Filter.In(expression, [QueryValue.Null]))));
        Assert.Equal(scalars.Length, scan.Aggregate(Aggregate.Count(expression))[0, 0].GetInt64());
    }

    private static string Of(string json) => $$""","e":{"c":{{json}}}""";

    private static int[] AllBut(params IEnumerable<int> scalars) => [.. Enumerable.Range(0, 11).Except(scalars)];

    private static IEnumerable<int> Ids(CollectionScan scan)
    {
        var table = scan.Select("$.id").ToTable();
        return Enumerable.Range(0, table.Count).Select(row => (int)table[row, 0].GetInt64());
    }
}
