using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Enumerates the documents of a collection, sorted by the value at a path.</summary>
/// <param name="reader">The collection.</param>
/// <param name="path">The path, or null for collection order.</param>
/// <param name="documentsAtOnce">The maximum number of documents to hold in memory, which is also the number of documents per pass over the collection.</param>
internal sealed class DocumentOrder(CollectionReader reader, string? path, int documentsAtOnce)
{
    /// <summary>Calls an action for each document. The sort is stable. Nulls and absent values are last.</summary>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    public void ForEach(CollectionAction action, CancellationToken cancellationToken)
    {
        if (path is null)
        {
            reader.ForEach(action, cancellationToken);
            return;
        }

        var ranks = Rank(path, cancellationToken);
        var documents = new BlittableDocument?[Math.Min(documentsAtOnce, reader.Count)];
        var rows = new long[documents.Length];
        for (long first = 0; first < reader.Count; first += documents.Length)
        {
            reader.ForEach(
                (row, document) =>
                {
                    var place = ranks[row] - first;
                    if (place >= 0 && place < documents.Length)
                    {
                        (documents[place], rows[place]) = (document.Clone(), row);
                    }
                },
                cancellationToken);
            for (var place = 0; place < Math.Min(documents.Length, reader.Count - first); place++)
            {
                using var document = documents[place]!;
                action(rows[place], document.Root);
                documents[place] = null;
            }
        }
    }

    /// <summary>Returns the rank of each row in the sort order.</summary>
    private long[] Rank(string column, CancellationToken cancellationToken)
    {
        List<(QueryValue Value, long Row)> keys = [];
        foreach (var batch in reader.Scan().WithCancellation(cancellationToken).Select(column))
        {
            for (var row = 0; row < batch.Count; row++)
            {
                keys.Add((batch[row, 0], batch.RowNumbers[row]));
            }
        }

        keys.Sort((left, right) =>
        {
            var nulls = (left.Value.Kind == QueryValueKind.Null).CompareTo(right.Value.Kind == QueryValueKind.Null);
            var order = nulls != 0 ? nulls : left.Value.CompareTo(right.Value);
            return order != 0 ? order : left.Row.CompareTo(right.Row);
        });
        var ranks = new long[reader.RowCount];
        for (var place = 0; place < keys.Count; place++)
        {
            ranks[keys[place].Row] = place;
        }

        return ranks;
    }
}
