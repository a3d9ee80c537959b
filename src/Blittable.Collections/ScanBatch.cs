using Blittable.Collections.Query.Rows;

namespace Blittable.Collections;

/// <summary>Represents rows of a selection, at most one chunk group. Batches are reused: the contents are valid until the next batch. Not
/// thread-safe.</summary>
public sealed class ScanBatch
{
    private readonly ScanColumn[] _columns;
    private long[] _rowNumbers = [];
    private int[] _rows = [];

    internal ScanBatch(ScanColumn[] columns) => _columns = columns;

    /// <summary>Gets the number of rows.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the columns, in the order of the selected paths.</summary>
    public IReadOnlyList<ScanColumn> Columns => _columns;

    /// <summary>Gets the row numbers in the collection, for <see cref="CollectionReader.Get(long)"/>.</summary>
    public ReadOnlySpan<long> RowNumbers => _rowNumbers.AsSpan(0, Count);

    /// <summary>Gets a value.</summary>
    public QueryValue this[int row, int column] => _columns[column][row];

    internal void MoveTo(GroupCursor cursor)
    {
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
