using Blittable.Collections;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads the columns of a query whose values only documents contain, all of them in a single pass. Not thread-safe.</summary>
internal sealed class DocumentColumns
{
    private readonly (BlittableName? Property, NestedBuffer Buffer)[] _columns;
    private readonly VisitLimit _limit;

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

    /// <summary>Reads a range of rows, which replaces the previous range.</summary>
    /// <exception cref="BlittableException">A document is damaged, or the type of a column cannot represent a value.</exception>
    public void Read(ScanBatch batch, int first, int count)
    {
        foreach (var (_, buffer) in _columns)
        {
            buffer.Clear();
        }

        batch.ReadDocuments(first, count, (_, document) => Add(document));
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
    }
}
