using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Messages name paths that can be told apart, and show a limited part of names and values.</summary>
public sealed class ErrorTests
{
    private static readonly JsonSerializerOptions s_strict = new() { AllowDuplicateProperties = false };

    private static readonly string s_long = new('x', 1 << 20);

    [Theory]
    [InlineData("a.b", "$['a.b']: ")]
    [InlineData("", "$['']: ")]
    [InlineData("it's", "$['it\\'s']: ")]
    [InlineData("line\nfeed", "$['line\\u000afeed']: ")]
    [InlineData("del\u0085", "$['del\\u0085']: ")]
    public void Names_are_quoted_in_paths(string name, string path)
    {
        Assert.StartsWith(path, Fault<Dictionary<string, int>>(JsonSerializer.Serialize(new Dictionary<string, string> { [name] = "x" })), StringComparison.Ordinal);
        var loop = new Dictionary<string, object>();
        loop[name] = loop;
        var fault = Assert.Throws<BlittableException>(() => BlittableSerializer.Serialize<object>(loop));
        Assert.Contains(path[..^2] + path[1..^2], fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Control_characters_and_line_separators_of_names_and_values_are_escaped()
    {
        const string text = "a\u001b[31m\u2028\u2029\u0085\t\n\u202e";
        var quoted = JsonSerializer.Serialize(text);
        string[] messages =
        [
            Fault<Dictionary<string, int>>($"{{{quoted}:\"x\"}}"), Fault<Dictionary<int, int>>($"{{{quoted}:1}}"), Fault<Closed>($"{{{quoted}:1}}"), Fault<Unique>($"{{{quoted}:1,{quoted}:2}}"),
            Fault<Closed>($"{{\"Number\":{quoted}}}"), Fault<Closed>($"{{\"Kind\":{quoted}}}"),
        ];
        Assert.All(messages, message => Assert.DoesNotContain(message, character => char.GetUnicodeCategory(character) is System.Globalization.UnicodeCategory.Control
            or System.Globalization.UnicodeCategory.Format or System.Globalization.UnicodeCategory.LineSeparator or System.Globalization.UnicodeCategory.ParagraphSeparator));
        Assert.All(messages, message => Assert.Contains("\\u001b", message, StringComparison.Ordinal));
    }

    [Fact]
    public void Names_and_values_are_shortened()
    {
        var quoted = JsonSerializer.Serialize(s_long);
        var number = new string('9', 1 << 20);
        string[] messages =
        [
            Fault<Dictionary<string, int>>($"{{{quoted}:\"x\"}}"), Fault<Dictionary<int, int>>($"{{{quoted}:1}}"), Fault<Dictionary<DayOfWeek, int>>($"{{{quoted}:1}}"),
            Fault<Dictionary<Version, int>>($"{{{quoted}:1}}"), Fault<Closed>($"{{{quoted}:1}}"), Fault<Unique>($"{{{quoted}:1,{quoted}:2}}"), Fault<Closed>($"{{\"Big\":{number}}}"),
            Fault<Closed>($"{{\"Half\":{number}}}"), Fault<Closed>($"{{\"Number\":{number}}}"), Fault<Closed>($"{{\"Kind\":{quoted}}}"), Fault<Closed>($"{{\"Number\":{quoted}}}"),
        ];
        Assert.All(messages, message => Assert.InRange(message.Length, 10, 300));
        Assert.Contains("represents a value of type int", messages[1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("70000")]
    [InlineData("1e400")]
    [InlineData("-65520")]
    public void Numbers_that_a_half_cannot_hold_are_refused(string number)
    {
        Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Half>(number));
        Assert.Contains("does not fit Half", Fault<Closed>($"{{\"Half\":{number}}}"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_number_stored_for_a_float_that_a_half_cannot_hold_is_refused()
    {
        Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<Half>(BlittableSerializer.Serialize(100000f)));
        Assert.Equal((Half)1000.5f, BlittableSerializer.Deserialize<Half>(BlittableSerializer.Serialize(1000.5f)));
        Assert.Equal(Half.NegativeInfinity, BlittableSerializer.Deserialize<Half>(BlittableSerializer.Serialize(float.NegativeInfinity)));
    }

    [Fact]
    public void A_view_names_the_path_of_an_enum_that_it_cannot_read()
    {
        var types = CompiledTypes.Of("""
            public enum Kind { A }
            [BlittableView] public sealed partial record Part(Kind Kind); [BlittableView] public sealed partial record Whole(Part Part);
            public static class Sample { public static object Make() => new Whole.View(BlittableDocument.Parse("{\"Part\":{\"Kind\":{\"a\":[1,2,3]}}}").Root).Part.Kind; }
            """);
        Assert.StartsWith("$.Part.Kind: expected a name or number of Kind, found an object of 1 property", Assert.Throws<BlittableException>(() => types.Call("Sample", "Make")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_offset_of_a_duplicate_is_in_the_document() =>
        Assert.Equal("$: expected unique property names, found a duplicate of 'Map' at byte 3.", Fault<Unique>("""{"Map":null,"Map":null}"""));

    [Fact]
    public void A_property_that_is_only_written_may_be_a_duplicate()
    {
        const string json = """{"Number":1,"Number":2}""";
        using var document = BlittableDocument.Parse(json);
        Assert.Equal(JsonSerializer.Deserialize<Shown>(json, s_strict)!.Number, BlittableSerializer.Deserialize<Shown>(document.Root)!.Number);
        Assert.Contains("a duplicate of 'Other'", Fault<Shown>("""{"Other":1,"Other":2}"""), StringComparison.Ordinal);
    }

    private static string Fault<T>(string json)
    {
        using var document = BlittableDocument.Parse(json);
        return Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<T>(document.Root)).Message;
    }

    [BlittableSerializable]
    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
    internal sealed class Closed
    {
        public Int128 Big { get; set; }

        public Half Half { get; set; }

        public int Number { get; set; }

        [JsonConverter(typeof(JsonStringEnumConverter))]
        public DayOfWeek Kind { get; set; }
    }

    [BlittableSerializable, JsonSourceGenerationOptions(AllowDuplicateProperties = false)]
    internal sealed class Shown
    {
        public int Number { get; } = 3;

        public int Other { get; set; }
    }

    [BlittableSerializable, JsonSourceGenerationOptions(AllowDuplicateProperties = false)]
    internal sealed class Unique
    {
        public Dictionary<string, int>? Map { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object>? Rest { get; set; }
    }
}
