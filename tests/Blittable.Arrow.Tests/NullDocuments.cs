using System.Globalization;
using System.Text.Json.Nodes;

namespace Blittable.Arrow.Tests;

/// <summary>Random documents with paths of one type each, which are null in some objects and absent in others.</summary>
internal sealed class NullDocuments
{
    private static readonly string[] s_irregular = ["1", "\"x\"", "[1,null]", "{\"y\":null}", "true"];

    private readonly Random _random;
    private readonly int _nullsOf10;

    /// <summary>Creates the documents.</summary>
    public NullDocuments(int seed)
    {
        _random = new Random(seed);
        _nullsOf10 = _random.Next(11);
        All = [.. Enumerable.Range(0, 1 + _random.Next(60)).Select(Document)];
    }

    /// <summary>Gets the documents.</summary>
    public IReadOnlyList<string> All { get; }

    /// <summary>Adds each property that an object lacks as a null, as a table represents it.</summary>
    /// <param name="document">The document.</param>
    /// <param name="columns">The columns of the table.</param>
    public static string Complete(string document, IReadOnlyList<(string Name, DuckDBType Type)> columns)
    {
        var root = JsonNode.Parse(document)!.AsObject();
        foreach (var (name, type) in columns)
        {
            Complete(root, name, type);
        }

        return root.ToJsonString();
    }

    private static void Complete(JsonObject parent, string name, DuckDBType type)
    {
        parent.TryAdd(name, null);
        if (parent[name] is JsonObject child && type.Name == "STRUCT")
        {
            type.Fields.ToList().ForEach(field => Complete(child, field.Name, field.Type));
        }
    }

    private string Document(int id)
    {
        List<string> properties = [$"\"id\":{id}"];
        Add(properties, "whole", () => _random.NextInt64().ToString(CultureInfo.InvariantCulture));
        Add(properties, "decimal", () => $"{(_random.Next(2) == 0 ? "-" : "")}{_random.Next(1, 99)}.{_random.Next(100):00}5");
        Add(properties, "double", () => (_random.NextDouble() * 1e-9).ToString("R", CultureInfo.InvariantCulture));
        Add(properties, "text", () => $"\"t{_random.Next(5)}\"");
        Add(properties, "flag", () => _random.Next(2) == 0 ? "true" : "false");
        Add(properties, "day", () => $"\"2026-11-{_random.Next(1, 30):00}\"");
        Add(properties, "time", () => $"\"2026-11-27T12:34:{_random.Next(60):00}Z\"");
        Add(properties, "irregular", () => s_irregular[_random.Next(s_irregular.Length)]);
        Add(properties, "list", () => $"[{string.Join(',', Enumerable.Range(0, _random.Next(4)).Select(i => i == 2 ? "null" : $"{_random.Next(9)}"))}]");
        Add(properties, "never", () => "null");
        Add(properties, "object", () =>
        {
            List<string> inner = ["\"a\":1"];
            Add(inner, "b", () => $"{_random.Next(100)}");
            Add(inner, "c", () => "\"2026-11-27\"");
            return $"{{{string.Join(',', inner)}}}";
        });
        return $"{{{string.Join(',', properties)}}}";
    }

    private void Add(List<string> properties, string name, Func<string> value)
    {
        if (_random.Next(10) >= _nullsOf10)
        {
            properties.Add($"\"{name}\":{value()}");
        }
        else if (_random.Next(2) == 0)
        {
            properties.Add($"\"{name}\":null");
        }
    }
}
