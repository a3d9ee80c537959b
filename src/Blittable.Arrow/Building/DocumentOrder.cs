using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Passes the documents of a collection in the order of the values at a path.</summary>
/// <param name="reader">The collection.</param>
/// <param name="path">The path; null for the order of the collection.</param>
/// <param name="documentsAtOnce">The most documents to hold in memory: each pass over the collection takes so many.</param>
internal sealed class DocumentOrder(CollectionReader reader, string? path, int documentsAtOnce)
{
    /// <summary>Passes all documents. Equal values stay in the order of the collection; nulls and absent values are last.</summary>
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

    /// <summary>Finds the place of each row.</summary>
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
