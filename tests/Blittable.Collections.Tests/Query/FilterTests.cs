using System.Collections.Concurrent;
using System.Text.Json;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

[Trait(Category.Name, Category.Vector)]
public sealed class FilterTests
{
    private const int Documents = 900;

    private const string LongGreen = "a string of more than thirty-two bytes, green";

    private static readonly string[] Sample = SampleDocuments.Make(Documents, seed: 1);

    private static readonly JsonQuery Obvious = new(Sample);

    /// <summary>The sample as one file per layout, written once for all questions.</summary>
    private static readonly ConcurrentDictionary<CollectionLayout, byte[]> Files = new();

    public static TheoryData<CollectionLayout, string> Questions()
    {
        var data = new TheoryData<CollectionLayout, string>();
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            foreach (var name in All.Keys)
            {
                data.Add(layout, name);
            }
        }

        return data;
    }

    /// <summary>Each filter with the equivalent condition over JSON.</summary>
    private static readonly Dictionary<string, (Filter Filter, Func<JsonElement, bool> Meaning)> All = new()
    {
        ["integer equal"] = (Filter.Where("$.count", FilterOperator.Equal, 7), root => JsonQuery.Number(root, "$.count") == 7),
        ["integer not equal"] = (
            Filter.Where("$.count", FilterOperator.NotEqual, 7),
            root => IsSomething(root, "$.count") && JsonQuery.Number(root, "$.count") != 7),
        ["integer between fractions"] = (
            Filter.All(Filter.Where("$.count", FilterOperator.Greater, 3.5), Filter.Where("$.count", FilterOperator.Less, 5.5m)),
            root => JsonQuery.Number(root, "$.count") is 4 or 5),
        ["integer equal to a fraction"] = (Filter.Where("$.count", FilterOperator.Equal, 7.5), _ => false),
        ["beyond all integers"] = (Filter.Where("$.count", FilterOperator.Less, 1e300), root => JsonQuery.Number(root, "$.count") is not null),
        ["tiny"] = (Filter.Where("$.count", FilterOperator.Greater, 1e-300), root => JsonQuery.Number(root, "$.count") > 0),
        ["decimal at least"] = (Filter.Where("$.amount", FilterOperator.GreaterOrEqual, 1.25), root => JsonQuery.Number(root, "$.amount") >= 1.25m),
        ["decimal finer than its scale"] = (
            Filter.Where("$.amount", FilterOperator.LessOrEqual, -0.123456m),
            root => JsonQuery.Number(root, "$.amount") <= -0.123456m),
        ["double greater"] = (Filter.Where("$.ratio", FilterOperator.Greater, 5), root => JsonQuery.Number(root, "$.ratio") > 5),
        ["double at most"] = (Filter.Where("$.ratio", FilterOperator.LessOrEqual, 2.5), root => JsonQuery.Number(root, "$.ratio") <= 2.5m),
        ["string equal"] = (Filter.Where("$.color", FilterOperator.Equal, "grün"), root => JsonQuery.Text(root, "$.color") == "grün"),
        ["string less"] = (
            Filter.Where("$.color", FilterOperator.Less, "blue"),
            root => JsonQuery.Text(root, "$.color") is { } text && string.CompareOrdinal(text, "blue") < 0),
        ["string greater than a long one"] = (
            Filter.Where("$.color", FilterOperator.Greater, LongGreen),
            root => JsonQuery.Text(root, "$.color") is { } text && string.CompareOrdinal(text, LongGreen) > 0),
        ["string starts"] = (
            Filter.Where("$.color", FilterOperator.StartsWith, "a string of more than thirty-two bytes, r"),
            root => JsonQuery.Text(root, "$.color") == "a string of more than thirty-two bytes, red"),
        ["everything starts with nothing"] = (Filter.Where("$.color", FilterOperator.StartsWith, ""), root => JsonQuery.Text(root, "$.color") is not null),
        ["boolean"] = (Filter.Where("$.flag", FilterOperator.Equal, true), root => JsonQuery.At(root, "$.flag").ValueKind == JsonValueKind.True),
        ["boolean not equal"] = (Filter.Where("$.flag", FilterOperator.NotEqual, true), root => JsonQuery.At(root, "$.flag").ValueKind == JsonValueKind.False),
        ["null"] = (Filter.Where("$.flag", FilterOperator.Equal, QueryValue.Null), root => JsonQuery.At(root, "$.flag").ValueKind == JsonValueKind.Null),
        ["not null"] = (Filter.Where("$.flag", FilterOperator.NotEqual, QueryValue.Null), root => IsSomething(root, "$.flag")),
        ["exists"] = (Filter.Exists("$.flag"), root => JsonQuery.At(root, "$.flag").ValueKind != JsonValueKind.Undefined),
        ["not"] = (Filter.Not(Filter.Where("$.flag", FilterOperator.Equal, true)), root => JsonQuery.At(root, "$.flag").ValueKind != JsonValueKind.True),
        ["one month"] = (
            Filter.All(
                Filter.Where("$.day", FilterOperator.GreaterOrEqual, new DateOnly(2024, 2, 1)),
                Filter.Where("$.day", FilterOperator.Less, "2024-03-01")),
            root => JsonQuery.Day(root, "$.day") is { Month: 2 }),
        ["moment between days"] = (
            Filter.Where("$.day", FilterOperator.Less, new DateTimeOffset(2024, 1, 10, 12, 0, 0, TimeSpan.FromHours(2))),
            root => JsonQuery.Day(root, "$.day") <= new DateOnly(2024, 1, 10)),
        ["number among other kinds"] = (Filter.Where("$.mixed", FilterOperator.Equal, 3), root => JsonQuery.Number(root, "$.mixed") == 3),
        ["string among other kinds"] = (Filter.Where("$.mixed", FilterOperator.Equal, "3"), root => JsonQuery.Text(root, "$.mixed") == "3"),
        ["not that string"] = (
            Filter.Where("$.mixed", FilterOperator.NotEqual, "3"),
            root => IsSomething(root, "$.mixed") && JsonQuery.Text(root, "$.mixed") != "3"),
        ["date among other kinds"] = (
            Filter.Where("$.mixed", FilterOperator.Equal, new DateOnly(2024, 1, 2)),
            root => JsonQuery.Text(root, "$.mixed") == "2024-01-02"),
        ["text of a date"] = (
            Filter.Where("$.mixed", FilterOperator.StartsWith, "2"),
            root => JsonQuery.Text(root, "$.mixed") is { } text && text.StartsWith('2')),
        ["below an object"] = (Filter.Where("$.nested.os", FilterOperator.Equal, "ios"), root => JsonQuery.Text(root, "$.nested.os") == "ios"),
        ["contains an object"] = (
            Filter.Contains("$.nested", """{"os":"android","size":1}"""),
            root => JsonQuery.Text(root, "$.nested.os") == "android" && JsonQuery.Number(root, "$.nested.size") == 1),
        ["contains a property that is never there"] = (Filter.Contains("$.nested", """{"it's":1}"""), _ => false),
        ["contains an element"] = (Filter.Contains("$.tags", "\"tag_3\""), root => Tags(root).Contains("tag_3")),
        ["contains elements"] = (Filter.Contains("$.tags", """["tag_3","tag_1"]"""), root => Tags(root).Contains("tag_3") && Tags(root).Contains("tag_1")),
        ["contains an object in an array"] = (Filter.Contains("$.tags", """[{"a":1}]"""), _ => false),
        ["contains an empty array"] = (Filter.Contains("$.tags", "[]"), root => JsonQuery.At(root, "$.tags").ValueKind == JsonValueKind.Array),
        ["any element"] = (Filter.Where("$.tags[*]", FilterOperator.Greater, "tag_4"), root => Tags(root).Contains("tag_5")),
        ["any other element"] = (Filter.Where("$.tags[*]", FilterOperator.NotEqual, "tag_0"), root => Tags(root).Any(tag => tag != "tag_0")),
        ["first element"] = (Filter.Where("$.tags[0]", FilterOperator.Equal, "tag_2"), root => Tags(root).FirstOrDefault() == "tag_2"),
        ["any of"] = (
            Filter.Any(
                Filter.Where("$.count", FilterOperator.Less, 3),
                Filter.Where("$.color", FilterOperator.Equal, "red"),
                Filter.Contains("$.tags", "\"tag_0\"")),
            root => JsonQuery.Number(root, "$.count") < 3 || JsonQuery.Text(root, "$.color") == "red" || Tags(root).Contains("tag_0")),
        ["not any of"] = (
            Filter.Not(Filter.Any(Filter.Where("$.count", FilterOperator.Less, 3), Filter.Where("$.tags[0]", FilterOperator.Equal, "tag_2"))),
            root => !(JsonQuery.Number(root, "$.count") < 3 || Tags(root).FirstOrDefault() == "tag_2")),
        ["rows at the end"] = (Filter.Where("$.id", FilterOperator.GreaterOrEqual, Documents - 3), root => JsonQuery.Number(root, "$.id") >= Documents - 3),
    };

    [Theory]
    [MemberData(nameof(Questions))]
    public void Filters_equal_conditions_evaluated_over_JSON(CollectionLayout layout, string question)
    {
        var (filter, meaning) = All[question];
        var file = Files.GetOrAdd(layout, wanted => SampleCollection.Write(Sample, wanted, "$.count", "$.color", "$.day", "$.tags").ToArray());
        using var reader = CollectionReader.Open(new MemoryStream(file));

        var found = reader.Scan().Where(filter).Select("$.id").SelectMany(batch => batch.RowNumbers.ToArray()).Select(row => (int)row).ToList();

        Assert.Equal(Obvious.Rows(meaning), found);
        Assert.Equal(found.Count, reader.Scan().Where(filter).Count());
        Assert.Equal(found.Count, reader.Scan().Where(filter).WithWorkers(3, TimeSpan.Zero).Count());
    }

    [Fact]
    public void An_operator_not_defined_for_a_value_is_rejected()
    {
        Assert.Equal(
            BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => Filter.Where("$.color", FilterOperator.StartsWith, 5)).Code);
        Assert.Equal(
            BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => Filter.Where("$.flag", FilterOperator.Less, true)).Code);
        using var reader = SampleCollection.Open(Sample);
        Assert.Throws<BlittableException>(() => reader.Scan().GroupBy("$.flag").Having("$.flag", FilterOperator.Less, true));
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Auto)]
    public void A_value_of_an_absent_kind_matches_only_inequality(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(Sample, layout);

        Assert.Equal(0, reader.Scan().Where("$.color", FilterOperator.Less, 5).Count());
        Assert.Equal(0, reader.Scan().Where("$.color", FilterOperator.Equal, new DateOnly(2024, 1, 1)).Count());
        Assert.Equal(
            Obvious.Rows(root => IsSomething(root, "$.color")).Count, reader.Scan().Where("$.color", FilterOperator.NotEqual, 5).Count());
        Assert.Equal(0, reader.Scan().Where("$.day", FilterOperator.StartsWith, "x").Count());
    }

    private static bool IsSomething(JsonElement root, string path) => JsonQuery.At(root, path).ValueKind is not (JsonValueKind.Undefined or JsonValueKind.Null);

    private static IEnumerable<string> Tags(JsonElement root) =>
        JsonQuery.At(root, "$.tags") is { ValueKind: JsonValueKind.Array } tags ? tags.EnumerateArray().Select(tag => tag.GetString()!) : [];
}
