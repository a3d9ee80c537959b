using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable;

/// <summary>Reads and writes documents as members of types that are serialized by System.Text.Json.</summary>
/// <remarks>
/// System.Text.Json finds this converter by an attribute of <see cref="BlittableDocument"/>, so no registration is required. To store documents with options
/// other than memory mode, add an instance to <see cref="JsonSerializerOptions.Converters"/>. JSON null becomes a document with a null root, as with the
/// converter of <see cref="JsonDocument"/>. Instances are immutable and thread-safe.
/// </remarks>
public sealed class BlittableDocumentJsonConverter : JsonConverter<BlittableDocument>
{
    private static readonly BlittableOptions s_asRead = new() { MaxDepth = int.MaxValue };

    private readonly BlittableOptions _options = s_asRead;

    /// <summary>Creates a converter to documents in memory mode, nested as deeply as <see cref="JsonSerializerOptions.MaxDepth"/> allows.</summary>
    public BlittableDocumentJsonConverter()
    {
    }

    /// <summary>Creates a converter to documents with the specified options.</summary>
    /// <param name="options">Specifies how documents are stored.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public BlittableDocumentJsonConverter(BlittableOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _options = options;
    }

    /// <inheritdoc/>
    public override bool HandleNull => true;

    /// <inheritdoc/>
    /// <exception cref="JsonException">The value is not valid JSON, or is rejected by the options.</exception>
    public override BlittableDocument Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using var json = JsonDocument.ParseValue(ref reader);
        try
        {
            return BlittableDocument.From(json.RootElement, _options);
        }
        catch (BlittableException fault)
        {
            throw new JsonException(fault.Message, fault);
        }
    }

    /// <inheritdoc/>
    /// <exception cref="BlittableException">The document cannot be written as JSON. See <see cref="BlittableValue.WriteTo"/>.</exception>
    public override void Write(Utf8JsonWriter writer, BlittableDocument value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        if (value is null)
        {
            writer.WriteNullValue();
            return;
        }

        value.Root.WriteTo(writer);
    }
}
