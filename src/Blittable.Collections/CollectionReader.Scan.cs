using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <content>Queries.</content>
public sealed partial class CollectionReader
{
    /// <summary>Returns a query over all documents, to be narrowed down.</summary>
    public CollectionScan Scan()
    {
        _ = Snapshot;
        return new(Read);

        StripeLease Read()
        {
            var lease = Lease(out var snapshot);
            return new StripeLease(snapshot.Set, lease);
        }
    }

    /// <summary>Returns a query over the documents of several collections, one after the other. The readers must not be disposed of while it runs.</summary>
    /// <remarks>Layouts, keys and columns may differ. <see cref="ScanBatch.RowNumbers"/> counts on from one collection to the next.</remarks>
    /// <param name="readers">The collections, at least one.</param>
    /// <exception cref="ArgumentException">There is no collection.</exception>
    public static CollectionScan ScanAll(params ReadOnlySpan<CollectionReader> readers)
    {
        if (readers.Length <= 1)
        {
            return readers.IsEmpty ? throw new ArgumentException("At least one collection is required.", nameof(readers)) : readers[0].Scan();
        }

        // What one query finds out about the stripes serves the next, as long as no reader was refreshed.
        var scans = Array.ConvertAll(readers.ToArray(), reader => reader.Scan());
        Tuple<StripeSet[], StripeSet>? last = null;
        return new(() =>
        {
            var leases = Array.ConvertAll(scans, scan => scan.Lease());
            var sets = Array.ConvertAll(leases, lease => lease.Stripes);
            if (Volatile.Read(ref last) is not { } joined || !joined.Item1.SequenceEqual(sets))
            {
                Volatile.Write(ref last, joined = Tuple.Create(sets, StripeSet.Join(sets)));
            }

            return new StripeLease(joined.Item2, leases);
        });
    }
}
