using System.Text;
using System.Text.Json;

namespace Blittable.Benchmarks.Documents.Wild;

/// <summary>Represents the path from a document's root to one of its values, as names and indexes.</summary>
internal sealed class ValuePath
{
    /// <summary>The number of paths in a single document. If there are many documents, each has one path.</summary>
    private const int OfOneDocument = 64;

    /// <summary>The maximum number of documents with a path.</summary>
    private const int MostDocuments = 4096;

    private readonly List<(byte[]? Name, int Index)> _steps = [];

    private ValuePath(int document) => Document = document;

    /// <summary>Gets the number of the document in its corpus.</summary>
    public int Document { get; }

    /// <summary>Chooses random paths, which are equal in each call. Selects one child of each container until it reaches a value without children.</summary>
    public static ValuePath[] Choose(IReadOnlyList<ReadOnlyMemory<byte>> documents)
    {
        var random = new Random(1);
        int count = documents.Count == 1 ? OfOneDocument : Math.Min(documents.Count, MostDocuments);
        JsonDocument? only = documents.Count == 1 ? Parse(documents[0]) : null;
        return [.. Enumerable.Range(0, count).Select(i => only is null ? Random(i) : To(only, 0, random))];

        ValuePath Random(int document)
        {
            using JsonDocument json = Parse(documents[document]);
            return To(json, document, random);
        }
    }

    /// <summary>Follows the path and reads the value. Returns the length of a string, a number, or 1 for other values.</summary>
    public double Follow(JsonElement value)
    {
        foreach ((byte[]? name, int index) in _steps)
        {
            value = name is null ? value[index] : value.GetProperty(name);
        }

        return value.ValueKind switch
        {
            JsonValueKind.String => value.GetString()!.Length,
            JsonValueKind.Number => value.GetDouble(),
            _ => 1,
        };
    }

    /// <inheritdoc cref="Follow(JsonElement)"/>
    public double Follow(BlittableValue value)
    {
        foreach ((byte[]? name, int index) in _steps)
        {
            value = name is null ? value[index] : value.GetProperty(name);
        }

        return value.Kind switch
        {
            BlittableValueKind.String => value.GetString()!.Length,
            BlittableValueKind.Number => value.GetDouble(),
            _ => 1,
        };
    }

    private static JsonDocument Parse(ReadOnlyMemory<byte> json) => JsonDocument.Parse(json, new JsonDocumentOptions { MaxDepth = 512 });

    private static ValuePath To(JsonDocument json, int document, Random random)
    {
        var path = new ValuePath(document);
        JsonElement value = json.RootElement;
        while (value.ValueKind is JsonValueKind.Object or JsonValueKind.Array)
        {
            int count = value.ValueKind == JsonValueKind.Object ? value.GetPropertyCount() : value.GetArrayLength();
            if (count == 0)
            {
                break;
            }

            int index = random.Next(count);
            if (value.ValueKind == JsonValueKind.Array)
            {
                path._steps.Add((null, index));
                value = value[index];
                continue;
            }

            string name = value.EnumerateObject().ElementAt(index).Name;
            path._steps.Add((Encoding.UTF8.GetBytes(name), 0));
            value = value.GetProperty(name);
        }

        return path;
    }
}
