using Blittable.Collections;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads columns of a query from documents, all of them in a single pass. Not thread-safe.</summary>
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

    /// <summary>Reads a range of rows, which replaces the previous range. The range ends early if its values are large.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="first">The first row of the batch to read.</param>
    /// <param name="count">The number of rows.</param>
    /// <param name="areStored">For each column, true if it is not read from documents. If this applies to all columns, no documents are read.</param>
    /// <returns>The number of rows read, at least 1 if <paramref name="count"/> is not 0.</returns>
    /// <exception cref="BlittableException">A document is damaged, or the type of a column cannot represent a value.</exception>
    public int Read(ScanBatch batch, int first, int count, bool[] areStored)
    {
        foreach (var (_, buffer) in _columns)
        {
            buffer.Clear();
        }

        _sizes.RemoveRange(1, _sizes.Count - 1);
        if (!areStored.AsSpan().Contains(false))
        {
            _sizes.AddRange(Enumerable.Repeat(0L, count));
            return count;
        }

        batch.ReadDocuments(first, count, (_, document) =>
        {
            if (_sizes[^1] < RangeBytes)
            {
                Add(document, areStored);
            }
        });
        return _sizes.Count - 1;
    }

    /// <summary>Returns the number of rows of the range that a chunk may contain.</summary>
    /// <param name="first">The first row of the chunk in the range.</param>
    /// <param name="count">The maximum number of rows.</param>
    /// <param name="bytes">The maximum size of their values, unless there is a single row.</param>
    public int CountInChunk(int first, int count, long bytes)
    {
        var rows = 1;
        while (rows < count && CountBytes(first, rows + 1) <= bytes)
        {
            rows++;
        }

        return Math.Min(rows, count);
    }

    /// <summary>Returns the approximate size of the values of rows of the range in a vector.</summary>
    public long CountBytes(int first, int count) => _sizes[first + count] - _sizes[first];

    /// <summary>Writes rows of the range to a vector.</summary>
    /// <param name="column">The number of the column.</param>
    /// <param name="vector">The vector.</param>
    /// <param name="first">The first row of the range to write.</param>
    /// <param name="count">The number of rows.</param>
    public void Write(int column, nint vector, int first, int count) => _columns[column].Buffer.Write(vector, first, count);

    private void Add(BlittableValue document, bool[] areStored)
    {
        _limit.Begin();
        for (var column = 0; column < _columns.Length; column++)
        {
            var (property, buffer) = _columns[column];
            if (areStored[column])
            {
                continue;
            }

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
