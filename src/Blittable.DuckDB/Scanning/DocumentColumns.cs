using Blittable.Collections;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads the columns of a query whose values only documents contain, all of them in a single pass. Not thread-safe.</summary>
internal sealed class DocumentColumns
{
    /// <summary>The size of the values from which a range ends early. The last document may exceed it.</summary>
    private const long RangeBytes = 256L << 20;

    private readonly (BlittableName? Property, NestedBuffer Buffer)[] _columns;
    private readonly VisitLimit _limit;

    /// <summary>The size of the values of the first rows of the range, by the number of rows.</summary>
    private readonly List<long> _sizes = [0];

    /// <summary>Prepares the columns.</summary>
    /// <param name="reader">The collection.</param>
    /// <param name="columns">The columns.</param>
    public DocumentColumns(CollectionReader reader, IEnumerable<TableColumn> columns)
    {
        _limit = new VisitLimit(reader.MaxExpandedBytes);
        _columns = [.. columns.Select(column => (column.IsDocument ? null : new BlittableName(column.Property), NestedBuffer.For(column, _limit)))];
    }

    /// <summary>Gets the number of columns.</summary>
    public int Count => _columns.Length;

    /// <summary>Reads a range of rows, which replaces the previous range. The range ends early if its values are large.</summary>
    /// <returns>The number of rows read, at least 1 if <paramref name="count"/> is not 0.</returns>
    /// <exception cref="BlittableException">A document is damaged, or the type of a column cannot represent a value.</exception>
    public int Read(ScanBatch batch, int first, int count)
    {
        foreach (var (_, buffer) in _columns)
        {
            buffer.Clear();
        }

        _sizes.RemoveRange(1, _sizes.Count - 1);
        batch.ReadDocuments(first, count, (_, document) =>
        {
            if (_sizes[^1] < RangeBytes)
            {
                Add(document);
            }
        });
        return _sizes.Count - 1;
    }

    /// <summary>Returns the number of rows of the range that a chunk may contain.</summary>
    /// <param name="first">The first row of the chunk in the range.</param>
    /// <param name="count">The maximum number of rows.</param>
    public int CountInChunk(int first, int count)
    {
        var rows = 1;
        while (rows < count && _sizes[first + rows + 1] - _sizes[first] <= TableScan.ChunkBytes)
        {
            rows++;
        }

        return Math.Min(rows, count);
    }

    /// <summary>Writes rows of the range to a vector.</summary>
    /// <param name="column">The number of the column.</param>
    /// <param name="vector">The vector.</param>
    /// <param name="first">The first row of the range to write.</param>
    /// <param name="count">The number of rows.</param>
    public void Write(int column, nint vector, int first, int count) => _columns[column].Buffer.Write(vector, first, count);

    private void Add(BlittableValue document)
    {
        _limit.Begin();
        foreach (var (property, buffer) in _columns)
        {
            if (property is null)
            {
                buffer.Add(document);
            }
            else if (document.TryGetProperty(property, out var value))
            {
                buffer.Add(value);
            }
            else
            {
                buffer.AddNull();
            }
        }

        long size = 0;
        foreach (var (_, buffer) in _columns)
        {
            size += buffer.ByteCount;
        }

        _sizes.Add(size);
    }
}
