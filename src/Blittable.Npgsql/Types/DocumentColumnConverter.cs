#pragma warning disable NPG9001 // The converter API is marked experimental, but all of Npgsql's own plug-ins use it.
using System.Buffers;
using Npgsql.Internal;

namespace Blittable.Npgsql.Types;

/// <summary>Writes the bytes of a document unchanged, and opens documents over a copy of the received bytes.</summary>
internal sealed class DocumentColumnConverter(BlittableDictionary? dictionary) : PgStreamingConverter<BlittableDocument>
{
    public override BlittableDocument Read(PgReader reader) => Open(reader.ReadBytes(reader.CurrentRemaining));

    public override async ValueTask<BlittableDocument> ReadAsync(PgReader reader, CancellationToken cancellationToken = default) =>
        Open(await reader.ReadBytesAsync(reader.CurrentRemaining, cancellationToken).ConfigureAwait(false));

    public override Size GetSize(SizeContext context, BlittableDocument value, ref object? writeState) => value.Bytes.Length;

    public override void Write(PgWriter writer, BlittableDocument value) => writer.WriteBytes(value.Bytes.Span);

    public override ValueTask WriteAsync(PgWriter writer, BlittableDocument value, CancellationToken cancellationToken = default) =>
        writer.WriteBytesAsync(value.Bytes, cancellationToken);

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
