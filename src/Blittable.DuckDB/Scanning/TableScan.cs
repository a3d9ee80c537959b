using Blittable.Collections;
using Blittable.DuckDB.Tables;
using DuckDB.NET.Native;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads the columns of a query in chunks. Not thread-safe.</summary>
internal sealed class TableScan : IDisposable
{
    /// <summary>
    /// The maximum size of the strings, and of the nested values, in a chunk, unless it has a single row. DuckDB aborts the process if it cannot allocate
    /// a vector.
    /// </summary>
    public const long ChunkBytes = 16L << 20;

    /// <summary>The maximum number of rows in a DuckDB chunk.</summary>
    private const int ChunkRows = 2048;

    /// <summary>The maximum number of rows whose nested values are read at once. At the default size of chunk groups, each group is read once.</summary>
    private const int RangeRows = 8 * ChunkRows;

    private readonly CollectionTable _table;
    private readonly TableColumn[] _columns;

    /// <summary>The number of each column among those of the selection, or among the nested columns.</summary>
    private readonly int[] _numbers;
    private readonly SelectedColumns _selected;
    private readonly NestedColumns _nested;
    private readonly IEnumerator<ScanBatch>? _batches;
    private long _rest;
    private int _next, _rangeStart, _rangeEnd, _rangeRows = RangeRows;
    private bool _hasBatch, _isLeased;

    /// <summary>Starts a scan.</summary>
    /// <param name="table">The table.</param>
    /// <param name="columns">The columns that the query uses. Empty if the query only counts rows.</param>
    /// <param name="filter">Selects the documents, or null for all documents.</param>
    /// <exception cref="BlittableException">The collection has changed since its columns were determined.</exception>
    public TableScan(CollectionTable table, TableColumn[] columns, Filter? filter)
    {
        (_table, _columns) = (table, columns);
        RequireCurrent();
        _numbers = [.. columns.Select((column, i) => columns[..i].Count(other => other.IsNested == column.IsNested))];
        _selected = new SelectedColumns(columns.Where(column => !column.IsNested));
        _nested = new NestedColumns(table.Reader, columns.Where(column => column.IsNested));
        var scan = filter is null ? table.Reader.Scan() : table.Reader.Scan().Where(filter);
        _batches = columns.Length == 0 ? null : scan.Select(_selected.Paths).GetEnumerator();
        _rest = columns.Length > 0 ? 0 : filter is null ? table.Reader.Count : scan.Count();
    }

    /// <summary>Fills a chunk. An empty chunk ends the scan.</summary>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    public void Read(DuckDBDataChunk chunk)
    {
        if (_batches is null)
        {
            var rows = Math.Min(_rest, ChunkRows);
            _rest -= rows;
            NativeMethods.DataChunks.DuckDBDataChunkSetSize(chunk, (ulong)rows);
            return;
        }

        while (!_hasBatch || _next == _batches.Current.Count)
        {
            _hasBatch = _batches.MoveNext();
            RequireCurrent();
            (_next, _rangeStart, _rangeEnd) = (0, 0, 0);
            if (!_hasBatch)
            {
                NativeMethods.DataChunks.DuckDBDataChunkSetSize(chunk, 0);
                return;
            }

            _selected.MoveTo(_batches.Current);
            _nested.MoveTo(_batches.Current);
        }

        var batch = _batches.Current;
        var count = _selected.CountInChunk(_next, ReadRange(batch, Math.Min(ChunkRows, batch.Count - _next)));
        for (var column = 0; column < _columns.Length; column++)
        {
            var vector = NativeMethods.DataChunks.DuckDBDataChunkGetVector(chunk, column);
            if (_columns[column].IsNested)
            {
                _nested.Write(_numbers[column], vector, _next - _rangeStart, count);
            }
            else
            {
                _selected.Write(_numbers[column], vector, _next, count);
            }
        }

        _next += count;
        NativeMethods.DataChunks.DuckDBDataChunkSetSize(chunk, (ulong)count);
    }

    /// <summary>Reads the nested values of the next rows, if the query needs nested values and they are not read yet.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="count">The maximum number of rows in a chunk.</param>
    /// <returns>The number of rows of the next chunk, which is lower if their values are large.</returns>
    private int ReadRange(ScanBatch batch, int count)
    {
        if (_nested.Count == 0)
        {
            return count;
        }

        if (_next == _rangeEnd)
        {
            var rows = Math.Min(_rangeRows, batch.Count - _next);
            var read = _nested.Read(batch, _next, rows);
            (_rangeStart, _rangeEnd) = (_next, _next + read);

            // Large values mostly occur in many documents, and those after the end of a range are read twice.
            _rangeRows = read < rows ? read : Math.Min(2 * _rangeRows, RangeRows);
        }

        return _nested.CountInChunk(_next - _rangeStart, Math.Min(count, _rangeEnd - _next));
    }

    /// <summary>
    /// Requires, when the scan is created and when it has its first batch, the commit whose values determined the column types. Values of another commit may not
    /// fit them. Between the two, the scan leases the commit, so that later refreshes do not concern it.
    /// </summary>
    private void RequireCurrent()
    {
        if (_isLeased)
        {
            return;
        }

        if (!_table.IsCurrent)
        {
            throw new BlittableException(BlittableErrorCode.InvalidOperation, "The collection changed after the query was prepared. Prepare the query again.");
        }

        _isLeased = _hasBatch;
    }

    public void Dispose() => _batches?.Dispose();
}
