using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <summary>Represents rows of a selection, at most one chunk group. Batches are reused: the contents are valid until the next batch. Not
/// thread-safe.</summary>
public sealed class ScanBatch
{
    private readonly ScanColumn[] _columns;
    private long[] _rowNumbers = [];
    private int[] _rows = [];
    private GroupCursor? _cursor;

    internal ScanBatch(ScanColumn[] columns) => _columns = columns;

    /// <summary>Gets the number of rows.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the columns, in the order of the selected paths.</summary>
    public IReadOnlyList<ScanColumn> Columns => _columns;

    /// <summary>Gets the row numbers in the collection, for <see cref="CollectionReader.Get(long)"/>.</summary>
    public ReadOnlySpan<long> RowNumbers => _rowNumbers.AsSpan(0, Count);

    /// <summary>Gets a value.</summary>
    public QueryValue this[int row, int column] => _columns[column][row];

    /// <summary>Gets the stripe of the rows.</summary>
    internal Stripe Stripe => _cursor!.Stripe;

    /// <summary>Gets the chunk group of the rows.</summary>
    internal int Group => _cursor!.Group;

    /// <summary>Gets the rows within the chunk group, in ascending order unless the rows are array elements.</summary>
    internal ReadOnlySpan<int> GroupRows => _rows.AsSpan(0, Count);

    /// <summary>Reads the documents of consecutive rows, in the order of the rows.</summary>
    /// <param name="first">The first row of the batch to read.</param>
    /// <param name="count">The number of rows.</param>
    /// <param name="action">Receives the row number in the collection and the document of each row.</param>
    /// <exception cref="ArgumentOutOfRangeException">The batch does not have these rows.</exception>
    /// <exception cref="InvalidOperationException">The rows are array elements (<see cref="CollectionScan.Unnest"/>).</exception>
    /// <exception cref="BlittableException">A document is damaged.</exception>
    public void ReadDocuments(int first, int count, CollectionAction action)
    {
        ArgumentNullException.ThrowIfNull(action);
        ArgumentOutOfRangeException.ThrowIfNegative(first);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, Count - first);
        if (_cursor is not { } cursor)
        {
            return;
        }

        if (cursor.IsUnnested)
        {
            throw new InvalidOperationException("The rows are array elements. Read the documents in a query without Unnest.");
        }

        var (stripe, firstRow) = (cursor.Stripe, cursor.FirstRow);
        stripe.ReadRows(cursor.Group, _rows.AsSpan(first, count), (row, bytes) => action(firstRow + row, stripe.Open(bytes)));
    }

    internal void MoveTo(GroupCursor cursor)
    {
        _cursor = cursor;
        Count = cursor.Selection.Count;
        if (_rowNumbers.Length < Count)
        {
            (_rowNumbers, _rows) = (new long[Count], new int[Count]);
        }

        var rows = _rows.AsSpan(0, Count);
        cursor.CopyRows(rows);
        for (var i = 0; i < rows.Length; i++)
        {
            _rowNumbers[i] = cursor.FirstRow + rows[i];
        }

        ScanColumn[] fromDocuments = [.. _columns.Where(column => column.MoveTo(cursor))];
        if (fromDocuments.Length > 0)
        {
            cursor.Stripe.ReadDocuments(cursor.Group, cursor.Selection.Mask, (_, root) =>
            {
                foreach (var column in fromDocuments)
                {
                    column.AddDocument(root);
                }
            });
        }
    }
}
