using System.Buffers;
using System.Collections.Concurrent;
using MessagePack;
using MessagePack.Formatters;

namespace Blittable.MessagePack;

/// <summary>Writes and reads documents as the MessagePack of their value; a null reference is nil. Any number of threads may use a formatter.</summary>
/// <param name="options">How documents that are read are stored; memory mode if null.</param>
/// <param name="format">The options for values that only MessagePack or only documents can represent.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class BlittableDocumentFormatter(
    BlittableOptions? options, BlittableMessagePackOptions? format = null) : IMessagePackFormatter<BlittableDocument?>
{
    /// <summary>A buffer or converter that served more bytes than these is not kept.</summary>
    private const int MaxKept = 1 << 20;

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? s_buffer;

    private readonly BlittableOptions? _options = options;

    // A converter knows the shapes of the documents before: with a new one each time, small documents would be slow.
    private readonly ConcurrentBag<BlittableMessagePack> _converters = [];

    /// <summary>Creates a formatter of documents in memory mode.</summary>
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

    /// <summary>Reads a value of any kind as a document with bytes of its own.</summary>
    /// <remarks><see cref="BlittableOptions.MaxDepth"/> limits the nesting; the stack does not grow with it.</remarks>
    /// <exception cref="BlittableException">A key is no string, a string is not UTF-8, the bytes end too early, or containers are nested too deep.</exception>
    public BlittableDocument? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        // The reader's own way to find the end of a value calls itself for every level of nesting, so the converter finds it.
        var rest = reader.Sequence.Slice(reader.Position);
        var converter = _converters.TryTake(out var kept) ? kept : new BlittableMessagePack(_options, format);
        var isKept = false;
        try
        {
            var document = converter.Convert(rest, out var end);
            isKept = document.Length <= MaxKept;
            reader.ReadRaw(rest.Slice(0, end).Length);
            return BlittableDocument.Open(document.ToArray(), _options?.Dictionary);
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
