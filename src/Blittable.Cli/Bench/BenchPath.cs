using System.Text;
using System.Text.Json;

namespace Blittable.Cli;

/// <summary>A random path from the root of a document to one of its values, as names and indexes.</summary>
internal sealed class BenchPath
{
    private const int PathsOfADocument = 3;

    /// <summary>The maximum number of documents to choose paths in. Later documents are ignored.</summary>
    private const int MostDocuments = 1_000;

    private readonly List<(byte[]? Name, int Index)> _steps = [];

    private BenchPath(int document) => Document = document;

    /// <summary>Gets the zero-based number of the document.</summary>
    public int Document { get; }

    /// <summary>Chooses three paths in each document. Each call chooses the same paths.</summary>
    public static IReadOnlyList<BenchPath> Choose(IReadOnlyList<ReadOnlyMemory<byte>> texts)
    {
        var random = new Random(1);
        var paths = new List<BenchPath>();
        for (var i = 0; i < Math.Min(texts.Count, MostDocuments); i++)
        {
            using var json = JsonBenchForm.Parse(texts[i]);
            for (var path = 0; path < PathsOfADocument; path++)
            {
                paths.Add(To(json.RootElement, i, random));
            }
        }

        return paths;
    }

    public double Follow(JsonElement value)
    {
        foreach (var (name, index) in _steps)
        {
            value = name is null ? value[index] : value.GetProperty(name);
        }

        return AllValues.ReadScalar(value);
    }

    public double Follow(BlittableValue value)
    {
        foreach (var (name, index) in _steps)
        {
            value = name is null ? value[index] : value.GetProperty(name);
        }

        return AllValues.ReadScalar(value);
    }

    /// <summary>Descends to a random child of each container until it reaches a value without children.</summary>
    private static BenchPath To(JsonElement value, int document, Random random)
    {
        var path = new BenchPath(document);
        while (true)
        {
            var count = value.ValueKind switch
            {
                JsonValueKind.Object => value.GetPropertyCount(),
                JsonValueKind.Array => value.GetArrayLength(),
                _ => 0,
            };
            if (count == 0)
            {
                return path;
            }

            var index = random.Next(count);
            if (value.ValueKind == JsonValueKind.Array)
            {
                path._steps.Add((null, index));
                value = value[index];
            }
            else
            {
                var name = value.EnumerateObject().ElementAt(index).Name;
                path._steps.Add((Encoding.UTF8.GetBytes(name), 0));

                // Of properties with the same name, the last one counts.
                value = value.GetProperty(name);
            }
        }
    }
}
