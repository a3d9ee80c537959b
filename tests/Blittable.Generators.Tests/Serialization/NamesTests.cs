using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Names of different case, unknown names and duplicates have the effect that they have in System.Text.Json.</summary>
public sealed partial class NamesTests
{
    private static readonly JsonSerializerOptions s_web = new(JsonSerializerDefaults.Web);

    private static readonly JsonSerializerOptions s_exact = new() { AllowDuplicateProperties = false, PropertyNameCaseInsensitive = true };

    private static readonly JsonSerializerOptions s_unique = new() { AllowDuplicateProperties = false };

    [Fact]
    public void The_key_policy_of_a_declaration_does_not_affect_values_of_other_declarations()
    {
        var types = CompiledTypes.Of("""
            [BlittableSerializable, JsonSourceGenerationOptions(DictionaryKeyPolicy = JsonKnownNamingPolicy.SnakeCaseUpper)] public class A { public Queue<object>? Q { get; set; } public Dictionary<short, sbyte[]>? M { get; set; } }
            [BlittableSerializable] public class B { public object? O { get; set; } }
            public static class Sample
            {
                public static object Make() => Json(new A { Q = Keyed() }) + Json(new B { O = Keyed() });
                static Queue<object> Keyed() => new([new Dictionary<string, int> { ["someKey"] = 1 }]);
                static string Json<T>(T value) => BlittableValue.Open(BlittableSerializer.Serialize(value)).ToJson();
            }
            """);
        Assert.Equal("""{"Q":[{"SOME_KEY":1}],"M":null}{"O":[{"someKey":1}]}""", types.Call("Sample", "Make"));
    }

    [Theory]
    [InlineData("""{"a":2,"A":1}""")]
    [InlineData("""{"A":2,"a":1}""")]
    [InlineData("""{"a":1,"A":2,"a":3}""")]
    [InlineData("""{"x":0,"A":2,"B":4,"b":5,"y":1}""")]
    [InlineData("""{"größe":1,"GRÖSSE":2,"GRÖßE":3}""")]
    public void The_last_spelling_of_a_name_wins(string json)
    {
        // Many shapes of a type are mapped in another way than the first ones.
        for (var i = 0; i < 20; i++)
        {
            var text = json[..^1] + $$""","other{{i}}":1}""";
            Differential.Read<Extended>(text, s_web);
            Differential.Read<Refusing>(text, s_web);
            Differential.Read<Refusing>(json, s_web);
            Differential.Read<Lenient>(text, s_web);
            Differential.Read<Exact>(text, s_exact);
        }

        Differential.Read<Exact>(json, s_exact);
    }

    [Fact]
    public void Objects_of_many_shapes_are_read_whatever_the_order_of_their_names()
    {
        var random = new Random(5);
        string[] names = ["a", "B", "größe", "x", "y", "A", "b", "c0", "c1"];
        for (var i = 0; i < 500; i++)
        {
            var json = "{" + string.Join(",", Enumerable.Range(0, random.Next(8)).Select(n => $"\"{names[random.Next(names.Length)]}\":{n}")) + "}";
            Differential.Read<Extended>(json, s_web);
            Differential.Read<Lenient>(json, s_web);
            Differential.Read<Refusing>(json, s_web);
            Differential.Read<Exact>(json, s_exact);
        }
    }

    [Theory]
    [InlineData("""{"Any":{"a":1,"a":2}}""")]
    [InlineData("""{"Any":{"a":1,"A":2}}""")]
    [InlineData("""{"Any":[{"b":{"a":1,"a":2}}]}""")]
    [InlineData("""{"Element":{"a":1,"a":2}}""")]
    [InlineData("""{"Element":[1,{"c":[{"a":1,"a":2}]}]}""")]
    [InlineData("""{"Document":{"a":1,"a":2}}""")]
    [InlineData("""{"Node":{"a":1,"a":2}}""")]
    [InlineData("""{"Object":{"a":1,"a":2}}""")]
    [InlineData("""{"Array":[{"a":1,"a":2}]}""")]
    [InlineData("""{"Map":{"x":{"a":1,"a":2}}}""")]
    [InlineData("""{"rest":{"a":1,"a":2}}""")]
    [InlineData("""{"rest":1,"rest":2}""")]
    [InlineData("""{"Any":{"a":1,"b":[{"a":2},{"a":3}]}}""")]
    public void Duplicates_within_values_of_any_type_are_refused(string json) => Differential.Read<Unique>(json, s_unique);

    [BlittableSerializable, JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    internal sealed class Extended
    {
        public int A { get; set; }

        public int B { get; set; }

        public int Größe { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? Rest { get; set; }
    }

    [BlittableSerializable, JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
    internal sealed class Refusing
    {
        public int A { get; set; }

        public int B { get; set; }

        public int Größe { get; set; }
    }

    [BlittableSerializable, JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    internal sealed record Lenient(int A, int B, int Größe);

    [BlittableSerializable, JsonSourceGenerationOptions(AllowDuplicateProperties = false, PropertyNameCaseInsensitive = true)]
    internal sealed record Exact(int A, int B, int Größe);

    [BlittableSerializable, JsonSourceGenerationOptions(AllowDuplicateProperties = false)]
    internal sealed class Unique
    {
        public object? Any { get; set; }

        public JsonElement? Element { get; set; }

        public JsonDocument? Document { get; set; }

        public JsonNode? Node { get; set; }

        public JsonObject? Object { get; set; }

        public JsonArray? Array { get; set; }

        public Dictionary<string, object?>? Map { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object>? Rest { get; set; }
    }
}
