using Blittable.Collections.Query.Filters;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that a string compared with a date counts as the date it represents, in every kind of comparison.</summary>
public sealed class DateTextTests
{
    private static readonly string[] Documents =
    [
        .. Enumerable.Range(1, 9).Select(day => $$"""{"day":"2024-01-0{{day}}","at":"2024-01-0{{day}}T00:00:00Z","days":["2024-01-0{{day}}"],"note":"n{{day}}"}"""),
        """{"day":"someday","at":null,"days":[],"note":"2024"}""",
    ];

    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Every_equality_filter_finds_the_same_rows(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(Documents, layout);
        foreach (QueryValue value in (QueryValue[])["2024-01-03", "2024-01-03T00:00:00Z", "2024-01-03T01:00:00+01:00", new DateOnly(2024, 1, 3)])
        {
            foreach (var path in (string[])["$.day", "$.at", "$.days[*]"])
            {
                Assert.Equal(1, Count(Filter.Where(path, FilterOperator.Equal, value)));
                Assert.Equal(1, Count(Filter.In(path, [value])));
                Assert.Equal(1, Count(Filter.In(path, ["someday else", value, 7])));
            }

            Assert.Equal(1, Count(Filter.Where(ScanExpression.Coalesce("$.day", "$.at"), FilterOperator.Equal, value)));
            Assert.Equal(1, Count(Filter.In(ScanExpression.Coalesce("$.day", "$.at"), [value])));
            Assert.Equal(1, reader.Scan().GroupBy("$.day").Having("$.day", FilterOperator.Equal, value).Aggregate().Count);
            Assert.Equal(1, reader.Scan().Unnest("$.days[*]").Where(Filter.In("$.days[*]", [value])).Count());
            Assert.Equal(1, reader.Scan().Unnest("$.days[*]").Where("$.days[*]", FilterOperator.Equal, value).Count());
        }

        Assert.Equal(1, Count(Filter.In("$.day", ["someday"])));
        Assert.Equal(0, Count(Filter.In("$.note", [new DateOnly(2024, 1, 1)])));
        Assert.Equal(1, Count(Filter.Contains("$", """{"day":"2024-01-03T00:00:00Z"}""")));

        long Count(Filter filter) => reader.Scan().Where(filter).Count();
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Joins_match_dates_with_their_texts(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(Documents, layout);
        var texts = CollectionLookup.From(reader.Scan().Where("$.at", FilterOperator.NotEqual, QueryValue.Null)
            .Select(ScanExpression.Path("$.at").Cast(QueryValueKind.String), "$.note"));
        var dates = CollectionLookup.From(reader.Scan().Where("$.at", FilterOperator.NotEqual, QueryValue.Null).Select("$.at", "$.note"));

        Assert.Equal(9, reader.Scan().Where(Filter.In("$.day", texts)).Count());
        Assert.Equal(0, reader.Scan().Where(Filter.In(ScanExpression.Path("$.at").Cast(QueryValueKind.String), dates)).Count());
        Assert.Equal(1, reader.Scan().Where(ScanExpression.Lookup(texts, "$.day", "$.note"), FilterOperator.Equal, "n4").Count());
    }

    [Fact]
    public void A_date_equals_the_text_of_a_filter_but_a_text_equals_only_itself()
    {
        QueryValue text = "2024-01-03", other = "2024-01-03T00:00:00Z", date = new DateOnly(2024, 1, 3);

        Assert.True(new ComparePredicate(FilterOperator.Equal, text).Passes(date));
        Assert.False(new ComparePredicate(FilterOperator.Equal, date).Passes(text));
        Assert.False(new ComparePredicate(FilterOperator.Equal, text).Passes(other));
        Assert.False(new SetPredicate([text, date]).Passes(other));
        Assert.False(new SetPredicate([text]).Passes(other));
        Assert.True(new SetPredicate([text]).Passes(date));
    }
}
