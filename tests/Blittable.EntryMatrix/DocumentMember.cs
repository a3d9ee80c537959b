namespace Blittable.EntryMatrix;

/// <summary>An object with a document as a member.</summary>
[BlittableSerializable]
internal sealed class DocumentMember
{
    public BlittableDocument? Document { get; set; }
}
