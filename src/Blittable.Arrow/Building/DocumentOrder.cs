using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Enumerates the documents of a collection, in collection order or sorted by the value at a path. Not thread-safe.</summary>
internal sealed class DocumentOrder
{
    private readonly CollectionReader _reader;
    private readonly long? _commit;
    private readonly int _documentsAtOnce;
    private readonly long[]? _ranks;

    /// <summary>Creates an order. The values to sort by are read immediately.</summary>
    /// <param name="reader">The collection.</param>
    /// <param name="commit">The only commit whose documents may be enumerated, or null for any commit.</param>
    /// <param name="path">The path, or null for collection order.</param>
    /// <param name="documentsAtOnce">The maximum number of documents to hold in memory, which is also the number of documents per pass over the collection.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="BlittableException">The path is invalid or has a wildcard, or the collection is damaged.</exception>
    public DocumentOrder(CollectionReader reader, long? commit, string? path, int documentsAtOnce, CancellationToken cancellationToken)
    {
        (_reader, _commit) = (reader, commit);
        _documentsAtOnce = documentsAtOnce;
        _ranks = path is null ? null : Rank(PathNames.ParseSingle(path), cancellationToken);
    }

    /// <summary>Gets a value that indicates whether the documents are in collection order.</summary>
    public bool IsOfCollection => _ranks is null;

    /// <summary>Gets the kind of all values to sort by, apart from nulls, or null if there are no values or several kinds.</summary>
    public QueryValueKind? KeyKind { get; private set; }

    /// <summary>Gets a value that indicates whether some values to sort by are null, which NaN and the infinities are, too.</summary>
    public bool HasNullKeys { get; private set; }

    /// <summary>Calls an action for each document. The sort is stable. Nulls and absent values are last.</summary>
    /// <exception cref="BlittableException">The collection is damaged, or the reader sees another commit.</exception>
    public void ForEach(CollectionAction action, CancellationToken cancellationToken)
    {
        if (_ranks is not { } ranks)
        {
            Pass(action, cancellationToken);
            return;
        }

        var documents = new BlittableDocument?[Math.Min(_documentsAtOnce, _reader.Count)];
        var rows = new long[documents.Length];
        for (long first = 0; first < _reader.Count; first += documents.Length)
        {
            Pass(
                (row, document) =>
                {
                    var place = ranks[row] - first;
                    if (place >= 0 && place < documents.Length)
                    {
                        (documents[place], rows[place]) = (document.Clone(), row);
                    }
                },
                cancellationToken);
            for (var place = 0; place < Math.Min(documents.Length, _reader.Count - first); place++)
            {
                using var document = documents[place]!;
                action(rows[place], document.Root);
                documents[place] = null;
            }
        }
    }

    /// <summary>Passes the documents in collection order.</summary>
    private void Pass(CollectionAction action, CancellationToken cancellationToken)
    {
        var isFirst = true;
        _reader.ForEach(
            (row, document) =>
            {
                if (isFirst)
                {
                    // The enumeration holds its commit from now on, so later refreshes do not concern it.
                    RequireCurrent();
                    isFirst = false;
                }

                action(row, document);
            },
            cancellationToken);
        if (isFirst)
        {
            RequireCurrent();
        }
    }

    private void RequireCurrent()
    {
        if (_commit is { } commit && _reader.CommitNumber != commit)
        {
            // The documents of another commit may have properties without a column, or values that do not fit.
            throw new BlittableException(
                BlittableErrorCode.InvalidOperation, "The reader was refreshed after the columns were determined. Export from a reader that is not refreshed meanwhile.");
        }
    }

    /// <summary>Returns the rank of each row in the sort order.</summary>
    private long[] Rank(BlittablePath path, CancellationToken cancellationToken)
    {
        List<(QueryValue Value, long Row)> keys = [];
        foreach (var batch in _reader.Scan().WithCancellation(cancellationToken).Select(path.ToString()))
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
        var ranks = new long[_reader.RowCount];
        for (var place = 0; place < keys.Count; place++)
        {
            ranks[keys[place].Row] = place;
        }

        // Values are sorted by kind first, and nulls last.
        var last = keys.FindLastIndex(key => key.Value.Kind != QueryValueKind.Null);
        HasNullKeys = last < keys.Count - 1;
        KeyKind = last >= 0 && keys[0].Value.Kind == keys[last].Value.Kind ? keys[0].Value.Kind : null;
        return ranks;
    }
}
