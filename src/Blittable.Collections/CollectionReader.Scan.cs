using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <content>The way to queries.</content>
public sealed partial class CollectionReader
{
    /// <summary>Returns a query over all documents, to be narrowed down.</summary>
    public CollectionScan Scan() => new(Snapshot.Set);

    /// <summary>Returns a query over the documents of several collections, one after the other. The readers must not be disposed of while it runs.</summary>
    /// <remarks>Layouts, keys and columns may differ. <see cref="ScanBatch.RowNumbers"/> counts on from one collection to the next.</remarks>
    /// <param name="readers">The collections, at least one.</param>
    /// <exception cref="ArgumentException">There is no collection.</exception>
    public static CollectionScan ScanAll(params ReadOnlySpan<CollectionReader> readers) =>
        readers.IsEmpty ? throw new ArgumentException("Expected at least one collection.", nameof(readers))
        : readers.Length == 1 ? readers[0].Scan()
        : new(StripeSet.Join([.. readers.ToArray().Select(reader => reader.Snapshot.Set)]));
}
