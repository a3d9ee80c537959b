using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.EntryMatrix;

/// <summary>Writes documents with every entry that accepts JSON, values, objects or MessagePack.</summary>
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
    private readonly BlittableDocument _replaced = BlittableDocument.Parse("[0]"u8);

    public WritingEntries() => All = [.. OfJson(), .. OfValues(), .. OfJsonValues(), .. OfMessagePack(), .. DictionaryEntries.All(), .. PatchEntries.All()];

    /// <summary>Gets the entries.</summary>
    public IReadOnlyList<WritingEntry> All { get; }

    public void Dispose()
    {
        Array.ForEach(_converters, converter => converter.Dispose());
        Array.ForEach(_packs, pack => pack.Dispose());
        Array.ForEach(_builders, builder => builder.Dispose());
        _replaced.Dispose();
    }

    /// <summary>Returns the entries that convert JSON.</summary>
    private IEnumerable<WritingEntry> OfJson()
    {
        for (var i = 0; i < _converters.Length; i++)
        {
            var converter = _converters[i];
            yield return Entry($"converter {i}", json => Open(converter.Convert(json).ToArray()));
        }

        yield return Entry("lines", Line);
        yield return Entry("element", json => OfElement(json, element => BlittableDocument.From(element, MatrixOptions.Memory)));
        yield return Entry("object", json => OfElement(json, element => Open(BlittableSerializer.Serialize(element, MatrixOptions.Balanced))));
        yield return Entry("editor", json =>
        {
            using var editor = new BlittableEditor(_replaced, MatrixOptions.Balanced);
            editor.Set("$", json);
            return editor.ToDocument();
        });

        static WritingEntry Entry(string name, Func<byte[], BlittableDocument?> write) =>
            new(name, document => document.Accepted, document => document.Json is { } json ? write(json) : null);
    }

    /// <summary>Returns the entries that rewrite the values of a document.</summary>
    private IEnumerable<WritingEntry> OfValues()
    {
        yield return Entry("itself", document => document);
        for (var i = 0; i < _builders.Length; i++)
        {
            var builder = _builders[i];
            yield return Entry($"builder {i}", document =>
            {
                builder.Reset();
                builder.WriteValue(document.Root);
                return builder.ToDocument();
            });
            yield return Entry($"builder by calls {i}", document =>
            {
                builder.Reset();
                Rebuild(builder, document.Root);
                return builder.ToDocument();
            });
        }

        yield return Entry("clone", document => document.Root.Clone());
        yield return Entry("editor without a change", document =>
        {
            using var editor = new BlittableEditor(document);
            return editor.ToDocument();
        });
        yield return Entry("compacted by an editor", document =>
        {
            using var editor = new BlittableEditor(document);
            editor.ToDocument();
            return editor.Compact();
        });
        yield return Entry("editor of a value", document =>
        {
            using var editor = new BlittableEditor(document.Root, MatrixOptions.Balanced);
            return editor.ToDocument();
        });
        yield return Entry("object of a document", document => Open(BlittableSerializer.Serialize(document, MatrixOptions.Memory)));

        static WritingEntry Entry(string name, Func<BlittableDocument, BlittableDocument> write) =>
            new(name, document => document.Stored, document => write(document.Stored.Reference));
    }

    /// <summary>Returns the entries that rewrite a document as JSON, where a number has a text and no width.</summary>
    private static IEnumerable<WritingEntry> OfJsonValues()
    {
        yield return Entry("object of a JSON element", allowsDuplicates: true, document => Open(
            BlittableSerializer.Serialize(BlittableSerializer.Deserialize<JsonElement>(document.Root, MatrixOptions.Memory), MatrixOptions.Memory)));
        yield return Entry("node", allowsDuplicates: false, document => BlittableDocument.From(document.ToJsonNode(), MatrixOptions.Balanced));
        yield return Entry("object of a JSON node", allowsDuplicates: false, document => Open(
            BlittableSerializer.Serialize(BlittableSerializer.Deserialize<JsonNode>(document.Root, MatrixOptions.Memory), MatrixOptions.Memory)));

        static WritingEntry Entry(string name, bool allowsDuplicates, Func<BlittableDocument, BlittableDocument> write) => new(
            name,
            document => document.OfJson,
            document => document.Stored is { Text: not null, HasBinary: false } stored && (allowsDuplicates || !stored.HasDuplicateNames) ? write(stored.Reference) : null);
    }

    /// <summary>Returns the entries that convert MessagePack, one for each mode.</summary>
    private IEnumerable<WritingEntry> OfMessagePack()
    {
        for (var i = 0; i < _packs.Length; i++)
        {
            var pack = _packs[i];
            yield return new($"MessagePack {i}", document => document.Stored, document => document.Stored.MessagePack is { } bytes ? Open(pack.Convert(bytes).ToArray()) : null)
            {
                IsPacked = true,
            };
        }
    }

    private static BlittableDocument Open(byte[] document) => BlittableDocument.Open(document, dictionary: null, MatrixOptions.MaxExpandedBytes);

    private static BlittableDocument OfElement(byte[] json, Func<JsonElement, BlittableDocument> write)
    {
        using var parsed = JsonDocument.Parse(json, AnyDepth);
        return write(parsed.RootElement);
    }

    /// <summary>Converts JSON without line breaks as a line.</summary>
    private BlittableDocument? Line(byte[] json)
    {
        BlittableDocument? line = null;
        if (!json.AsSpan().ContainsAny((byte)'\n', (byte)'\r'))
        {
            foreach (var document in _converters[0].ConvertLines(json))
            {
                line = line is null ? Open(document.ToArray()) : throw new MatrixFailure("lines", "one line gives more than one document");
            }

            return line ?? throw new MatrixFailure("lines", "a line gives no document");
        }

        return line;
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
