namespace Blittable.EntryMatrix;

/// <summary>The bytes of a document as at least one entry has written them, all of whose values were read.</summary>
/// <param name="Bytes">The document.</param>
/// <param name="MessagePack">The MessagePack of the document, or null if a number has none.</param>
internal sealed record WrittenForm(ReadOnlyMemory<byte> Bytes, byte[]? MessagePack)
{
    /// <summary>Gets the documents with which this form was compared.</summary>
    public List<BlittableDocument> Compared { get; } = [];
}
