using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.JsonPatch.SystemTextJson;

namespace Blittable.Adapters.Tests.Patches;

/// <summary>Tests that a computed patch is plain JSON Patch, which ASP.NET's implementation applies with the same result.</summary>
public class ForeignPatchTests
{
    [Fact]
    public void ASP_NET_applies_a_computed_patch_with_the_same_result()
    {
        var random = new Random(29);
        for (var i = 0; i < 500; i++)
        {
            // That implementation does not support operations on the root, so the documents are large enough that no patch replaces it.
            var from = new JsonObject { ["unchanged"] = new string('x', 4000), ["value"] = Tree(random, 0) };
            var to = new JsonObject { ["unchanged"] = new string('x', 4000), ["value"] = Changed(from["value"], random) };
            using var old = BlittableDocument.From(from);
            using var changed = BlittableDocument.From(to);

            using var patch = BlittablePatch.Diff(old, changed);

            JsonSerializer.Deserialize<JsonPatchDocument<JsonObject>>(patch.ToJson())!.ApplyTo(from);
            Assert.True(JsonNode.DeepEquals(to, from), $"{old.Root.ToJson()} by {patch.ToJson()} became {from.ToJsonString()}");
        }
    }

    private static JsonNode? Tree(Random random, int depth) => random.Next(depth > 4 ? 3 : 6) switch
    {
        0 => null,
        1 => random.Next(4),
        2 => $"text {random.Next(4)}",
        3 => new JsonObject(Enumerable.Range(0, random.Next(6)).Select(place => KeyValuePair.Create($"{place}/~{random.Next(3)}", Tree(random, depth + 1)))),
        _ => new JsonArray([.. Enumerable.Range(0, random.Next(8)).Select(_ => Tree(random, depth + 1))]),
    };

    private static JsonNode? Changed(JsonNode? node, Random random)
    {
        if (random.Next(8) == 0)
        {
            return Tree(random, 3);
        }

        switch (node)
        {
            case JsonObject item:
                return new JsonObject(item.Where(_ => random.Next(6) > 0).Select(property =>
                    KeyValuePair.Create(random.Next(6) == 0 ? property.Key + "'" : property.Key, Changed(property.Value, random)?.DeepClone())));
            case JsonArray array:
                var elements = array.Select(element => Changed(element, random)?.DeepClone()).ToList();
                if (elements.Count > 1 && random.Next(2) == 0)
                {
                    var moved = elements[^1];
                    elements.RemoveAt(elements.Count - 1);
                    elements.Insert(random.Next(elements.Count), moved);
                }

                return new JsonArray([.. elements]);
            default:
                return node?.DeepClone();
        }
    }
}
