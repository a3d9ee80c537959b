using System.Text;

namespace Blittable.Generators.Tests.Campaign;

/// <summary>Writes the source of a random type, preceded by the types of its members.</summary>
internal sealed partial class CaseWriter(Random random, CaseOptions options)
{
    private readonly StringBuilder _source = new();
    private readonly List<TypeName> _objects = [];
    private readonly List<TypeName> _enums = [];

    /// <summary>The namespace with a dot, or the enclosing class. Empty for types in the global namespace.</summary>
    private string _scope = "";

    public string Write()
    {
        Line("#pragma warning disable");
        var space = random.Next(4) == 0 ? "" : random.Next(2) == 0 ? "Random.@namespace" : "Größe.Types";
        if (space.Length > 0)
        {
            Line($"namespace {space} {{");
            _scope = $"global::{space}.";
        }

        WriteEnums();
        WriteConverters();
        for (var i = random.Next(1, 7); i > 0; i--)
        {
            WriteType($"T{i}");
        }

        WriteType("Root");
        var viewed = random.Next(2) == 0;
        if (viewed)
        {
            WriteView();
        }

        if (space.Length > 0)
        {
            Line("}");
        }

        var root = _objects[^1].Text;
        Line($"{options.Attribute} [BlittableSerializable(typeof({root}))] public static class Roots {{ public static object Root() => typeof({root});");
        Line($"public static object? View() => {(viewed ? $"(typeof({_scope}Viewed), (Func<byte[], BlittableDictionary?, object?>){_scope}ViewedReader.Read)" : "null")}; }}");
        return _source.ToString();
    }

    private void Line(string text) => _source.AppendLine(text);

    private bool OneIn(int many) => random.Next(many) == 0;

    private T Any<T>(IReadOnlyList<T> list) => list[random.Next(list.Count)];

    private void WriteEnums()
    {
        string[] bases = ["byte", "sbyte", "short", "ushort", "int", "uint", "long", "ulong"];
        string[] converters = ["", "[JsonConverter(typeof(JsonStringEnumConverter))] ", "[JsonConverter(typeof(JsonStringEnumConverter<{0}>))] ", "[JsonConverter(typeof(JsonNumberEnumConverter<{0}>))] ", "[JsonConverter(typeof({0}Json))] "];
        for (var i = random.Next(1, 4); i > 0; i--)
        {
            var (name, of) = (Any(["Kind", "@enum", "Color", "Ж"]) + i, Any(bases));
            var isFlags = OneIn(3);
            var members = Enumerable.Range(0, random.Next(1, 9)).Select(m =>
            {
                var attribute = OneIn(4) ? $"[JsonStringEnumMemberName(\"{Any(["the ", "x-", "é", "\\\"", "value "])}{m}\")] " : "";
                var value = isFlags ? (1 << m) % 128 : OneIn(2) && !of.StartsWith('u') && of != "byte" ? -m - 1 : m * 2;
                return $"{attribute}{Any(["@new", "Value", "lower", "UPPER", "Größe", "@class"])}{m} = {value}";
            });
            var converter = Any(converters);
            if (converter.Contains("Json)", StringComparison.Ordinal))
            {
                Line($"public sealed class {name.TrimStart('@')}Json() : JsonStringEnumConverter<{name}>(JsonNamingPolicy.{Any(["CamelCase", "SnakeCaseUpper", "KebabCaseLower"])}, {(OneIn(2) ? "true" : "false")});");
            }

            Line($"{(isFlags ? "[Flags] " : "")}{converter.Replace("{0}Json", name.TrimStart('@') + "Json").Replace("{0}", name)}public enum {name} : {of} {{ {string.Join(", ", members)} }}");
            var hasConverter = converter.Contains("{0}Json", StringComparison.Ordinal);
            _enums.Add(new TypeName(_scope + name) { IsKey = !hasConverter, IsSortable = !hasConverter, IsEnum = true, IsViewable = !hasConverter });
        }
    }

    /// <summary>Writes the converters that members use.</summary>
    private void WriteConverters()
    {
        Line("""
            public sealed class HashJson : JsonConverter<int> {
              public override int Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => reader.TokenType == JsonTokenType.String && reader.GetString() is ['#', .. var digits] && int.TryParse(digits, out var number) ? number : throw new JsonException();
              public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteStringValue("#" + value);
            }
            public sealed class NullJson : JsonConverter<long> {
              public override long Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => reader.TokenType == JsonTokenType.Null ? -1 : reader.GetInt64();
              public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options) { if (value == -1) writer.WriteNullValue(); else writer.WriteNumberValue(value); }
            }
            public sealed class PairJson : JsonConverter<string> {
              public override string Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) { using var all = JsonDocument.ParseValue(ref reader); return all.RootElement.ValueKind == JsonValueKind.Object && all.RootElement.TryGetProperty("text", out var text) && text.ValueKind == JsonValueKind.String ? text.GetString()! : throw new JsonException(); }
              public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) { writer.WriteStartObject(); writer.WriteString("text", value); writer.WriteNumber("length", value.Length); writer.WriteEndObject(); }
            }
            [JsonConverter(typeof(MoneyJson))] public readonly record struct Money(int Amount, char Currency);
            public sealed class MoneyJson : JsonConverter<Money> {
              public override Money Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => reader.TokenType == JsonTokenType.String && reader.GetString() is [var currency, .. var digits] && int.TryParse(digits, out var amount) ? new(amount, currency) : throw new JsonException();
              public override void Write(Utf8JsonWriter writer, Money value, JsonSerializerOptions options) => writer.WriteStringValue(value.Currency + value.Amount.ToString());
            }
            public sealed class AnyMoneyJson : JsonConverter<Money?> {
              public override bool HandleNull => true;
              public override Money? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => reader.TokenType == JsonTokenType.Null ? new(1, 'n') : reader.TokenType == JsonTokenType.Number && reader.TryGetInt32(out var amount) ? amount == 0 ? null : new(amount, 'x') : throw new JsonException();
              public override void Write(Utf8JsonWriter writer, Money? value, JsonSerializerOptions options) { if (value is { Amount: 7 }) writer.WriteNullValue(); else writer.WriteNumberValue(value?.Amount ?? 0); }
            }
            """);
        _objects.Add(new TypeName(_scope + "Money"));
    }

    /// <summary>Writes a type with a view and a serializer that use the same naming policy.</summary>
    private void WriteView()
    {
        string[] values = ["bool", "byte", "sbyte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal", "Guid", "DateTime", "DateTimeOffset", "DateOnly"];
        var policy = options.Policy.Length == 0 ? "" : $"PropertyNamingPolicy = JsonKnownNamingPolicy.{options.Policy}";
        var attribute = $"{(policy.Length == 0 ? "[BlittableView]" : $"[BlittableView({policy})]")} [BlittableSerializable] {(policy.Length == 0 ? "" : $"[JsonSourceGenerationOptions({policy})]")}";
        var isAnnotated = OneIn(2);
        Line(isAnnotated ? "#nullable enable" : "#nullable disable");
        Line($"{attribute} public partial class ViewedPart {{ {Properties(3)} }}");
        Line($"{attribute} public partial record Viewed({Any(values)} First, string? @new) {{ public ViewedPart? Part {{ get; init; }} public List<ViewedPart?>? Parts {{ get; init; }} {Properties(9)} }}");
        Line("#nullable enable");
        Line("public static class ViewedReader { public static object? Read(byte[] bytes, BlittableDictionary? dictionary) => Viewed.View.Open(bytes, dictionary).ToRecord(); }");

        string Properties(int count) => string.Join(" ", Enumerable.Range(0, count).Select(i =>
        {
            var value = OneIn(5) && _enums.Where(kind => kind.IsViewable).ToList() is { Count: > 0 } viewable ? Any(viewable).Text : Any(values);
            var type = random.Next(8) switch { 6 => "List<string?>?", 7 => "string?[]?", 0 => "string?", 1 => $"List<{Any(values)}>?", 2 => $"{Any(values)}[]?", 3 => value + "?", _ => value };
            var name = OneIn(4) ? $"[JsonPropertyName(\"{Any(["n a", "é", "\\\"q", "$"])}{i}\")] " : "";
            return $"{name}public {type} {Name(i, "V")} {{ get; {Any(["set", "init"])}; }}";
        }));
    }
}
