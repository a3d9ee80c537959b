using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable;

/// <summary>Reads and writes documents as members of types that System.Text.Json serializes.</summary>
/// <remarks>
/// <see cref="BlittableDocument"/> names this converter itself, so a serializer needs no setting. Register an instance in
/// <see cref="JsonSerializerOptions.Converters"/> where documents should be stored in another way than memory mode. Like that of
/// <see cref="JsonDocument"/>, it reads the literal null as a document. An instance is immutable and safe for use by any number of threads.
/// </remarks>
public sealed class BlittableDocumentJsonConverter : JsonConverter<BlittableDocument>
{
    private static readonly BlittableOptions s_asRead = new() { MaxDepth = int.MaxValue };

    private readonly BlittableOptions _options = s_asRead;

    /// <summary>Creates a converter to documents of memory mode, nested as deep as <see cref="JsonSerializerOptions.MaxDepth"/> allows.</summary>
    public BlittableDocumentJsonConverter()
    {
    }

    /// <summary>Makes a converter to documents that are stored as the options say.</summary>
    /// <param name="options">How documents are stored.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public BlittableDocumentJsonConverter(BlittableOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _options = options;
    }

    /// <inheritdoc/>
    public override bool HandleNull => true;

    /// <inheritdoc/>
    /// <exception cref="JsonException">The value is no JSON, or one that the options refuse.</exception>
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
    /// <exception cref="BlittableException">As <see cref="BlittableValue.WriteTo"/>.</exception>
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
