using System.Text;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that a comparison or a function that requires a kind of value that its path never has is reported, and nothing else.</summary>
public sealed class KindWarningTests
{
    private static readonly string[] s_shop =
    [
        """{"id":1,"price":5,"country":"NZ","ok":true,"tags":["gift","new"],"at":"2024-03-01T10:00:00Z","note":null,"address":{"city":"Rome"},"any":1}""",
        """{"id":2,"price":7.5,"country":"DE","ok":false,"tags":["old"],"at":"2024-05-01","note":null,"address":{"city":"Bonn"},"any":"x","rare":1}""",
    ];

    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [InlineData("$.price > \"5\"", "No value at '$.price' is a string; its values are numbers. Write 5 without quotes.")]
    [InlineData("$.price <> \"5\"", "No value at '$.price' is a string; its values are numbers. Write 5 without quotes.")]
    [InlineData("not $.id = '3'", "No value at '$.id' is a string; its values are numbers. Write 3 without quotes.")]
    [InlineData("$.country = 5", "No value at '$.country' is a number; its values are strings. Write a string in quotes: \"5\".")]
    [InlineData("$.country = true", "No value at '$.country' is a Boolean; its values are strings. Write a string in quotes: \"true\".")]
    [InlineData("$.ok = \"true\"", "No value at '$.ok' is a string; its values are Booleans. Write true without quotes.")]
    [InlineData("$.ok = 1", "No value at '$.ok' is a number; its values are Booleans.")]
    [InlineData("$.tags = \"gift\"", "No value at '$.tags' is a string; its values are arrays. Its elements are at '$.tags[*]'.")]
    [InlineData("$.tags[*] = 3", "No value at '$.tags[*]' is a number; its values are strings. Write a string in quotes: \"3\".")]
    [InlineData("$.address = 'Rome'", "No value at '$.address' is a string; its values are objects.")]
    [InlineData("$.at >= \"2024-13-01\"", "No value at '$.at' is a string; its values are dates. \"2024-13-01\" is not a date such as 2024-03-01.")]
    [InlineData("$.at >= 20240301", "No value at '$.at' is a number; its values are dates. Write a date as 2024-03-01.")]
    [InlineData("$.at >= 2024", "No value at '$.at' is a number; its values are dates. Write a date as 2024-03-01.")]
    [InlineData("2024 - 3 - 1 <= $.at", "No value at '$.at' is a number; its values are dates. Write a date as 2024-03-01.")]
    [InlineData("$.price >= 2024-03-01", "No value at '$.price' is a string or a date; its values are numbers.")]
    [InlineData("$.tags[*] between 1 and 9", "No value at '$.tags[*]' is a number; its values are strings. Write a string in quotes: \"1\".")]
    [InlineData("$.price between '1' and '9'", "No value at '$.price' is a string; its values are numbers. Write 1 without quotes.")]
    [InlineData("$.price in ('5', '7.5')", "No value at '$.price' is a string; its values are numbers. Write 5 without quotes.")]
    [InlineData("$.price like '5%'", "No value at '$.price' is a string; its values are numbers.")]
    [InlineData("$.tags has-text 'gift'", "No value at '$.tags' is a string; its values are arrays. Its elements are at '$.tags[*]'.")]
    [InlineData("$.id starts-with '1'", "No value at '$.id' is a string or a date; its values are numbers. Write 1 without quotes.")]
    [InlineData("$.tags contains 5", "No value at '$.tags[*]' is a number; its values are strings. Write a string in quotes: \"5\".")]
    [InlineData("$.price contains '5'", "No value at '$.price' is a string; its values are numbers. Write 5 without quotes.")]
    [InlineData("length($.tags) > 1", "No value at '$.tags' is a string or a date, which 'length' requires; its values are arrays. Its elements are at '$.tags[*]'.")]
    [InlineData("year($.price) = 2024", "No value at '$.price' is a date, which 'year' requires; its values are numbers.")]
    [InlineData("$.country * 2 > 4", "No value at '$.country' is a number, which '*' requires; its values are strings.")]
    [InlineData("date_trunc(month, $.id) = '2024-01-01'", "No value at '$.id' is a date, which 'date_trunc' requires; its values are numbers.")]
    [InlineData("cast($.tags as number) = 1", "No value at '$.tags' is a number, a string or a Boolean, which 'cast' requires; its values are arrays. Its elements are at '$.tags[*]'.")]
    [InlineData("year($.at) = '2024'", "No value of 'year($.at)' is a string; its values are numbers. Write 2024 without quotes.")]
    [InlineData("lower($.country) = 5", "No value of 'lower($.country)' is a number; its values are strings. Write a string in quotes: \"5\".")]
    [InlineData("coalesce($.price, 0) = '5'", "No value of 'coalesce($.price, 0)' is a string; its values are numbers. Write 5 without quotes.")]
    [InlineData("$.price = $.country", "'$.price' and '$.country' cannot be compared: the former has numbers, the latter strings.")]
    [InlineData("case when $.ok = 'true' then 1 end = 1", "No value at '$.ok' is a string; its values are Booleans. Write true without quotes.")]
    [InlineData("$.id = 1 or $.price = '5'", "No value at '$.price' is a string; its values are numbers. Write 5 without quotes.")]
    public void A_kind_that_the_path_never_has_causes_a_warning_in_every_layout(string condition, string expected)
    {
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            using var reader = SampleCollection.Open(s_shop, layout);
            var scan = reader.Scan().Where(Filter.Parse(condition));
            var warning = Assert.Single(scan.Aggregate(Aggregate.Count()).Warnings);

            Assert.Equal((QueryWarningKind.OtherKind, expected), (warning.Kind, warning.Message));
            Assert.Empty(warning.Suggestions);
            Assert.Equal(expected, Assert.Single(scan.GetWarnings()).Message);
            var error = Assert.Throws<BlittableException>(() => scan.WithStrictPaths().Count());
            Assert.Equal((BlittableErrorCode.WrongKind, expected), (error.Code, error.Message));
            Assert.Throws<BlittableException>(() => scan.WithStrictPaths().GetWarnings());
        }
    }

    [Theory]
    [InlineData("$.price > 5")]
    [InlineData("$.country > '5'")]
    [InlineData("$.at >= 2024-03-01")]
    [InlineData("$.at starts-with '2024-0'")]
    [InlineData("$.at like '2024%'")]
    [InlineData("$.country >= 2024-03-01")]
    [InlineData("$.note = 'x'")]
    [InlineData("$.note > 2024-03-01")]
    [InlineData("year($.note) = 2024")]
    [InlineData("coalesce($.note, 0) = 'x'")]
    [InlineData("$.price is null")]
    [InlineData("$.any = 'x' and $.any = 1")]
    [InlineData("$.rare = 1")]
    [InlineData("$.price in (5, 'x')")]
    [InlineData("$.tags contains 'gift'")]
    [InlineData("$.tags contains [\"gift\"]")]
    [InlineData("$.address contains {\"city\": 5}")]
    [InlineData("$.country contains 'NZ'")]
    [InlineData("$.price contains 5")]
    [InlineData("$.tags[0] = 'gift'")]
    [InlineData("cast($.price as string) = '5'")]
    [InlineData("cast($.country as date) > 2024-03-01")]
    [InlineData("concat($.price, $.ok, $.at) = 'x'")]
    [InlineData("lower($.at) = '2024-03-01'")]
    [InlineData("$.at > cast($.country as string)")]
    [InlineData("$.any = $.price and $.any = $.country")]
    [InlineData("case when $.ok = true then $.price else $.country end = 'NZ'")]
    [InlineData("$.ok exists")]
    public void A_kind_that_the_path_may_have_causes_no_warning_in_any_layout(string condition)
    {
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            using var reader = SampleCollection.Open(s_shop, layout);
            Assert.Empty(reader.Scan().WithStrictPaths().Where(Filter.Parse(condition)).Aggregate(Aggregate.Count()).Warnings);
        }
    }

    [Theory]
    [InlineData("$.tags", "No value at '$.tags' can be grouped; its values are arrays. Its elements are at '$.tags[*]'.")]
    [InlineData("$.address as place", "No value at '$.address' can be grouped; its values are objects.")]
    [InlineData("$.country", null)]
    [InlineData("$.any", null)]
    [InlineData("$.note", null)]
    [InlineData("$.tags[*]", null)]
    [InlineData("coalesce($.rare, 0)", null)]
    public void Groups_by_values_that_are_never_scalars_cause_a_warning_in_every_layout(string key, string? expected)
    {
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            using var reader = SampleCollection.Open(s_shop, layout);
            var warnings = reader.Scan().GroupBy(ScanExpression.Parse(key)).Aggregate(Aggregate.Count()).Warnings;

            Assert.Equal(expected, warnings.SingleOrDefault()?.Message);
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Expressions_and_filters_of_aggregates_are_reviewed_too(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(s_shop, layout);
        var scan = reader.Scan();
        var (wrong, expected) = (ScanExpression.Parse("year($.price)"), "No value at '$.price' is a date, which 'year' requires; its values are numbers.");

        Assert.Equal(expected, Assert.Single(scan.Select(wrong).ToTable().Warnings).Message);
        Assert.Equal(expected, Assert.Single(scan.Select("$.id", wrong.As("year")).OrderBy("$.id").Limit(1).ToTable().Warnings).Message);
        Assert.Equal(expected, Assert.Single(scan.GroupBy(wrong).Aggregate(Aggregate.Count()).Warnings).Message);
        Assert.Equal(expected, Assert.Single(scan.Aggregate(Aggregate.Sum(wrong), Aggregate.Max(wrong)).Warnings).Message);
        Assert.Equal(expected, Assert.Single(scan.GetWarnings(wrong)).Message);
        Assert.Single(scan.Aggregate(Aggregate.Count().Where(Filter.Parse("$.id = '1'"))).Warnings);
        Assert.Single(scan.Unnest("$.tags[*]").Where(Filter.Parse("$.tags[*] = 5")).Aggregate(Aggregate.Count()).Warnings);
        var reported = new List<QueryWarning>();
        scan.WithWarnings(reported.Add).Select(wrong).ForEach(_ => { });
        Assert.Equal(expected, Assert.Single(reported).Message);
    }

    [Theory]
    [InlineData("count > '5'", "No value of 'count' is a string; its values are numbers. Write 5 without quotes.")]
    [InlineData("count() in ('5')", "No value of 'count' is a string; its values are numbers. Write 5 without quotes.")]
    [InlineData("not count = '1'", "No value of 'count' is a string; its values are numbers. Write 1 without quotes.")]
    [InlineData("$.country = 5", "No value at '$.country' is a number; its values are strings. Write a string in quotes: \"5\".")]
    [InlineData("total between '1' and '9'", "No value of 'total' is a string; its values are numbers. Write 1 without quotes.")]
    [InlineData("total like '1%'", "No value of 'total' is a string; its values are numbers.")]
    [InlineData("max($.at) > 2024", "No value of 'max($.at)' is a number; its values are dates. Write a date as 2024-03-01.")]
    [InlineData("min($.country) > 5 and count > 0", "No value of 'min($.country)' is a number; its values are strings. Write a string in quotes: \"5\".")]
    [InlineData("count = $.country", "'count' and '$.country' cannot be compared: the former has numbers, the latter strings.")]
    [InlineData("$.country * 2 > 1", "No value at '$.country' is a number, which '*' requires; its values are strings.")]
    public void A_kind_that_a_column_of_groups_never_has_causes_a_warning(string condition, string expected)
    {
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            using var reader = SampleCollection.Open(s_shop, layout);
            var warning = Assert.Single(Groups(reader.Scan(), condition).Warnings);

            Assert.Equal((QueryWarningKind.OtherKind, expected), (warning.Kind, warning.Message));
            Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => Groups(reader.Scan().WithStrictPaths(), condition)).Code);
        }

        using var other = SampleCollection.Open(s_shop);
        var compared = other.Scan().GroupBy("$.country").Having("count", FilterOperator.Greater, "5").Aggregate(Aggregate.Count());
        Assert.Equal("No value of 'count' is a string; its values are numbers. Write 5 without quotes.", Assert.Single(compared.Warnings).Message);
    }

    [Theory]
    [InlineData("count > 5")]
    [InlineData("$.country = 'NZ' or total < 3")]
    [InlineData("max($.at) > 2024-01-01")]
    [InlineData("min($.country) = 'NZ'")]
    [InlineData("total is null")]
    [InlineData("total * 2 > count - 1")]
    [InlineData("case when count > 1 then $.country else total end = 'NZ'")]
    public void A_kind_that_a_column_of_groups_may_have_causes_no_warning(string condition)
    {
        using var reader = SampleCollection.Open(s_shop);
        Assert.Empty(Groups(reader.Scan().WithStrictPaths(), condition).Warnings);
    }

    private static QueryTable Groups(CollectionScan scan, string condition) => scan.GroupBy("$.country").Having(condition).Aggregate(
        Aggregate.Count(), Aggregate.Sum("$.price").As("total"), Aggregate.Max("$.at"), Aggregate.Min("$.country"));

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Kinds_remain_known_after_the_last_value_of_the_kind_is_deleted(CollectionLayout layout)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, Key = "$.id" }, leaveOpen: true))
        {
            writer.Add("""{"id":1,"a":"x"}"""u8);
            writer.Add("""{"id":2,"a":1}"""u8);
            writer.Commit();
            writer.Delete(1);
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Empty(reader.Scan().Where("$.a", FilterOperator.Equal, "x").Aggregate(Aggregate.Count()).Warnings);
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Hybrid)]
    public void Only_a_strict_query_searches_all_documents(CollectionLayout layout)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 1100).Select(i => $$"""{"id":{{i}},"a":{{(i == 1090 ? "\"late\"" : "1")}},"b":1}"""),
            new CollectionOptions { Layout = layout, Columns = ["$.id"] }));
        var late = reader.Scan().Where("$.a", FilterOperator.Equal, "late");
        var never = reader.Scan().Where("$.b", FilterOperator.Equal, "late");

        Assert.Empty(late.Aggregate(Aggregate.Count()).Warnings);
        Assert.Equal(1, late.WithStrictPaths().Count());
        Assert.Empty(never.Aggregate(Aggregate.Count()).Warnings);
        Assert.Throws<BlittableException>(() => never.WithStrictPaths().Count());

        // The reader caches what the strict query found.
        Assert.Single(never.Aggregate(Aggregate.Count()).Warnings);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void A_comparison_is_reported_exactly_if_the_path_has_values_but_none_of_a_comparable_kind(int seed)
    {
        var random = new Random(seed);
        string[] paths = ["$.a", "$.b", "$.o", "$.o.x", "$.list", "$.list[*]", "$.items[*].n", "$.items[*]", "$.id", "$.list[0]"];
        QueryValue[] literals = [0, "x", "2024-01-02", new DateOnly(2024, 1, 2), true];
        for (var run = 0; run < 20; run++)
        {
            var documents = new RandomQueries(random.Next()).Documents(1 + random.Next(4));
            var readers = Enum.GetValues<CollectionLayout>().ToDictionary(layout => layout, layout => SampleCollection.Open(documents, layout));
            foreach (var path in paths)
            {
                var kinds = KindsAt(documents, path);
                foreach (var literal in literals)
                {
                    var comparable = literal.Kind == QueryValueKind.String && literal.GetString() != "x" ? ["String", "Date"] : new[] { literal.Kind.ToString() };
                    var expected = kinds.Count > 0 && !kinds.Overlaps(comparable);
                    foreach (var (layout, reader) in readers)
                    {
                        var found = reader.Scan().Where(path, FilterOperator.Equal, literal).GetWarnings().Any(warning => warning.Kind == QueryWarningKind.OtherKind);
                        Assert.True(expected == found, $"{layout}: {path} = {literal.ToJson()}, expected {expected}, over\n{string.Join('\n', documents)}");
                    }
                }
            }

            Array.ForEach([.. readers.Values], reader => reader.Dispose());
        }
    }

    private static HashSet<string> KindsAt(IEnumerable<string> documents, string path)
    {
        var kinds = new HashSet<string>();
        foreach (var json in documents)
        {
            using var document = BlittableDocument.Parse(Encoding.UTF8.GetBytes(json));
            foreach (var value in BlittablePath.Parse(path).Evaluate(document.Root))
            {
                var kind = value.Kind switch
                {
                    BlittableValueKind.True or BlittableValueKind.False => "Boolean",
                    BlittableValueKind.String when value.IsDate => "Date",
                    BlittableValueKind.Null => "",
                    _ => value.Kind.ToString(),
                };
                if (kind.Length > 0)
                {
                    kinds.Add(kind);
                }
            }
        }

        return kinds;
    }
}
