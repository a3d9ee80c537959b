using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that paths with the same steps are equal, however they are written.</summary>
public sealed class PathSpellingTests
{
    private static readonly string[] Documents =
    [
        """{"a":1,"items":[{"a.*b":"x","n":1,"q]'":"p"},{"a.*b":"y","n":2,"q]'":"q"}],"a[*].b":5,"t\tb":9,"*":3}""",
        """{"a":2,"items":[{"a.*b":"x","n":4,"q]'":"p"}],"a[*].b":6,"t\tb":9,"*":3}""",
    ];

    public static TheoryData<CollectionLayout, string, string> Keys
    {
        get
        {
            var keys = new TheoryData<CollectionLayout, string, string>();
            foreach (var layout in Enum.GetValues<CollectionLayout>())
            {
                keys.Add(layout, "$.items[*][\"a.*b\"]", "x:2 y:1");
                keys.Add(layout, "$.items[ * ].n", "1:1 2:1 4:1");
                keys.Add(layout, "$.items.*.n", "1:1 2:1 4:1");
                keys.Add(layout, "$ ['items'] [*] ['\\u006e']", "1:1 2:1 4:1");
                keys.Add(layout, "$.items[*]['q]\\'']", "p:2 q:1");
                keys.Add(layout, "$['a[*].b']", "5:1 6:1");
                keys.Add(layout, "$['t\\tb']", "9:2");
                keys.Add(layout, "$['*']", "3:2");
                keys.Add(layout, "$.items[0].n", "1:1 4:1");
            }

            return keys;
        }
    }

    [Theory]
    [MemberData(nameof(Keys))]
    public void Every_spelling_of_a_path_returns_its_groups(CollectionLayout layout, string key, string expected)
    {
        using var reader = SampleCollection.Open(Documents, layout);

        var groups = reader.Scan().GroupBy(key).OrderBy(key).Aggregate(Aggregate.Count());

        Assert.Equal(expected, Lines(groups));
        Assert.Empty(groups.Warnings);
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Every_spelling_of_a_path_unnests_the_same_elements(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(Documents, layout);

        var groups = reader.Scan().Unnest("$['items'][ * ]").Where("$.items.*.n", FilterOperator.Greater, 1).GroupBy("$.items[*][\"a.*b\"]")
            .Aggregate(Aggregate.Sum("$.items[*]['n']"), Aggregate.Sum("$['a']"));

        Assert.Equal("x:4:2 y:2:1", Lines(groups));
    }

    [Fact]
    public void Equal_paths_share_one_plan()
    {
        using var reader = SampleCollection.Open(Documents);
        var plan = reader.Scan().Plan(reader.Snapshot.Set, []);

        Assert.Same(plan.Add(BlittablePath.Parse("$.a")), plan.Add(BlittablePath.Parse("$['\\u0061']")));
        Assert.NotSame(plan.Add(BlittablePath.Parse("$.a")), plan.Add(BlittablePath.Parse("$['a.b']")));
        Assert.NotSame(plan.Add(BlittablePath.Parse("$['*']")), plan.Add(BlittablePath.Parse("$[*]")));
    }

    [Fact]
    public void Columns_are_found_by_any_spelling_of_their_path()
    {
        using var reader = SampleCollection.Open(Documents);

        var groups = reader.Scan().GroupBy("$.a").OrderBy("$['a']", descending: true).Having("$[\"a\"]", FilterOperator.Greater, 0).Aggregate(Aggregate.Count());

        Assert.Equal("2:1 1:1", Lines(groups));
        Assert.Equal(2, groups[0, "$[ 'a' ]"].GetInt64());
        var lookup = CollectionLookup.From(reader.Scan().Select("$.a", "$['*']"));
        Assert.Equal(2, reader.Scan().Where(ScanExpression.Lookup(lookup, "$.a", "$[\"*\"]"), FilterOperator.Equal, 3).Count());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Names_in_contained_objects_are_matched_literally(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(Documents, layout);

        Assert.Equal(1, reader.Scan().Where(Filter.Contains("$", """{"a[*].b":5,"t\tb":9}""")).Count());
        Assert.Equal(1, reader.Scan().Where(Filter.Contains("$.items[*]", """{"q]'":"q"}""")).Count());
    }

    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    private static string Lines(QueryTable table) =>
        string.Join(' ', Enumerable.Range(0, table.Count).Select(row => string.Join(':', table.GetRow(row).ToArray().Select(value => value.ToString()))));
}
