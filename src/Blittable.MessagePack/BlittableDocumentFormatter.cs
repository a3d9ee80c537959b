using System.Buffers;
using System.Collections.Concurrent;
using MessagePack;
using MessagePack.Formatters;

namespace Blittable.MessagePack;

/// <summary>Writes and reads documents as the MessagePack representation of their root value. A null reference is nil. Thread-safe.</summary>
/// <param name="options">The options for converting documents that are read, or null for memory mode.</param>
/// <param name="format">The options for values that only MessagePack or only documents can represent.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class BlittableDocumentFormatter(
    BlittableOptions? options, BlittableMessagePackOptions? format = null) : IMessagePackFormatter<BlittableDocument?>
{
    /// <summary>The maximum number of bytes for which a buffer or converter is kept for reuse.</summary>
    private const int MaxKept = 1 << 20;

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? s_buffer;

    private readonly BlittableOptions? _options = options;

    // A converter remembers the shapes of earlier documents, so a new converter for each document would be slow for small documents.
    private readonly ConcurrentBag<BlittableMessagePack> _converters = [];

    /// <summary>Creates a formatter that reads documents in memory mode.</summary>
    public BlittableDocumentFormatter()
        : this(null)
    {
    }

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, BlittableDocument? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        var buffer = s_buffer ?? new ArrayBufferWriter<byte>();
        s_buffer = null;
        buffer.ResetWrittenCount();
        BlittableMessagePack.Write(value.Root, buffer, format);
        writer.WriteRaw(buffer.WrittenSpan);
        s_buffer = buffer.Capacity <= MaxKept ? buffer : null;
    }

    /// <summary>Reads a value of any kind as a document that owns its bytes. Returns null for nil, as MessagePack-CSharp does for every class. A document whose root
    /// is null is therefore read as null.</summary>
    /// <remarks><see cref="BlittableOptions.MaxDepth"/> limits the nesting. Stack use does not depend on the nesting.</remarks>
    /// <exception cref="BlittableException">A key is not a string, a string is not valid UTF-8, the bytes are truncated, or containers are nested too
    /// deep.</exception>
    public BlittableDocument? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        // MessagePackReader.Skip recurses for each nesting level, so let the converter find the end of the value.
        var rest = reader.Sequence.Slice(reader.Position);
        var converter = _converters.TryTake(out var kept) ? kept : new BlittableMessagePack(_options, format);
        var isKept = false;
        try
        {
            var document = converter.Convert(rest, out var end);
            isKept = document.Length <= MaxKept;
            reader.ReadRaw(rest.Slice(0, end).Length);

            // Like a parsed document, it needs no limit: its bytes were received in full.
            return BlittableDocument.Open(document.ToArray(), _options?.Dictionary, long.MaxValue);
        }
        finally
        {
            if (isKept)
            {
                _converters.Add(converter);
            }
        }
    }
}
