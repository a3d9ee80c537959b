namespace Blittable.Collections.Tests.Query.Specification;

/// <summary>Tests each sentence of QUERIES.md about the meaning of a query with an example, in every layout.</summary>
public sealed class MeaningTests
{
    private static readonly string[] Sales =
    [
        """{"id":1,"country":"de","price":2.50,"n":2,"at":"2024-02-29","tags":["a","b"],"items":[{"sku":"A1","q":1},{"sku":"B1","q":2}],"o":{"x":1,"y":[1,[2]]}}""",
        """{"id":2,"country":"de","price":"free","n":1,"at":"2024-03-01T10:00:00Z","tags":[],"items":[],"o":{"x":1}}""",
        """{"id":3,"country":"fr","price":10,"at":"text","tags":"a","o":[1,{"x":1}]}""",
        """{"id":4,"price":7.25,"n":0,"at":null,"items":[{"sku":"A2"},5,null,{"sku":"A1","q":3}]}""",
        """{"id":5,"country":"fr","price":null,"n":4,"o":1}""",
        """{"id":6,"country":{},"price":true,"n":[1]}""",
    ];

    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_query_is_immutable_and_can_be_run_again(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var all = reader.Scan();
        var few = all.Where("$.id", FilterOperator.Less, 3);
        var groups = few.GroupBy("$.country");
        var last = groups.OrderBy("count").Limit(0);

        Assert.Equal((6, 2, 6), (all.Count(), few.Count(), all.Count()));
        Assert.Equal(("\"de\" 2", ""), (Line(groups.Aggregate(Aggregate.Count())), Line(last.Aggregate(Aggregate.Count()))));
        Assert.Equal("\"de\" 2", Line(groups.Aggregate(Aggregate.Count())));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Aggregates_and_filters_ignore_values_of_other_kinds(CollectionLayout layout)
    {
        using var reader = Open(layout);
        Assert.Equal(
            "19.75 3 null null 6",
            Line(reader.Scan().Aggregate(Aggregate.Sum("$.price"), Aggregate.Count(ScanExpression.Path("$.price") * 1), Aggregate.Sum("$.country"), Aggregate.Percentile(0.5, "$.at"), Aggregate.Count())));
        Assert.Equal(0, reader.Scan().Where("$.country", FilterOperator.Less, 5).Count());
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => reader.Scan().Where("$.n", FilterOperator.StartsWith, 5)).Code);
        Assert.Equal(BlittableErrorCode.InvalidPath, Assert.Throws<BlittableException>(() => reader.Scan().Where("$.n[", FilterOperator.Equal, 5)).Code);
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void An_unnested_element_is_a_row_with_the_values_of_its_document(CollectionLayout layout)
    {
        using var reader = Open(layout);
        Assert.Equal("1 \"A1\" 1 \"B1\" 4 \"A2\" 4 null 4 null 4 \"A1\"", Line(reader.Scan().Select("$.id", "$.items[*].sku").ToTable()));
        Assert.Equal(6, reader.Scan().Unnest("$.items[*]").Count());
        Assert.Equal(4, reader.Scan().Where("$.items[*].sku", FilterOperator.Equal, "A2").Unnest("$.items[*]").Count());
        Assert.Equal(1, reader.Scan().Unnest("$.items[*]").Where("$.items[*].sku", FilterOperator.Equal, "A2").Count());
        Assert.Equal("\"A1\" 2 4", Line(reader.Scan().Unnest("$.items[*]").Where(Filter.Like("$.items[*].sku", "A_")).GroupBy("$.items[*].sku").Having("q", FilterOperator.Greater, 0)
            .Aggregate(Aggregate.Count(), Aggregate.Sum("$.items[*].q").As("q"))));
        Assert.Equal("4 4", Line(reader.Scan().Aggregate(Aggregate.Count("$.items[*].sku"), Aggregate.Sum("$.items[*].q").Where(Filter.Where("$.items[*].sku", FilterOperator.Equal, "A1")))));
        foreach (var ask in (Func<object>[])[() => reader.Scan().Select("$.items[*].q", "$.tags[*]").ToTable(), () => reader.Scan().Unnest("$.items[*]").GroupBy("$.tags[*]").Aggregate()])
        {
            Assert.Equal(BlittableErrorCode.InvalidPath, Assert.Throws<BlittableException>(ask).Code);
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Expressions_are_null_if_an_operand_is_missing_or_of_another_kind(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var (price, n) = (ScanExpression.Path("$.price"), ScanExpression.Path("$.n"));
        Assert.Equal("5 null null 0 null null", Line(reader.Scan().Select((price * n).As("x")).ToTable()));
        Assert.Equal("1.25 null null null null null", Line(reader.Scan().Select((price / n).As("x")).ToTable()));
        Assert.Equal("\"2024-02-01T00:00:00Z\" \"2024-03-01T00:00:00Z\" null null null null", Line(reader.Scan().Select(ScanExpression.Path("$.at").Truncate(DatePart.Month).As("x")).ToTable()));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Patterns_match_whole_strings_and_the_text_of_dates(CollectionLayout layout)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(
            ((string[])["abc", "a%c", "a_c", "a\\\\c", "2024-02-29", "", "aXbXc"]).Select(text => $$"""{"s":"{{text}}"}"""), CollectionFile.Small with { Layout = layout }));
        foreach (var (pattern, rows) in ((string, int)[])[
            ("a", 0), ("a%", 5), ("%c", 5), ("a_c", 4), ("a\\_c", 1), ("a\\%c", 1), ("a\\\\c", 1), ("a\\c", 1), ("2024-__-29", 1), ("", 1), ("%", 7), ("%b%c", 2), ("_%", 6), ("A%", 0)])
        {
            Assert.Equal((pattern, rows), (pattern, (int)reader.Scan().Where(Filter.Like("$.s", pattern)).Count()));
        }

        Assert.Equal(5, reader.Scan().Where(Filter.Like("$.s", "A%", ignoreCase: true)).Count());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Containment_follows_PostgreSQL(CollectionLayout layout)
    {
        using var reader = Open(layout);
        foreach (var (path, json, ids) in ((string, string, string)[])[
            ("$.o", "{}", "1 2"), ("$.o", """{"x":1.0}""", "1 2"), ("$.o", """{"y":[[2]]}""", "1"), ("$.o", "[]", "3"), ("$.o", "1", "3 5"), ("$.o", """[{"x":1}]""", "3"), ("$.o", """{"x":2}""", ""),
            ("$.tags", "\"a\"", "1 3"), ("$.tags", """["b","a","b"]""", "1"), ("$.items[*]", """{"sku":"A1","q":3}""", "4"), ("$.items[*]", """{"sku":"A2","q":3}""", ""), ("$.items", """[{"q":1},{"q":2}]""", "1"),
            ("$.price", "null", "5"), ("$", """{"country":"fr","n":4}""", "5")])
        {
            Assert.Equal((json, ids), (json, Line(reader.Scan().Where(Filter.Contains(path, json)).Select("$.id").ToTable())));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Lists_negation_and_existence_follow_the_table_of_value_states(CollectionLayout layout)
    {
        using var reader = Open(layout);
        Assert.Equal("1 2", Ids(Filter.In("$.country", ["de", QueryValue.Null])));
        Assert.Equal("3 4 5 6", Ids(Filter.Not(Filter.In("$.country", ["de", QueryValue.Null]))));
        Assert.Equal("1 2 3 5 6", Ids(Filter.Exists("$.country")));
        Assert.Equal("1 2 3 4", Ids(Filter.Exists("$.at")));
        Assert.Equal("4 5 6", Ids(Filter.Not(Filter.Like("$.at", "%"))));
        Assert.Equal("1 2 3 4 5 6", Ids(Filter.All()));
        Assert.Equal("", Ids(Filter.Any()));

        string Ids(Filter filter) => Line(reader.Scan().Where(filter).Select("$.id").ToTable());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Documents_without_a_value_form_one_group_and_sums_of_no_values_are_null(CollectionLayout layout)
    {
        using var reader = Open(layout);
        Assert.Equal("null 2 7.25 \"de\" 2 2.5 \"fr\" 2 10", Line(reader.Scan().GroupBy("$.country").Aggregate(Aggregate.Count(), Aggregate.Sum("$.price"))));
        Assert.Equal("null null null 0 0", Line(reader.Scan().Where("$.id", FilterOperator.Greater, 9).Aggregate(
            Aggregate.Sum("$.n"), Aggregate.Average("$.n"), Aggregate.Max("$.n"), Aggregate.Count("$.n"), Aggregate.CountDistinct("$.n"))));
        Assert.Equal("10 2.50 \"2024-03-01T10:00:00Z\" \"fr\"", Line(reader.Scan().Aggregate(Aggregate.Max("$.price"), Aggregate.Min("$.price"), Aggregate.Max("$.at"), Aggregate.Max("$.country"))));
        Assert.Equal("5 2", Line(reader.Scan().Aggregate(Aggregate.Sum("$.price", "$.n"), Aggregate.Count(ScanExpression.Path("$.price") * "$.n"))));
        Assert.Equal("4 5", Line(reader.Scan().Aggregate(Aggregate.Count("$.country"), Aggregate.Count("$.price"))));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Percentiles_are_taken_at_the_position_of_the_fraction(CollectionLayout layout)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(Enumerable.Range(1, 10).Select(i => $$"""{"v":{{i * 10}}}"""), CollectionFile.Small with { Layout = layout }));
        foreach (var (fraction, continuous, discrete) in ((double, string, string)[])[(0, "10", "10"), (0.1, "19", "10"), (0.11, "19.9", "20"), (0.5, "55", "50"), (0.7, "73", "70"), (1, "100", "100")])
        {
            Assert.Equal($"{continuous} {discrete}", Line(reader.Scan().Aggregate(Aggregate.Percentile(fraction, "$.v"), Aggregate.PercentileDiscrete(fraction, "$.v"))));
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => Aggregate.Percentile(1.1, "$.v"));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Estimates_are_exact_for_few_values_and_computed_with_doubles(CollectionLayout layout)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 1000).Select(i => $$"""{"v":{{9007199254740993 + (2 * (i % 256))}}}"""), CollectionFile.Small with { Layout = layout, StripeRows = 400, ChunkRows = 100 }));
        Assert.Equal("256 9007199254740992", Line(reader.Scan().Aggregate(Aggregate.ApproximateCountDistinct("$.v"), Aggregate.ApproximatePercentile(0, "$.v"))));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Groups_and_selections_have_a_deterministic_order(CollectionLayout layout)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 40).Select(i => $$"""{"id":{{i}},"k":{{(i % 4 == 0 ? "null" : $"{i % 4}{(i < 20 ? "" : ".0")}")}},"v":{{i % 2}}}"""), CollectionFile.Small with { Layout = layout }));
        foreach (var workers in (int[])[1, 4])
        {
            var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero);
            Assert.Equal("null 0 1 1 2 0 3 1", Line(scan.GroupBy("$.k", "$.v").Aggregate()));
            Assert.Equal("1 1 3 1 null 0 2 0", Line(scan.GroupBy("$.k", "$.v").OrderBy("$.v", descending: true).Aggregate()));
            Assert.Equal("3 1 1 1 2 0 null 0", Line(scan.GroupBy("$.k", "$.v").OrderBy("$.v", descending: true).OrderBy("$.k", descending: true).Aggregate()));
            Assert.Equal(Enumerable.Range(0, 40), Ids(scan.Select("$.id").ToTable()));

            // Sorted by the requested columns, then by all columns. Equal rows keep the order of the collection.
            Assert.Equal(
                Enumerable.Range(0, 40).OrderByDescending(i => i % 2).ThenBy(i => i % 4).ThenBy(i => i),
                Ids(scan.Select("$.id", "$.k", "$.v").OrderBy("$.v", descending: true).OrderBy("$.k").ToTable()));
            Assert.Equal(
                Enumerable.Range(0, 40).OrderByDescending(i => i % 2).ThenBy(i => i % 4).ThenBy(i => i).Select(i => i % 4 == 0 ? "null" : $"{i % 4}{(i < 20 ? "" : ".0")}"),
                Line(scan.Select("$.k", "$.v").OrderBy("$.v", descending: true).ToTable()).Split(' ').Where((_, at) => at % 2 == 0));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Batches_have_row_numbers_and_are_reused(CollectionLayout layout)
    {
        using var reader = Open(layout);
        ScanBatch? first = null;
        var rows = 0;
        foreach (var batch in reader.Scan().Where("$.price", FilterOperator.Greater, 0).Select("$.price", "$.o"))
        {
            first ??= batch;
            Assert.Same(first, batch);
            for (var row = 0; row < batch.Count; row++, rows++)
            {
                using var document = reader.Get(batch.RowNumbers[row]);
                Assert.Equal(document.Root.GetProperty("price").ToJson(), batch[row, 0].ToJson());
                Assert.Equal(document.Root.TryGetProperty("o", out var value) ? value.ToJson() : "null", batch[row, 1].ToJson());
            }
        }

        Assert.Equal(3, rows);
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Hybrid)]
    public void A_strict_query_checks_paths_in_all_documents_and_other_queries_in_1024(CollectionLayout layout)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 1100).Select(i => $$"""{"id":{{i}},"name":1{{(i == 1090 ? ",\"late\":1" : "")}}}"""), new CollectionOptions { Layout = layout, Columns = ["$.id"] }));
        Assert.Empty(reader.Scan().Where(Filter.Exists("$.late")).Aggregate(Aggregate.Count()).Warnings);
        Assert.Equal(1, reader.Scan().WithStrictPaths().Where(Filter.Exists("$.late")).Count());
        Assert.Empty(reader.Scan().Where(Filter.Exists("$.nmae")).Aggregate(Aggregate.Count()).Warnings);
        Assert.Throws<BlittableException>(() => reader.Scan().WithStrictPaths().Where(Filter.Exists("$.nmae")).Count());

        // The reader caches what the strict query found.
        Assert.Single(reader.Scan().Where(Filter.Exists("$.nmae")).Aggregate(Aggregate.Count()).Warnings);
    }

    private static CollectionReader Open(CollectionLayout layout) =>
        CollectionReader.Open(CollectionFile.Write(Sales, new CollectionOptions { Layout = layout, Columns = ["$.country", "$.items", "$.o"], StripeRows = 4, ChunkRows = 2 }));

    private static IEnumerable<int> Ids(QueryTable table) => Enumerable.Range(0, table.Count).Select(row => (int)table[row, 0].GetInt64());

    private static string Line(QueryTable table) =>
        string.Join(' ', Enumerable.Range(0, table.Count).SelectMany(row => table.GetRow(row).ToArray()).Select(value => value.ToJson()));
}
