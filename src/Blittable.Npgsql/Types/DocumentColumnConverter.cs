#pragma warning disable NPG9001 // The converter API is marked experimental, but all of Npgsql's own plug-ins use it.
using System.Buffers;
using Npgsql.Internal;

namespace Blittable.Npgsql.Types;

/// <summary>Writes the bytes of a document, and opens documents over a copy of the received bytes. A document that needs another dictionary is copied for the
/// dictionary of the type.</summary>
internal sealed class DocumentColumnConverter(BlittableDictionary? dictionary) : PgStreamingConverter<BlittableDocument>
{
    public override BlittableDocument Read(PgReader reader) => Open(reader.ReadBytes(reader.CurrentRemaining));

    public override async ValueTask<BlittableDocument> ReadAsync(PgReader reader, CancellationToken cancellationToken = default) =>
        Open(await reader.ReadBytesAsync(reader.CurrentRemaining, cancellationToken).ConfigureAwait(false));

    public override Size GetSize(SizeContext context, BlittableDocument value, ref object? writeState)
    {
        var bytes = BytesOf(value);
        if (!bytes.Equals(value.Bytes))
        {
            // A copy is made only once.
            writeState = bytes;
        }

        return bytes.Length;
    }

    public override void Write(PgWriter writer, BlittableDocument value) => writer.WriteBytes(BytesOf(writer, value).Span);

    public override ValueTask WriteAsync(PgWriter writer, BlittableDocument value, CancellationToken cancellationToken = default) =>
        writer.WriteBytesAsync(BytesOf(writer, value), cancellationToken);

    private static ReadOnlyMemory<byte> BytesOf(PgWriter writer, BlittableDocument value) =>
        writer.Current.WriteState is ReadOnlyMemory<byte> copy ? copy : value.Bytes;

    /// <exception cref="InvalidCastException">The document must be copied, and is damaged or too large when expanded.</exception>
    private ReadOnlyMemory<byte> BytesOf(BlittableDocument value)
    {
        try
        {
            return value.GetBytesFor(dictionary);
        }
        catch (BlittableException fault)
        {
            throw new InvalidCastException($"The document cannot be copied for the dictionary of its column: {fault.Message}", fault);
        }
    }

    /// <summary>Opens a copy of the bytes, because the sequence is Npgsql's buffer, which the next row overwrites.</summary>
    /// <exception cref="InvalidCastException">The document in the column cannot be opened. The inner exception has the reason. ADO.NET callers expect this
    /// exception type.</exception>
    private BlittableDocument Open(ReadOnlySequence<byte> bytes)
    {
        try
        {
            return BlittableDocument.Open(bytes.ToArray(), dictionary, Array.MaxLength);
        }
        catch (BlittableException fault)
        {
            throw new InvalidCastException($"The document in the column cannot be opened: {fault.Message}", fault);
        }
    }
}
