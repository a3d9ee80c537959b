using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.EntryMatrix;

/// <summary>Converts JSON to documents in every way.</summary>
internal sealed class WritingEntries : IDisposable
{
    private static readonly JsonDocumentOptions AnyDepth = new() { MaxDepth = int.MaxValue };

    /// <summary>Options whose documents differ in what they store and how.</summary>
    private static readonly BlittableOptions[] Kinds =
    [
        MatrixOptions.Memory, MatrixOptions.Balanced, MatrixOptions.Smallest,
        MatrixOptions.Balanced with { StringCompression = StringCompression.None, ShareValues = false },
    ];

    private readonly BlittableConverter[] _converters = [.. Kinds.Select(options => new BlittableConverter(options))];
    private readonly BlittableMessagePack[] _packs = [new(MatrixOptions.Memory), new(MatrixOptions.Balanced)];
    private readonly BlittableBuilder[] _builders = [new(MatrixOptions.Memory), new(MatrixOptions.Balanced)];

    /// <summary>Converts JSON with every entry for JSON.</summary>
    public IEnumerable<(string Entry, BlittableDocument Document)> Of(byte[] json)
    {
        for (var i = 0; i < _converters.Length; i++)
        {
            yield return ($"converter {i}", BlittableDocument.Open(_converters[i].Convert(json).ToArray()));
        }

        foreach (var line in Lines(json))
        {
            yield return ("lines", line);
        }

        using var parsed = JsonDocument.Parse(json, AnyDepth);
        yield return ("element", BlittableDocument.From(parsed.RootElement, MatrixOptions.Memory));
        yield return ("object", BlittableDocument.Open(BlittableSerializer.Serialize(parsed.RootElement, MatrixOptions.Balanced)));
        using var empty = BlittableDocument.Parse("[0]");
        using var editor = new BlittableEditor(empty, MatrixOptions.Balanced);
        editor.Set("$", json);
        yield return ("editor", editor.ToDocument());
    }

    /// <summary>Rewrites a document with every entry for values.</summary>
    public IEnumerable<(string Entry, BlittableDocument Document)> Of(Expectation expected)
    {
        var document = expected.Reference;
        for (var i = 0; i < _builders.Length; i++)
        {
            _builders[i].Reset();
            _builders[i].WriteValue(document.Root);
            yield return ($"builder {i}", _builders[i].ToDocument());
            _builders[i].Reset();
            Rebuild(_builders[i], document.Root);
            yield return ($"builder by calls {i}", _builders[i].ToDocument());
        }

        yield return ("clone", document.Root.Clone());
        using (var editor = new BlittableEditor(document))
        {
            yield return ("editor without a change", editor.ToDocument());
            yield return ("compacted by an editor", editor.Compact());
        }

        using (var editor = new BlittableEditor(document.Root, MatrixOptions.Balanced))
        {
            yield return ("editor of a value", editor.ToDocument());
        }

        yield return ("object of a document", BlittableDocument.Open(BlittableSerializer.Serialize(document, MatrixOptions.Memory)));
    }

    /// <summary>Rewrites a document with every entry that treats it as JSON, where a number has a text and no width.</summary>
    public static IEnumerable<(string Entry, BlittableDocument Document)> OfJson(Expectation expected)
    {
        if (expected.Text is null || expected.HasBinary)
        {
            yield break;
        }

        var document = expected.Reference;
        yield return ("object of a JSON element", BlittableDocument.Open(BlittableSerializer.Serialize(BlittableSerializer.Deserialize<JsonElement>(document.Root, MatrixOptions.Memory), MatrixOptions.Memory)));
        if (!expected.HasDuplicateNames)
        {
            yield return ("node", BlittableDocument.From(document.ToJsonNode(), MatrixOptions.Balanced));
            yield return ("object of a JSON node", BlittableDocument.Open(BlittableSerializer.Serialize(BlittableSerializer.Deserialize<JsonNode>(document.Root, MatrixOptions.Memory), MatrixOptions.Memory)));
        }
    }

    /// <summary>Converts MessagePack in both modes.</summary>
    public IEnumerable<(string Entry, BlittableDocument Document)> OfMessagePack(byte[] messagePack)
    {
        for (var i = 0; i < _packs.Length; i++)
        {
            yield return ($"MessagePack {i}", BlittableDocument.Open(_packs[i].Convert(messagePack).ToArray()));
        }
    }

    public void Dispose()
    {
        Array.ForEach(_converters, converter => converter.Dispose());
        Array.ForEach(_packs, pack => pack.Dispose());
        Array.ForEach(_builders, builder => builder.Dispose());
    }

    private List<BlittableDocument> Lines(byte[] json)
    {
        var documents = new List<BlittableDocument>();
        if (!json.AsSpan().ContainsAny((byte)'\n', (byte)'\r'))
        {
            foreach (var document in _converters[0].ConvertLines(json))
            {
                documents.Add(BlittableDocument.Open(document.ToArray()));
            }
        }

        return documents;
    }

    /// <summary>Writes containers, names and strings with one call each.</summary>
    private static void Rebuild(BlittableBuilder builder, BlittableValue value)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                builder.WriteStartObject();
                foreach (var property in value.EnumerateObject())
                {
                    builder.WritePropertyName(property.NameUtf8);
                    Rebuild(builder, property.Value);
                }

                builder.WriteEndObject();
                break;
            case BlittableValueKind.Array:
                builder.WriteStartArray();
                foreach (var element in value.EnumerateArray())
                {
                    Rebuild(builder, element);
                }

                builder.WriteEndArray();
                break;
            case BlittableValueKind.String when !value.IsDate:
                builder.WriteString(value.GetString()!);
                break;
            case BlittableValueKind.True or BlittableValueKind.False:
                builder.WriteBoolean(value.GetBoolean());
                break;
            case BlittableValueKind.Null:
                builder.WriteNull();
                break;
            default:
                builder.WriteValue(value);
                break;
        }
    }
}
