using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Numbers and names in <see cref="JsonNode"/> members, to which the options of the serializer apply as they do in System.Text.Json.</summary>
public sealed partial class QuotedNodesTests
{
    [Fact]
    public void Numbers_of_nodes_are_strings_where_the_options_say_so()
    {
        var written = new Nodes
        {
            Value = JsonValue.Create(76_856_645),
            Node = new JsonObject { ["a"] = 1.5, ["b"] = new JsonArray(2, "3", null, double.NaN) },
            Any = JsonNode.Parse("[1,2.50]"),
        };

        Assert.Equal(JsonSerializer.Serialize(written, QuotedContext.Default.Nodes), BlittableValue.Open(BlittableSerializer.Serialize(written)).ToJson());
    }

    [Fact]
    public void Nodes_find_their_properties_as_the_options_say()
    {
        var types = CompiledTypes.Of("""
            [BlittableSerializable, JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
            public class T { public JsonNode? Node { get; set; } public JsonObject? Object { get; set; } public JsonArray? Array { get; set; } [JsonExtensionData] public JsonObject? Rest { get; set; } }
            public static class Sample
            {
                public static object Make()
                {
                    const string text = "{\"node\":{\"Some\":1},\"object\":{\"Some\":{\"Other\":2}},\"array\":[{\"Some\":3}],\"More\":{\"Some\":4}}";
                    using var document = BlittableDocument.Parse(text);
                    return Values(BlittableSerializer.Deserialize<T>(document.Root)!) + Values(JsonSerializer.Deserialize<T>(text, JsonSerializerOptions.Web)!);
                }
                private static string Values(T read) => $"{read.Node!["some"]} {read.Object!["some"]!["other"]} {read.Array![0]!["some"]} {read.Rest!["more"]!["some"]};";
            }
            """);
        Assert.Equal("1 2 3 4;1 2 3 4;", types.Call("Sample", "Make"));
    }

    [JsonSourceGenerationOptions(NumberHandling = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals)]
    [JsonSerializable(typeof(Nodes))]
    [BlittableSerializable(typeof(Nodes))]
    internal sealed partial class QuotedContext : JsonSerializerContext;

    internal sealed class Nodes
    {
        public JsonValue? Value { get; set; }

        public JsonNode? Node { get; set; }

        public object? Any { get; set; }
    }
}
