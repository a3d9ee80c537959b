using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Objects with many names, and objects without a shape, are stored in other layouts. Their members are those that System.Text.Json reads.</summary>
public sealed class LargeObjectTests
{
    private static readonly JsonSerializerOptions s_web = new(JsonSerializerDefaults.Web);

    public static TheoryData<int> Counts => [31, 32, 33, 63, 64, 255, 256, 257, 511, 512, 513, 600, 5_000];

    [Theory]
    [MemberData(nameof(Counts))]
    public void Members_are_found_among_any_number_of_names(int count)
    {
        string[] others = [.. Enumerable.Range(0, count).Select(number => $"\"other{number}\":\"{number} is as long as a text\"")];
        foreach (var at in (int[])[0, 1, 16, count / 2, count])
        {
            string[] names = [.. others[..at], "\"a\":1", "\"größe\":3", .. others[at..], "\"b\":2"];
            var json = $"{{{string.Join(',', names)}}}";
            Differential.Read<NamesTests.Extended>(json, s_web);
            Differential.Read<NamesTests.Refusing>(json, s_web);
            Differential.Read<NamesTests.Lenient>(json, s_web);
            Differential.Read<NamesTests.Exact>(json, new JsonSerializerOptions { AllowDuplicateProperties = false, PropertyNameCaseInsensitive = true });
            Differential.Read<Required>(json);
            Differential.Read<Required>(json.Replace("\"a\":1,", "", StringComparison.Ordinal));
        }
    }

    /// <summary>A document that already has many names of shapes stores further objects without one.</summary>
    [Theory]
    [InlineData(31)]
    [InlineData(32)]
    [InlineData(40)]
    [InlineData(300)]
    public void Members_are_found_in_a_document_with_too_many_names_for_shapes(int names)
    {
        const int maps = 600, namesOfMap = 20;
        var keys = Enumerable.Range(0, maps).Select(map => Object(Enumerable.Range(0, namesOfMap).Select(name => ($"id{map * namesOfMap + name}", "0"))));
        var rows = Enumerable.Range(0, 20).Select(row => Object(Enumerable.Range(0, names).Select(name => ($"p{name}", $"\"{row} and {name * row} of a text\""))));
        Differential.Read<Holder>($"{{\"keys\":[{string.Join(',', keys)}],\"rows\":[{string.Join(',', rows)}]}}", s_web);

        static string Object(IEnumerable<(string Name, string Value)> members) => $"{{{string.Join(',', members.Select(member => $"\"{member.Name}\":{member.Value}"))}}}";
    }

    [Theory]
    [InlineData(40)]
    [InlineData(600)]
    public void Members_of_an_object_that_was_built_or_edited_are_found(int count)
    {
        var builder = new BlittableBuilder();
        builder.WriteStartObject();
        for (var name = 0; name < count; name++)
        {
            builder.WritePropertyName(string.Create(CultureInfo.InvariantCulture, $"p{name}"));
            builder.WriteString("a text of some length, so that slots need two bytes");
        }

        builder.WriteEndObject();
        using var built = builder.ToDocument();
        using var editor = new BlittableEditor(built);
        editor.SetString("$.p3", "edited");
        using var edited = editor.ToDocument();

        foreach (var document in (BlittableDocument[])[built, edited])
        {
            var root = document.Root;
            var row = BlittableSerializer.Deserialize<Row>(root)!;
            Assert.Equal(root.GetProperty("p3").GetString(), row.P3);
            Assert.Equal(root.GetProperty("p39").GetString(), row.P39);
            Assert.Equal(count - 3, row.Others!.Count);
        }
    }

    [BlittableSerializable]
    internal sealed class Required
    {
        [JsonPropertyName("a"), JsonRequired]
        public int A { get; set; }

        [JsonPropertyName("b")]
        public required int B { get; set; }
    }

    [BlittableSerializable, JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    internal sealed class Holder
    {
        public Dictionary<string, int>[]? Keys { get; set; }

        public Row[]? Rows { get; set; }
    }

    [BlittableSerializable, JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    internal sealed class Row
    {
        public string? P3 { get; set; }

        public string? P30 { get; set; }

        public string? P39 { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? Others { get; set; }
    }
}
