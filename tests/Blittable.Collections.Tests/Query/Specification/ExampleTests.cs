namespace Blittable.Collections.Tests.Query.Specification;

/// <summary>Tests the results of the examples in QUERIES.md, in every layout. Blittable.Docs.Tests runs the text of the page.</summary>
public sealed class ExampleTests
{
    private static readonly string[] Events =
    [
        """{"id":1,"user_id":4711,"created_at":"2024-02-28T10:00:00Z","event_type":"view","browser":"a","is_mobile":true,"country":"de","sku":"A1","payment":"card","price":10,"quantity":2,"amount":1,"duration_ms":5,"metadata":{"os":"android"},"items":[{"sku":"A1","price":600,"quantity":2},{"sku":"B1","price":5,"quantity":1}]}""",
        """{"id":2,"user_id":4711,"created_at":"2024-03-01","event_type":"purchase","browser":"a","is_mobile":true,"country":"de","sku":"B1","payment":"cash","price":2.50,"quantity":4,"amount":20,"duration_ms":10,"metadata":{"os":"android","v":2},"items":[{"sku":"A2","price":100,"quantity":1}]}""",
        """{"id":3,"user_id":4712,"created_at":"2024-03-02T08:00:00+01:00","event_type":"view","browser":"a","is_mobile":true,"country":"fr","sku":"A1","payment":"card","price":1,"quantity":1,"amount":7,"duration_ms":20,"metadata":{"os":"android"},"items":[]}""",
        """{"id":4,"user_id":4713,"created_at":"2024-03-03T00:00:00Z","event_type":"purchase","browser":"b","is_mobile":false,"country":"fr","sku":"C1","payment":"card","price":100,"quantity":3,"amount":300,"duration_ms":30,"metadata":{"os":"android"},"items":[{"sku":"A1","price":1000,"quantity":2}]}""",
        """{"id":5,"user_id":4713,"created_at":"2024-03-04","event_type":"view","browser":"b","is_mobile":false,"country":"fr","sku":"A1","payment":"cash","price":1000,"quantity":1,"amount":5,"duration_ms":40,"metadata":{"os":"ios"}}""",
    ];

    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Filtered_documents_are_grouped_ordered_and_aggregated(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var groups = reader.Scan()
            .Where("$.created_at", FilterOperator.GreaterOrEqual, new DateOnly(2024, 3, 1))
            .Where(Filter.Contains("$.metadata", """{"os":"android"}"""))
            .GroupBy("$.browser", "$.is_mobile")
            .OrderBy("total", descending: true)
            .Limit(10)
            .Aggregate(
                Aggregate.Count(),
                Aggregate.Sum("$.price", "$.quantity").As("total"),
                Aggregate.Percentile(0.95, "$.duration_ms"),
                Aggregate.CountDistinct("$.user_id"),
                Aggregate.Sum("$.amount").Where(Filter.Where("$.event_type", FilterOperator.Equal, "purchase")).As("purchases"));

        Assert.Equal(["$.browser", "$.is_mobile", "count", "total", "percentile 0.95($.duration_ms)", "distinct($.user_id)", "purchases"], groups.Columns);
        Assert.Equal("\"b\" false 1 300 30 1 300 \"a\" true 2 11 19.5 2 20", Line(groups));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Conditions_and_expressions_are_parsed_from_text(CollectionLayout layout)
    {
        using var reader = Open(layout);
        foreach (var (condition, expected) in ((string, string)[])[("total > 1000 and count > 10", ""), ("total > 11 and count > 0", "\"b\" 1 300"), ("total >= 11", "\"a\" 2 11 \"b\" 1 300")])
        {
            var groups = reader.Scan()
                .Where(Filter.Parse("$.created_at >= @day and $.metadata contains {\"os\": \"android\"}", ("day", "2024-03-01")))
                .GroupBy("$.browser")
                .Having(condition)
                .Aggregate(Aggregate.Count(), Aggregate.Sum(ScanExpression.Parse("$.price * $.quantity as total")));
            Assert.Equal(expected, Line(groups));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Elements_are_joined_with_a_table_and_grouped_by_month(CollectionLayout layout)
    {
        using var reader = Open(layout);
        using var otherReader = CollectionReader.Open(CollectionFile.Write(["""{"id":4711,"country":"de"}""", """{"id":4712,"country":"fr"}"""]));
        var users = CollectionLookup.From(otherReader.Scan().Select("$.id", "$.country"));
        var total = ScanExpression.Path("$.items[*].price") * "$.items[*].quantity";
        foreach (var (least, expected) in ((int, string)[])[
            (1000, "\"de\" \"2024-02-01T00:00:00Z\" 1200 1"), (0, "\"de\" \"2024-02-01T00:00:00Z\" 1200 1 \"de\" \"2024-03-01T00:00:00Z\" 100 1")])
        {
            var groups = reader.Scan()
                .Where(Filter.In("$.user_id", users))
                .Unnest("$.items[*]")
                .Where(Filter.Like("$.items[*].sku", "A%"))
                .GroupBy(ScanExpression.Lookup(users, "$.user_id", "$.country").As("country"), ScanExpression.Path("$.created_at").Truncate(DatePart.Month).As("month"))
                .Having("sales", FilterOperator.Greater, least)
                .Aggregate(Aggregate.Sum(total).As("sales"), Aggregate.ApproximateCountDistinct("$.user_id"));
            Assert.Equal(expected, Line(groups));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Values_are_chosen_by_conditions_on_a_table_with_two_keys(CollectionLayout layout)
    {
        using var reader = Open(layout);
        using var priceReader = CollectionReader.Open(CollectionFile.Write(
            ["""{"sku":"A1","country":"de","price":150}""", """{"sku":"B1","country":"de","price":50}""", """{"sku":"A1","country":"fr","price":5}"""]));
        var prices = CollectionLookup.From(priceReader.Scan().Select("$.sku", "$.country", "$.price"), keys: 2);
        var price = ScanExpression.Lookup(prices, ["$.sku", "$.country"], "$.price");
        var (high, middle, low) = (ScanExpression.Constant("high"), ScanExpression.Constant("middle"), ScanExpression.Constant("low"));
        var level = ScanExpression.Case([(Filter.Where(price, FilterOperator.Greater, 100), high), (Filter.Where(price, FilterOperator.Greater, 10), middle)], low);

        var groups = reader.Scan()
            .Where(Filter.In(["$.sku", "$.country"], prices))
            .GroupBy(level.As("level"))
            .Aggregate(Aggregate.Mode("$.payment"), Aggregate.Count());

        Assert.Equal("\"high\" \"card\" 1 \"low\" \"card\" 2 \"middle\" \"cash\" 1", Line(groups));
        Assert.Equal(BlittableErrorCode.InvalidPath, Assert.Throws<BlittableException>(() => ScanExpression.Case([(Filter.Exists("$.id"), "high")])).Code);
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Batches_and_the_latest_rows_are_selected(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var lines = new List<string>();
        reader.Scan().Where("$.user_id", FilterOperator.Equal, 4711).Select("$.created_at", "$.amount").ForEach(batch =>
        {
            for (var row = 0; row < batch.Count; row++)
            {
                lines.Add($"{batch[row, 0]} {batch[row, 1]}");
            }
        });
        var latest = reader.Scan().Select("$.id", "$.created_at", "$.amount").OrderBy("$.created_at", descending: true).Limit(3).ToTable();

        Assert.Equal(["2024-02-28T10:00:00Z 1", "2024-03-01 20"], lines);
        Assert.Equal("5 \"2024-03-04\" 5 4 \"2024-03-03T00:00:00Z\" 300 3 \"2024-03-02T08:00:00+01:00\" 7", Line(latest));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_page_begins_after_the_last_key_and_skips_rows_that_share_it(CollectionLayout layout)
    {
        using var reader = Open(layout);
        Assert.Equal("1 2 3 4 5", Pages("$.id"));

        // The first page ends between the two events of user 4713.
        Assert.Equal("1 2 3 4", Pages("$.user_id"));

        string Pages(string key)
        {
            var ids = new List<string>();
            for (var last = 0L; ;)
            {
                var page = reader.Scan().Where(key, FilterOperator.Greater, last).Select(key, "$.id").OrderBy(key).Limit(ids.Count == 0 ? 4 : 2).ToTable();
                if (page.Count == 0)
                {
                    return string.Join(' ', ids);
                }

                ids.AddRange(Enumerable.Range(0, page.Count).Select(row => page[row, "$.id"].ToString()));
                last = page[page.Count - 1, key].GetInt64();
            }
        }
    }

    private static CollectionReader Open(CollectionLayout layout) => CollectionReader.Open(
        CollectionFile.Write(Events, new CollectionOptions { Layout = layout, Columns = ["$.created_at", "$.user_id", "$.items"], StripeRows = 4, ChunkRows = 2 }));

    private static string Line(QueryTable table) =>
        string.Join(' ', Enumerable.Range(0, table.Count).SelectMany(row => table.GetRow(row).ToArray()).Select(value => value.ToJson()));
}
