using System.Text;
using System.Text.Json.Nodes;

namespace Blittable.Tests;

/// <summary>Patch memory is proportional to the patch and the containers that it changes. A slow implementation gives the expected results.</summary>
public sealed class BlittableEditorPatchCostTests
{
    public static TheoryData<string> Cases => [.. All.Keys];

    /// <summary>A document and a patch with the given number of parts.</summary>
    private static Dictionary<string, Func<int, (string Json, string Patch)>> All { get; } = new()
    {
        ["removing all duplicates of a name"] = count => ("{" + Join(count, _ => "\"a\":1") + ",\"b\":2}", """{"a":null}"""),
        ["new names"] = count => ("{}", $"{{{Join(count, i => $"\"k{i}\":{i}")}}}"),
        ["new objects"] = count => ("{}", $"{{{Join(count, i => $$"""
            "k{{i}}":{"a":{"b":{{i}} } }
            """)}}}"),
        ["names changed in nested objects"] = count =>
            ($"{{{Join(count, i => $$"""
            "k{{i}}":{"a":1,"b":2}
            """)}}}", $"{{{Join(count, i => $$"""
            "k{{i}}":{"a":null,"c":3}
            """)}}}"),
        ["appends"] = count => ("""{"a":[]}""", Operations(count, i => $$"""{"op":"add","path":"/a/-","value":{{i}}}""")),
        ["insertions at the start"] = count => ("""{"a":[]}""", Operations(count, i => $$"""{"op":"add","path":"/a/0","value":{{i}}}""")),
        ["removals at the start"] = count => ($$"""{"a":[{{Join(count, i => $"{i}")}}]}""", Operations(count, _ => """{"op":"remove","path":"/a/0"}""")),
        ["replaced elements"] = count => ($$"""{"a":[{{Join(count, i => $"{i}")}}]}""", Operations(count, i => $$"""{"op":"replace","path":"/a/{{i}}","value":"x"}""")),
        ["properties moved"] = count =>
            ("{\"a\":{" + Join(count, i => $"\"k{i}\":[{i}]") + "},\"b\":{}}", Operations(count, i => $$"""{"op":"move","from":"/a/k{{i}}","path":"/b/k{{i}}"}""")),
        ["moves of a changed object"] = count =>
            ($"{{\"a\":{{{Join(count, i => $"\"k{i}\":{i}")}}}}}", Operations(count, i => $$"""
            {"op":"move","from":"/a","path":"/b"},{"op":"add","path":"/b/n{{i}}","value":1},{"op":"move","from":"/b","path":"/a"}
            """)),
        ["copies"] = count => ("""{"a":["text"],"b":[]}""", Operations(count, _ => """{"op":"copy","from":"/a","path":"/b/-"}""")),
        ["tests"] = count => ($$"""{"a":[{{Join(count, i => $"{i}")}}]}""", Operations(count, i => $$"""{"op":"test","path":"/a/{{i}}","value":{{i}}}""")),
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public void Doubling_the_patch_doubles_the_memory(string name)
    {
        const int count = 4_000;
        Cost(name, 100);
        var (once, twice) = (Cost(name, count), Cost(name, 2 * count));

        // Buffers grow by doubling.
        const int slack = 1_000_000;
        Assert.InRange(twice, 0, (2.3 * once) + slack);
        Assert.InRange(twice, 0, 40_000_000);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Random_operations_have_the_same_result_together_and_one_by_one(int seed)
    {
        var random = new Random(seed);
        for (var i = 0; i < 150; i++)
        {
            var json = Value(random, 4);
            var expected = JsonNode.Parse(json);
            var operations = new List<string>();
            for (var k = random.Next(1, 25); k > 0; k--)
            {
                var operation = Operation(random, ref expected);
                if (operation is not null)
                {
                    operations.Add(operation);
                }
            }

            foreach (var options in new[] { BlittableOptions.Fastest, BlittableOptions.Balanced })
            {
                using var document = BlittableDocument.Parse(json, options);
                using var editor = new BlittableEditor(document);
                editor.ApplyPatch(Encoding.UTF8.GetBytes($"[{string.Join(',', operations)}]"));
                using var edited = editor.ToDocument();
                edited.Validate();
                Assert.True(JsonNode.DeepEquals(expected, edited.ToJsonNode()), $"{json} {string.Join(',', operations)} {edited.Root.ToJson()}");
                using var compact = editor.Compact();
                Assert.Equal(edited.Root.ToJson(), compact.Root.ToJson());
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Random_merge_patches_match_the_algorithm_of_the_RFC(int seed)
    {
        var random = new Random(seed);
        for (var i = 0; i < 200; i++)
        {
            var (json, patch) = (Value(random, 4), Value(random, 4));
            var expected = Merge(JsonNode.Parse(json), JsonNode.Parse(patch));
            foreach (var options in new[] { BlittableOptions.Fastest, BlittableOptions.Balanced })
            {
                using var document = BlittableDocument.Parse(json, options);
                using var editor = new BlittableEditor(document);
                editor.ApplyMergePatch(Encoding.UTF8.GetBytes(patch));
                using var edited = editor.ToDocument();
                edited.Validate();
                Assert.True(JsonNode.DeepEquals(expected, edited.ToJsonNode()), $"{json} {patch} {edited.Root.ToJson()}");
            }
        }
    }

    private static long Cost(string name, int count)
    {
        var (json, patch) = All[name](count);
        using var document = BlittableDocument.Parse(json);
        var bytes = Encoding.UTF8.GetBytes(patch);
        var before = GC.GetAllocatedBytesForCurrentThread();
        using (var editor = new BlittableEditor(document))
        {
            if (patch[0] == '[')
            {
                editor.ApplyPatch(bytes);
            }
            else
            {
                editor.ApplyMergePatch(bytes);
            }

            editor.ToDocument().Dispose();
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static string Join(int count, Func<int, string> part) => string.Join(',', Enumerable.Range(0, count).Select(part));

    private static string Operations(int count, Func<int, string> part) => $"[{Join(count, part)}]";

    private static string Value(Random random, int depth) => random.Next(depth > 0 ? 7 : 4) switch
    {
        0 => "null",
        1 => random.Next(3).ToString(System.Globalization.CultureInfo.InvariantCulture),
        2 => random.Next(2) == 0 ? "\"a\"" : "\"a longer text that is stored once\"",
        3 => "true",
        4 => $"[{Join(random.Next(25), _ => "1")}]",
        5 => $"[{Join(random.Next(5), _ => Value(random, depth - 1))}]",
        _ => $"{{{Join(random.Next(5), i => $"\"{(char)('a' + i)}\":{Value(random, depth - 1)}")}}}",
    };

    /// <summary>Creates an applicable operation and applies it.</summary>
    private static string? Operation(Random random, ref JsonNode? root)
    {
        var path = Path(random, root, isNew: true);
        var value = Value(random, 2);
        switch (random.Next(6))
        {
            case 0:
                root = Add(root, path, JsonNode.Parse(value));
                return $$"""{"op":"add","path":"{{path}}","value":{{value}}}""";
            case 1 when Path(random, root, isNew: false) is { Length: > 0 } taken:
                root = Take(root, taken);
                return $$"""{"op":"remove","path":"{{taken}}"}""";
            case 2:
                var replaced = Path(random, root, isNew: false);
                root = replaced.Length == 0 ? JsonNode.Parse(value) : Replace(root!, replaced, JsonNode.Parse(value));
                return $$"""{"op":"replace","path":"{{replaced}}","value":{{value}}}""";
            case 3:
                var copied = Path(random, root, isNew: false);
                root = Add(root, path, At(root, copied)?.DeepClone());
                return $$"""{"op":"copy","from":"{{copied}}","path":"{{path}}"}""";
            case 4 when Path(random, root, isNew: false) is { Length: > 0 } moved:
                var node = At(root, moved)?.DeepClone();
                root = Take(root, moved);
                var target = Path(random, root, isNew: true);
                if (target.StartsWith(moved + "/", StringComparison.Ordinal))
                {
                    root = Add(root, moved, node);
                    return null;
                }

                root = Add(root, target, node);
                return $$"""{"op":"move","from":"{{moved}}","path":"{{target}}"}""";
            case 5:
                var tested = Path(random, root, isNew: false);
                return $$"""{"op":"test","path":"{{tested}}","value":{{At(root, tested)?.ToJsonString() ?? "null"}}}""";
            default:
                return null;
        }
    }

    private static string Path(Random random, JsonNode? root, bool isNew)
    {
        var path = "";
        for (var node = root; ;)
        {
            switch (node)
            {
                case JsonArray array when random.Next(4) > 0 && (array.Count > 0 || isNew):
                    var index = random.Next(isNew ? array.Count + 1 : array.Count);
                    path += $"/{index}";
                    if (index == array.Count)
                    {
                        return path;
                    }

                    node = array[index];
                    break;
                case JsonObject o when random.Next(4) > 0 && (o.Count > 0 || isNew):
                    var name = isNew && (o.Count == 0 || random.Next(3) == 0) ? "new" : o.ElementAt(random.Next(o.Count)).Key;
                    path += $"/{name}";
                    if (!o.ContainsKey(name))
                    {
                        return path;
                    }

                    node = o[name];
                    break;
                default:
                    return path;
            }
        }
    }

    private static JsonNode? At(JsonNode? node, string path) => path.Length == 0 ? node : path[1..].Split('/').Aggregate(node, Child);

    private static JsonNode? Child(JsonNode? node, string token) =>
        node is JsonArray array ? array[int.Parse(token, System.Globalization.CultureInfo.InvariantCulture)] : node![token];

    private static (JsonNode Parent, string Token) Parent(JsonNode root, string path) => (At(root, path[..path.LastIndexOf('/')])!, path[(path.LastIndexOf('/') + 1)..]);

    private static JsonNode? Add(JsonNode? root, string path, JsonNode? value)
    {
        if (path.Length == 0)
        {
            return value;
        }

        var (parent, token) = Parent(root!, path);
        if (parent is JsonArray array)
        {
            array.Insert(int.Parse(token, System.Globalization.CultureInfo.InvariantCulture), value);
        }
        else
        {
            parent[token] = value;
        }

        return root;
    }

    private static JsonNode Replace(JsonNode root, string path, JsonNode? value)
    {
        var (parent, token) = Parent(root, path);
        if (parent is JsonArray array)
        {
            array[int.Parse(token, System.Globalization.CultureInfo.InvariantCulture)] = value;
        }
        else
        {
            parent[token] = value;
        }

        return root;
    }

    private static JsonNode? Take(JsonNode? root, string path)
    {
        var (parent, token) = Parent(root!, path);
        if (parent is JsonArray array)
        {
            array.RemoveAt(int.Parse(token, System.Globalization.CultureInfo.InvariantCulture));
        }
        else
        {
            ((JsonObject)parent).Remove(token);
        }

        return root;
    }

    private static JsonNode? Merge(JsonNode? target, JsonNode? patch)
    {
        if (patch is not JsonObject changes)
        {
            return patch?.DeepClone();
        }

        var result = target as JsonObject ?? [];
        foreach (var (name, value) in changes)
        {
            if (value is null)
            {
                result.Remove(name);
                continue;
            }

            result.TryGetPropertyValue(name, out var before);
            result.Remove(name);
            result[name] = Merge(before, value);
        }

        return result;
    }
}
