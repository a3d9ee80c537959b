using Blittable.Collections;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>
/// Reads the columns of a query that a selection does not provide: lists, structs, and the JSON of objects and arrays. Each column is read from the stored
/// columns of its fields and elements in the batches whose stripes have all of them; otherwise, it is read from documents. Not thread-safe.
/// </summary>
internal sealed class NestedColumns
{
    private readonly TableColumn[] _columns;
    private readonly StoredValues?[] _stored;
    private readonly DocumentColumns _documents;
    private readonly bool[] _areStored;

    /// <summary>Prepares the columns.</summary>
    /// <param name="reader">The collection.</param>
    /// <param name="columns">The columns.</param>
    public NestedColumns(CollectionReader reader, IEnumerable<TableColumn> columns)
    {
        _columns = [.. columns];
        _stored = [.. _columns.Select(StoredValues.For)];
        _areStored = new bool[_columns.Length];
        _documents = new DocumentColumns(reader, _columns);
    }

    /// <summary>Gets the number of columns.</summary>
    public int Count => _columns.Length;

    /// <summary>Gets, for each column, a value that indicates whether it is read from stored columns in the current batch.</summary>
    public ReadOnlySpan<bool> AreStored => _areStored;

    /// <summary>Moves to a batch.</summary>
    public void MoveTo(ScanBatch batch)
    {
        var (stripe, group) = (batch.Stripe, batch.Group);
        var root = stripe.Directory.Nodes[0];
        for (var column = 0; column < _columns.Length; column++)
        {
            var limit = VisitLimit.MostElements;
            var node = root.Find(_columns[column].Property);

            // If documents are stored whole, they are read without being assembled, and the stripe may have only some of their values in columns.
            _areStored[column] = _stored[column] is { } stored && !stripe.AreDocumentsKept && !root.IsResidual && !(node is null && root.IsOpen)
                && stored.TryMoveTo(node, group, ref limit);
        }
    }

    /// <summary>Reads a range of rows, which replaces the previous range. The range ends early if its values are large.</summary>
    /// <returns>The number of rows read, at least 1 if <paramref name="count"/> is not 0.</returns>
    /// <exception cref="BlittableException">The collection is damaged, or the type of a column cannot represent a value.</exception>
    public int Read(ScanBatch batch, int first, int count)
    {
        var read = _documents.Read(batch, first, count, _areStored);
        for (var column = 0; column < _columns.Length; column++)
        {
            if (_areStored[column])
            {
                _stored[column]!.Load(batch.Group, batch.GroupRows.Slice(first, read));
            }
        }

        return read;
    }

    /// <summary>Returns the number of rows of the range that a chunk may contain.</summary>
    /// <param name="first">The first row of the chunk in the range.</param>
    /// <param name="count">The maximum number of rows.</param>
    public int CountInChunk(int first, int count)
    {
        count = _documents.CountInChunk(first, count, TableScan.ChunkBytes);
        while (count > 1 && CountBytes(first, count) > TableScan.ChunkBytes)
        {
            count /= 2;
        }

        return count;
    }

    /// <summary>Writes rows of the range to a vector.</summary>
    /// <param name="column">The number of the column.</param>
    /// <param name="vector">The vector.</param>
    /// <param name="first">The first row of the range to write.</param>
    /// <param name="count">The number of rows.</param>
    public void Write(int column, nint vector, int first, int count)
    {
        if (_areStored[column])
        {
            _stored[column]!.Write(vector, first, count);
        }
        else
        {
            _documents.Write(column, vector, first, count);
        }
    }

    private long CountBytes(int first, int count)
    {
        var bytes = _documents.CountBytes(first, count);
        for (var column = 0; column < _columns.Length; column++)
        {
            bytes += _areStored[column] ? _stored[column]!.CountBytes(first, count) : 0;
        }

        return bytes;
    }
}
