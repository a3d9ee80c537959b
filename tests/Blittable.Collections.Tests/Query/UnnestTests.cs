using System.Text.Json;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares elements of arrays as rows with SQL's UNNEST computed over System.Text.Json, in several layouts.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class UnnestTests
{
    private static readonly List<string> Documents = [.. Enumerable.Range(0, 300).Select(Document)];

    public static TheoryData<CollectionLayout> Layouts => [CollectionLayout.Rows, CollectionLayout.Columns, CollectionLayout.Auto];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Elements_are_grouped(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var expected = Rows("tags").GroupBy(row => Scalar(row.Element))
            .Select(group => $"{group.Key}:{group.Count()}:{group.Sum(row => Number(row.Document, "n"))}");
        var table = reader.Scan().GroupBy("$.tags[*]").Aggregate(Aggregate.Count(), Aggregate.Sum("$.n"));

        Assert.Equal(expected.Order(StringComparer.Ordinal), Lines(table).Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Paths_of_elements_and_of_documents_can_be_combined(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var expected = Rows("items").Where(row => Number(row.Element, "price") > 20)
            .GroupBy(row => (Scalar(Get(row.Document, "city")), Scalar(Get(row.Element, "sku"))))
            .Select(group => $"{group.Key.Item1}:{group.Key.Item2}:{group.Sum(row => Number(row.Element, "price")):0.##}:{group.Count(row => HasNote(row.Element))}");
        var table = reader.Scan().Unnest("$.items[*]").Where("$.items[*].price", FilterOperator.Greater, 20)
            .GroupBy("$.city", "$.items[*].sku")
            .Aggregate(Aggregate.Sum("$.items[*].price"), Aggregate.Count("$.items[*].note"));

        Assert.Equal(expected.Order(StringComparer.Ordinal), Lines(table).Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Filters_before_Unnest_select_documents_and_filters_after_it_select_elements(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var before = Rows("tags").Count(row => row.Document.GetProperty("tags").EnumerateArray().Any(tag => Scalar(tag) == "t1"));
        var after = Rows("tags").Count(row => Scalar(row.Element) == "t1");

        Assert.NotEqual(before, after);
        Assert.Equal(before, reader.Scan().Where("$.tags[*]", FilterOperator.Equal, "t1").Unnest("$.tags[*]").Count());
        Assert.Equal(after, reader.Scan().Unnest("$.tags[*]").Where("$.tags[*]", FilterOperator.Equal, "t1").Count());
        Assert.Equal(
            Rows("tags").Count() - after,
            reader.Scan().Unnest("$.tags[*]").Where(Filter.Not(Filter.Where("$.tags[*]", FilterOperator.Equal, "t1"))).Count());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void One_value_must_be_within_both_bounds_of_between(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var inside = Filter.Parse("$.items[*].price between 10 and 12");
        var documents = Documents.Count(document => JsonElement.Parse(document).GetProperty("items").EnumerateArray().Any(item => Number(item, "price") is >= 10 and <= 12));
        var elements = Rows("items").Count(row => Number(row.Element, "price") is >= 10 and <= 12);
        var cases = reader.Scan().Unnest("$.items[*]").GroupBy("$.city").Aggregate(
            Aggregate.Sum(ScanExpression.Parse("case when $.items[*].price between 10 and 12 then 1 else 0 end")));

        Assert.NotEqual(documents, reader.Scan().Where("$.items[*].price", FilterOperator.GreaterOrEqual, 10).Where("$.items[*].price", FilterOperator.LessOrEqual, 12).Count());
        Assert.Equal(documents, reader.Scan().Where(inside).Count());
        Assert.Equal(documents, reader.Scan().Where(Filter.Parse(inside.ToString())).Count());
        Assert.Equal(elements, reader.Scan().Unnest("$.items[*]").Where(inside).Count());
        Assert.Equal(elements, Enumerable.Range(0, cases.Count).Sum(row => cases[row, 1].GetInt64()));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Nested_arrays_are_unnested_in_one_step(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var expected = Rows("items").SelectMany(row => Elements(row.Element, "parts").Select(part => (row.Document, row.Element, Part: part)))
            .GroupBy(row => Scalar(Get(row.Element, "sku")))
            .Select(group => $"{group.Key}:{group.Sum(row => row.Part.GetInt32())}:{group.Sum(row => Number(row.Element, "price")):0.##}"
                + $":{group.Sum(row => Number(row.Document, "n"))}");
        var table = reader.Scan().Unnest("$.items[*].parts[*]").GroupBy("$.items[*].sku")
            .Aggregate(Aggregate.Sum("$.items[*].parts[*]"), Aggregate.Sum("$.items[*].price"), Aggregate.Sum("$.n"));

        Assert.Equal(expected.Order(StringComparer.Ordinal), Lines(table).Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Aggregates_can_be_filtered_by_elements(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var expected = Rows("items").Where(row => Scalar(Get(row.Element, "sku")) == "s2").Sum(row => Number(row.Element, "price"));
        var table = reader.Scan().Aggregate(
            Aggregate.Sum("$.items[*].price").Where(Filter.Like("$.items[*].sku", "_2")), Aggregate.Max("$.items[*].price"),
            Aggregate.CountDistinct("$.items[*].sku"));

        Assert.Equal(expected, table[0, 0].GetDecimal());
        Assert.Equal(Rows("items").Max(row => Number(row.Element, "price")), table[0, 1].GetDecimal());
        Assert.Equal(Rows("items").Select(row => Scalar(Get(row.Element, "sku"))).Where(sku => sku.Length > 0).Distinct().Count(), table[0, 2].GetInt64());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Selections_have_a_row_for_each_element_with_the_row_number_of_its_document(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var expected = Documents.Select(Parse).SelectMany((document, row) =>
            Elements(document, "tags").Select(tag => $"{row}:{Scalar(tag)}:{Scalar(Get(document, "city"))}"));
        var found = new List<string>();
        reader.Scan().Select("$.tags[*]", "$.city").ForEach(batch =>
        {
            for (var row = 0; row < batch.Count; row++)
            {
                found.Add($"{batch.RowNumbers[row]}:{batch[row, 0]}:{batch[row, 1]}");
            }
        });

        Assert.Equal(expected, found);
    }

    [Fact]
    public void Unnesting_two_arrays_is_rejected()
    {
        using var reader = Open(CollectionLayout.Columns);

        var error = Assert.Throws<BlittableException>(() => reader.Scan().GroupBy("$.tags[*]").Aggregate(Aggregate.Sum("$.items[*].price")));
        Assert.Equal(BlittableErrorCode.InvalidPath, error.Code);
        Assert.Equal(BlittableErrorCode.InvalidPath, Assert.Throws<BlittableException>(() => reader.Scan().Unnest("$.tags")).Code);
        Assert.Throws<InvalidOperationException>(() => reader.Scan().Unnest("$.tags[*]").Unnest("$.items[*]"));
    }

    private static CollectionReader Open(CollectionLayout layout) =>
        CollectionReader.Open(CollectionFile.Write(Documents, new CollectionOptions { Layout = layout, StripeRows = 130, ChunkRows = 37 }));

    /// <summary>Creates a document with up to four tags of several kinds and up to two items, each with up to three parts.</summary>
    private static string Document(int i)
    {
        var city = i % 7 == 0 ? "null" : $"\"c{i % 4}\"";
        if (i % 11 == 10)
        {
            return $$"""{"n":{{i}},"city":{{city}},"tags":[],"items":[]}""";
        }

        var tags = Enumerable.Range(i, i % 5).Select(tag => (tag % 6) switch { 0 => "null", 1 => $"{tag}", _ => $"\"t{tag % 3}\"" });
        var items = Enumerable.Range(i, i % 3).Select(item =>
        {
            var note = i % 2 == 0 ? ",\"note\":\"x\"" : "";
            return $$"""{"sku":"s{{item % 4}}","price":{{item * 7 % 50}}.{{item % 2}}5{{note}},"parts":[{{string.Join(',', Enumerable.Range(i, item % 4))}}]}""";
        });
        return $$"""{"n":{{i}},"city":{{city}},"tags":[{{string.Join(',', tags)}}],"items":[{{string.Join(',', items)}}]}""";
    }

    private static JsonElement Parse(string document) => JsonSerializer.Deserialize<JsonElement>(document);

    private static IEnumerable<(JsonElement Document, JsonElement Element)> Rows(string array) =>
        Documents.Select(Parse).SelectMany(document => Elements(document, array).Select(element => (document, element)));

    private static JsonElement[] Elements(JsonElement value, string array) =>
        Get(value, array) is { ValueKind: JsonValueKind.Array } found ? [.. found.EnumerateArray()] : [];

    private static bool HasNote(JsonElement item) => Get(item, "note") is { ValueKind: JsonValueKind.String };

    private static JsonElement? Get(JsonElement value, string name) =>
        value.ValueKind == JsonValueKind.Object && value.TryGetProperty(name, out var found) ? found : null;

    private static decimal Number(JsonElement value, string name) => Get(value, name) is { ValueKind: JsonValueKind.Number } number ? number.GetDecimal() : 0;

    private static string Scalar(JsonElement? value) => value switch
    {
        { ValueKind: JsonValueKind.String } text => text.GetString()!,
        { ValueKind: JsonValueKind.Number } number => number.GetRawText(),
        _ => "",
    };

    private static IEnumerable<string> Lines(QueryTable table) =>
        Enumerable.Range(0, table.Count).Select(row => string.Join(':', table.GetRow(row).ToArray().Select(value => value.ToString())));
}
