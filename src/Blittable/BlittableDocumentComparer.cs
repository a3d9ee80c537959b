namespace Blittable;

/// <summary>Compares documents by content, regardless of mode and dictionary. See <see cref="BlittableValue.DeepEquals"/>.</summary>
/// <remarks>Use it for hash tables and sorting. The instance is thread-safe.</remarks>
public sealed class BlittableDocumentComparer : IEqualityComparer<BlittableDocument>, IComparer<BlittableDocument>
{
    private BlittableDocumentComparer()
    {
    }

    /// <summary>Gets the comparer instance.</summary>
    public static BlittableDocumentComparer Instance { get; } = new();

    /// <inheritdoc/>
    /// <exception cref="BlittableException">The documents cannot be compared. See <see cref="BlittableValue.DeepEquals"/>.</exception>
    /// <exception cref="ObjectDisposedException">A document has been disposed.</exception>
    public bool Equals(BlittableDocument? x, BlittableDocument? y) =>
        ReferenceEquals(x, y) || (x is not null && y is not null && BlittableValue.DeepEquals(x.Root, y.Root));

    /// <inheritdoc/>
    /// <exception cref="BlittableException">The document cannot be hashed. See <see cref="BlittableValue.GetDeepHashCode"/>.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public int GetHashCode(BlittableDocument obj)
    {
        ArgumentNullException.ThrowIfNull(obj);
        return obj.Root.GetDeepHashCode();
    }

    /// <inheritdoc/>
    /// <exception cref="BlittableException">The documents cannot be compared. See <see cref="BlittableValue.DeepCompare"/>.</exception>
    /// <exception cref="ObjectDisposedException">A document has been disposed.</exception>
    public int Compare(BlittableDocument? x, BlittableDocument? y) =>
        x is null ? (y is null ? 0 : -1) : y is null ? 1 : BlittableValue.DeepCompare(x.Root, y.Root);
}
