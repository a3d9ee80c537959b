using Blittable.Collections;
using Blittable.DuckDB.Tables;
using DuckDB.NET.Native;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads the columns of a query in chunks. Not thread-safe.</summary>
internal sealed class TableScan : IDisposable
{
    /// <summary>The maximum number of rows in a DuckDB chunk.</summary>
    private const int ChunkRows = 2048;

    private readonly TableColumn[] _columns;
    private readonly IEnumerator<ScanBatch>? _batches;
    private readonly long[]?[] _times;
    private readonly bool[] _hasTimes;
    private long _rest;
    private int _next;
    private bool _hasBatch;

    /// <summary>Starts a scan.</summary>
    /// <param name="reader">The collection.</param>
    /// <param name="columns">The columns that the query uses. Empty if the query only counts rows.</param>
    public TableScan(CollectionReader reader, TableColumn[] columns)
    {
        _columns = columns;
        _rest = reader.Count;
        _times = new long[]?[columns.Length];
        _hasTimes = new bool[columns.Length];
        _batches = columns.Length == 0 ? null : reader.Scan().Select([.. columns.Select(column => column.Path)]).GetEnumerator();
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
            _next = 0;
            if (!_hasBatch)
            {
                NativeMethods.DataChunks.DuckDBDataChunkSetSize(chunk, 0);
                return;
            }

            ReadTimes(_batches.Current);
        }

        var batch = _batches.Current;
        var count = Math.Min(ChunkRows, batch.Count - _next);
        for (var column = 0; column < _columns.Length; column++)
        {
            VectorKernel.Write(NativeMethods.DataChunks.DuckDBDataChunkGetVector(chunk, column), _columns[column], batch.Columns[column], TimesOf(column), _next, count);
        }

        _next += count;
        NativeMethods.DataChunks.DuckDBDataChunkSetSize(chunk, (ulong)count);
    }

    private ReadOnlySpan<long> TimesOf(int column) => _hasTimes[column] ? _times[column] : default;

    /// <summary>Converts the date columns of a batch to microseconds in bulk, if every row has a date.</summary>
    private void ReadTimes(ScanBatch batch)
    {
        for (var column = 0; column < _columns.Length; column++)
        {
            if (_columns[column].Kind is TableColumnType.Day or TableColumnType.LocalTime or TableColumnType.Instant)
            {
                if (_times[column] is not { } times || times.Length < batch.Count)
                {
                    _times[column] = times = new long[batch.Count];
                }

                _hasTimes[column] = batch.Columns[column].TryCopyUnixMicroseconds(times);
            }
        }
    }

    public void Dispose() => _batches?.Dispose();
}
