#pragma warning disable NPG9001 // The converter API is marked as one that may change; all of Npgsql's own plug-ins use it.
using System.Buffers;
using Npgsql.Internal;

namespace Blittable.Npgsql.Types;

/// <summary>Sends a document's bytes as they are, and opens what arrives over a copy of its own.</summary>
internal sealed class BlittableDocumentConverter(BlittableDictionary? dictionary) : PgStreamingConverter<BlittableDocument>
{
    public override BlittableDocument Read(PgReader reader) => Open(reader.ReadBytes(reader.CurrentRemaining));

    public override async ValueTask<BlittableDocument> ReadAsync(PgReader reader, CancellationToken cancellationToken = default) =>
        Open(await reader.ReadBytesAsync(reader.CurrentRemaining, cancellationToken).ConfigureAwait(false));

    public override Size GetSize(SizeContext context, BlittableDocument value, ref object? writeState) => value.Bytes.Length;

    public override void Write(PgWriter writer, BlittableDocument value) => writer.WriteBytes(value.Bytes.Span);

    public override ValueTask WriteAsync(PgWriter writer, BlittableDocument value, CancellationToken cancellationToken = default) =>
        writer.WriteBytesAsync(value.Bytes, cancellationToken);

    /// <summary>Opens a copy, since the sequence is Npgsql's buffer, which the next row overwrites.</summary>
    /// <exception cref="InvalidCastException">The column holds no document that can be opened; the reason is inside. Readers of ADO.NET expect this exception.</exception>
    private BlittableDocument Open(ReadOnlySequence<byte> bytes)
    {
        try
        {
            return BlittableDocument.Open(bytes.ToArray(), dictionary);
        }
        catch (BlittableException fault)
        {
            throw new InvalidCastException($"The document in the column cannot be opened: {fault.Message}", fault);
        }
    }
}
