using System.Runtime.InteropServices;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections;

/// <content>Lookups by key and by value.</content>
public sealed partial class CollectionReader
{
    private volatile Tuple<string, BlittablePath>? _key;

    /// <summary>Gets the document with the specified key.</summary>
    /// <returns>The document, or <see langword="null"/> if no document has the key.</returns>
    /// <exception cref="BlittableException">The collection has no keys, or is damaged.</exception>
    public BlittableDocument? Find(CollectionKey key)
    {
        var rows = new List<int>(1);
        using var lease = Lease(out var snapshot);
        var path = KeyPath(snapshot);
        foreach (var stripe in snapshot.Stripes)
        {
            stripe.Find(path, [key], rows);
            foreach (var row in rows)
            {
                if (!stripe.IsDeleted(row))
                {
                    return stripe.GetDocument(row);
                }
            }

            rows.Clear();
        }

        return null;
    }

    /// <summary>Passes the documents that have one of the specified keys to a callback, in row order.</summary>
    /// <param name="keys">The keys, in any order. Duplicates are ignored.</param>
    /// <param name="action">Receives the row number and the document, which is valid during the call.</param>
    /// <returns>The number of documents found.</returns>
    /// <exception cref="BlittableException">The collection has no keys, or is damaged.</exception>
    public int Find(IEnumerable<CollectionKey> keys, CollectionAction action) => FindRows(null, keys, action);

    /// <summary>Passes the documents that have one of the specified values at a path to a callback, in row order. An index on the path makes this
    /// fast.</summary>
    /// <param name="path">The path. If it has a wildcard, any of its values may match. With a wildcard or an array index, all documents are read.</param>
    /// <param name="keys">The values.</param>
    /// <param name="action">Receives the row number and the document, which is valid during the call.</param>
    /// <returns>The number of documents found.</returns>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    public int FindAll(BlittablePath path, IEnumerable<CollectionKey> keys, CollectionAction action)
    {
        ArgumentNullException.ThrowIfNull(path);
        return FindRows(path, keys, action);
    }

    /// <param name="path">The path, or null for the path of the key.</param>
    /// <param name="keys">The values.</param>
    /// <param name="action">Receives the row number and the document.</param>
    private int FindRows(BlittablePath? path, IEnumerable<CollectionKey> keys, CollectionAction action)
    {
        ArgumentNullException.ThrowIfNull(keys);
        ArgumentNullException.ThrowIfNull(action);
        var all = keys.ToArray();
        var rows = new List<int>();
        var found = 0;
        using var lease = Lease(out var snapshot);
        path ??= KeyPath(snapshot);
        foreach (var stripe in snapshot.Stripes)
        {
            rows.Clear();
            stripe.Find(path, all, rows);
            rows.Sort();
            found += Read(stripe, CollectionsMarshal.AsSpan(rows), action);
        }

        return found;
    }

    /// <summary>Gets the documents that have the specified value at a path.</summary>
    /// <inheritdoc cref="FindAll(BlittablePath, IEnumerable{CollectionKey}, CollectionAction)"/>
    public IReadOnlyList<BlittableDocument> FindAll(string path, CollectionKey key)
    {
        var documents = new List<BlittableDocument>();
        var parsed = BlittablePath.Parse(path);
        using var lease = Lease(out var snapshot);
        foreach (var stripe in snapshot.Stripes)
        {
            var rows = new List<int>();
            stripe.Find(parsed, [key], rows);
            rows.Sort();
            documents.AddRange(rows.Where(row => !stripe.IsDeleted(row)).Select(stripe.GetDocument));
        }

        return documents;
    }

    /// <summary>Reads rows one chunk group at a time.</summary>
    private static int Read(Stripe stripe, Span<int> rows, CollectionAction action)
    {
        var count = 0;
        for (var start = 0; start < rows.Length;)
        {
            var group = rows[start] / stripe.ChunkRows;
            var first = group * stripe.ChunkRows;
            var taken = 0;
            var previous = -1;
            for (; start < rows.Length && rows[start] < first + stripe.ChunkRows; start++)
            {
                // Skip deleted rows and duplicates.
                if (rows[start] != previous && !stripe.IsDeleted(rows[start]))
                {
                    previous = rows[start];
                    rows[count + taken++] = previous - first;
                }
            }

            stripe.ReadRows(
                group, rows.Slice(count, taken), (row, bytes) => action(stripe.FirstRow + first + row, stripe.Open(bytes)));
            count += taken;
        }

        return count;
    }

    private BlittablePath KeyPath(CollectionSnapshot snapshot)
    {
        if (snapshot.Options.Key is not { } text)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidOperation, "The collection has no key.");
            return null;
        }

        // A refresh may switch to another file with another key path.
        if (_key is not { } known || known.Item1 != text)
        {
            _key = known = Tuple.Create(text, BlittablePath.Parse(text));
        }

        return known.Item2;
    }
}
