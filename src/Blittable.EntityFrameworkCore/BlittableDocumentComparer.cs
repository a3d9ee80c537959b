using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Blittable.EntityFrameworkCore;

/// <summary>Compares documents by their bytes. Uses each document as its own snapshot, because documents cannot change. Immutable and thread-safe.</summary>
public sealed class BlittableDocumentComparer : ValueComparer<BlittableDocument>
{
    /// <summary>Creates a comparer.</summary>
    public BlittableDocumentComparer()
        : base((left, right) => AreEqual(left, right), document => Hash(document.Bytes), document => document)
    {
    }

    internal static int Hash(ReadOnlyMemory<byte> bytes)
    {
        var hash = new HashCode();
        hash.AddBytes(bytes.Span);
        return hash.ToHashCode();
    }

    private static bool AreEqual(BlittableDocument? left, BlittableDocument? right) =>
        ReferenceEquals(left, right) || (left is not null && right is not null && left.Bytes.Span.SequenceEqual(right.Bytes.Span));
}
