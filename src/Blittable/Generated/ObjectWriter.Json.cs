using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Blittable.Editing;

namespace Blittable.Generated;

/// <content>Writes documents, JSON values, and types that only System.Text.Json converters support.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>The options of writers for converters, whose calls are validated.</summary>
    private static readonly JsonWriterOptions Deep = new() { MaxDepth = int.MaxValue };

    private ArrayBufferWriter<byte>? _json;

    /// <summary>Writes a copy of a document's value. Writes null for a null reference.</summary>
    public void Write(BlittableDocument? value)
    {
        if (value is null)
        {
            WriteNull();
        }
        else
        {
            ValueCopier.Copy(value.Root, _writer);
        }
    }

    /// <summary>Writes a JSON value.</summary>
    public void Write(JsonElement value)
    {
        try
        {
            WriteText(JsonMarshal.GetRawUtf8Value(value));
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.UnexpectedCharacter)
        {
            // The raw text of a lenient JsonDocument contains comments and trailing commas. Writing it again removes both.
            var text = BeginText();
            using (var writer = new Utf8JsonWriter(text, BlittableDocument.Replayed))
            {
                value.WriteTo(writer);
            }

            EndText(text);
        }
    }

    /// <inheritdoc cref="Write(JsonElement)"/>
    public void Write(JsonDocument? value)
    {
        if (value is null)
        {
            WriteNull();
        }
        else
        {
            Write(value.RootElement);
        }
    }

    /// <inheritdoc cref="Write(JsonElement)"/>
    public void Write(JsonNode? value)
    {
        if (value is null)
        {
            WriteNull();
            return;
        }

        var text = BeginText();
        using (var writer = new Utf8JsonWriter(text, BlittableDocument.Replayed))
        {
            value.WriteTo(writer);
        }

        EndText(text);
    }

    /// <summary>Writes a value through the JSON that its converter writes.</summary>
    /// <typeparam name="T">The type that the converter handles.</typeparam>
    /// <param name="converter">The converter.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options that the converter receives.</param>
    /// <exception cref="ArgumentNullException"><paramref name="converter"/> is null.</exception>
    public void WriteJson<T>(JsonConverter<T> converter, T? value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(converter);
        if (value is null && !converter.HandleNull)
        {
            WriteNull();
            return;
        }

        var text = BeginText();
        using (var writer = new Utf8JsonWriter(text, Deep))
        {
            converter.Write(writer, value!, options);
        }

        EndText(text);
    }

    private void WriteText(ReadOnlySpan<byte> utf8Json)
    {
        using var rented = RentedConverter.For(Options);
        ValueCopier.Copy(BlittableValue.Open(rented.Converter.Convert(utf8Json), Options.Dictionary), _writer);
    }

    /// <summary>Returns the cached buffer for a text, or a new one. A converter that writes another object in the meantime gets a separate buffer.</summary>
    private ArrayBufferWriter<byte> BeginText()
    {
        var text = _json ?? new ArrayBufferWriter<byte>();
        _json = null;
        return text;
    }

    private void EndText(ArrayBufferWriter<byte> text)
    {
        WriteText(text.WrittenSpan);
        text.ResetWrittenCount();
        _json = text;
    }
}
