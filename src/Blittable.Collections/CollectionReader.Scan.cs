using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <content>Queries.</content>
public sealed partial class CollectionReader
{
    /// <summary>Creates a query over all documents. Methods of <see cref="CollectionScan"/> restrict it.</summary>
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

    /// <summary>Creates a query over the documents of several collections, in the order of the collections. Do not dispose the readers before the query
    /// starts.</summary>
    /// <remarks>Layouts, keys and columns may differ. <see cref="ScanBatch.RowNumbers"/> continues from one collection to the next.</remarks>
    /// <param name="readers">The readers of the collections, at least one.</param>
    /// <exception cref="ArgumentException"><paramref name="readers"/> is empty.</exception>
    public static CollectionScan ScanAll(params ReadOnlySpan<CollectionReader> readers)
    {
        if (readers.Length <= 1)
        {
            return readers.IsEmpty ? throw new ArgumentException("At least one collection is required.", nameof(readers)) : readers[0].Scan();
        }

        // Reuse the joined set, and with it the cached findings of earlier queries, until a reader is refreshed.
        var scans = Array.ConvertAll(readers.ToArray(), reader => reader.Scan());
        Tuple<StripeSet[], StripeSet>? last = null;
        return new(() =>
        {
            var leases = LeaseAll(scans);
            var sets = Array.ConvertAll(leases, lease => lease.Stripes);
            if (Volatile.Read(ref last) is not { } joined || !joined.Item1.SequenceEqual(sets))
            {
                Volatile.Write(ref last, joined = Tuple.Create(sets, StripeSet.Join(sets)));
            }

            return new StripeLease(joined.Item2, leases);
        });
    }

    private static StripeLease[] LeaseAll(CollectionScan[] scans)
    {
        var leases = new StripeLease[scans.Length];
        var count = 0;
        try
        {
            for (; count < leases.Length; count++)
            {
                leases[count] = scans[count].Lease();
            }

            return leases;
        }
        catch
        {
            foreach (var lease in leases.AsSpan(0, count))
            {
                lease.Dispose();
            }

            throw;
        }
    }
}
