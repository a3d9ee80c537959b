using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Numbers in <see cref="JsonNode"/> members, to which the options of the serializer apply as they do in System.Text.Json.</summary>
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
