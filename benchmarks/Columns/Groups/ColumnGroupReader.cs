using System.Buffers.Binary;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Benchmarks.Columns;

/// <summary>Decodes the columns of a group into batches. With more than one worker, each column is a task. Reusable; not thread-safe.</summary>
/// <remarks>A filter is applied to its own column first, one block at a time. Rows that it rejects are not decoded in any other column.</remarks>
internal sealed class ColumnGroupReader
{
    private readonly ParallelOptions _parallel;
    private readonly Action<int> _decode;
    private IReadOnlyList<ColumnBatch?> _batches = [];
    private ReadOnlyMemory<byte> _group;
    private int[] _starts = [];
    private ulong[] _selection = [];
    private bool _isFiltered;
    private int _selected;

    /// <summary>Creates a reader.</summary>
    /// <param name="workers">The maximum number of columns decoded in parallel.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number of workers is less than 1.</exception>
    public ColumnGroupReader(int workers = 1)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(workers, 1);
        _parallel = new ParallelOptions { MaxDegreeOfParallelism = workers };
        _decode = column => _batches[column]?.Decode(ChunkMemory(column), _isFiltered ? _selection.AsSpan(0, MaskKernel.Words(Rows)) : default, _selected);
    }

    /// <summary>Gets the number of rows in the group.</summary>
    public int Rows { get; private set; }

    /// <summary>Gets the number of columns in the group.</summary>
    public int Columns { get; private set; }

    /// <summary>Opens the group at the start of a buffer, which the reader borrows. No chunk is read yet.</summary>
    /// <param name="bytes">The buffer. Other bytes may follow the group.</param>
    /// <returns>The length of the group in bytes.</returns>
    /// <exception cref="BlittableException">The bytes are not a group, or its header is damaged.</exception>
    public int Open(ReadOnlyMemory<byte> bytes)
    {
        const int header = ColumnGroupWriter.HeaderSize;
        const int entry = ColumnGroupWriter.EntrySize;
        var span = bytes.Span;
        Rows = Columns = 0;
        if (span.Length < header)
        {
            ThrowHelper.InvalidData($"a column group of at least {header} bytes", $"{span.Length}");
        }

        var length = BinaryPrimitives.ReadUInt32LittleEndian(span);
        var rows = BinaryPrimitives.ReadUInt32LittleEndian(span[4..]);
        var columns = BinaryPrimitives.ReadUInt32LittleEndian(span[8..]);
        if (rows > ColumnHeader.MaxRows || columns is 0 or > ColumnGroupWriter.MaxColumns || length > span.Length || header + (columns * entry) > length)
        {
            ThrowHelper.InvalidData($"a column group within {span.Length} bytes", $"{columns} columns of {rows} rows in {length} bytes");
        }

        var start = header + ((int)columns * entry);
        if (ColumnGroupWriter.Checksum(span[..start]) != BinaryPrimitives.ReadUInt32LittleEndian(span[12..]))
        {
            ThrowHelper.InvalidData("a column group whose header matches its checksum", "a different checksum", 12);
        }

        if (_starts.Length <= columns)
        {
            _starts = new int[columns + 1];
        }

        for (var column = 0; column <= columns; column++)
        {
            _starts[column] = start;
            var chunk = column == columns ? 0 : BinaryPrimitives.ReadUInt32LittleEndian(span[(header + (column * entry))..]);
            if (chunk > length - (uint)start)
            {
                ThrowHelper.InvalidData($"a chunk within the {length} bytes of its group", $"a chunk of {chunk} bytes at {start}");
            }

            start += (int)chunk;
        }

        if (start != length)
        {
            ThrowHelper.InvalidData($"chunks of {length} bytes", $"{start} bytes");
        }

        _group = bytes[..(int)length];
        Rows = (int)rows;
        Columns = (int)columns;
        return (int)length;
    }

    /// <summary>Returns the chunk of a column, for readers of its type.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The column does not exist.</exception>
    public ReadOnlySpan<byte> Chunk(int column)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)column, (uint)Columns, nameof(column));
        return ChunkMemory(column).Span;
    }

    private ReadOnlyMemory<byte> ChunkMemory(int column) => _group[_starts[column].._starts[column + 1]];

    /// <summary>Reads all rows.</summary>
    /// <param name="batches">One batch per column, or null for a column to skip.</param>
    /// <returns>The number of rows read.</returns>
    /// <exception cref="ArgumentException">The number of batches differs from the number of columns.</exception>
    /// <exception cref="BlittableException">A chunk is damaged, or its type differs from the type of its batch.</exception>
    public int Read(IReadOnlyList<ColumnBatch?> batches)
    {
        ArgumentNullException.ThrowIfNull(batches);
        _isFiltered = false;
        return Decode(batches, Rows);
    }

    /// <summary>Reads the rows whose value in one column is between two inclusive bounds.</summary>
    /// <param name="batches">One batch per column, or null for a column to skip.</param>
    /// <param name="filterColumn">The column to filter, often the time column.</param>
    /// <param name="low">The inclusive lower bound.</param>
    /// <param name="high">The inclusive upper bound.</param>
    /// <returns>The number of rows read. If it is zero, the batches are unchanged.</returns>
    /// <exception cref="ArgumentException">The number of batches differs from the number of columns.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The filter column does not exist.</exception>
    /// <exception cref="BlittableException">A chunk is damaged, or its type differs from the type of its batch or of the filter.</exception>
    public int ReadWhere<T>(IReadOnlyList<ColumnBatch?> batches, int filterColumn, T low, T high)
        where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(batches);
        var words = MaskKernel.Words(Rows);
        if (_selection.Length < words)
        {
            _selection = new ulong[words];
        }

        // The bounds of the chunk are checked before the checksum of its bytes, because the bounds have their own checksum.
        var chunk = Chunk(filterColumn);
        CheckBounds(filterColumn, chunk);
        var bounds = new ColumnReader<T>(chunk, verify: false);
        if (bounds.TryGetStatistics(out var statistics)
            && (Comparer<T>.Default.Compare(statistics.Max, low) < 0 || Comparer<T>.Default.Compare(statistics.Min, high) > 0))
        {
            return 0;
        }

        var filter = new ColumnReader<T>(chunk);
        var selected = filter.Select(low, high, _selection.AsSpan(0, words));
        _isFiltered = selected < Rows;
        return selected == 0 ? 0 : Decode(batches, selected);
    }

    private int Decode(IReadOnlyList<ColumnBatch?> batches, int rows)
    {
        if (batches.Count != Columns)
        {
            throw new ArgumentException($"A group of {Columns} columns requires {Columns} batches, not {batches.Count}.", nameof(batches));
        }

        for (var column = 0; column < Columns; column++)
        {
            CheckRows(ColumnHeader.Read(Chunk(column), verify: false, out _).Rows);
        }

        _batches = batches;
        _selected = rows;
        ColumnWorkers.Run(Columns, _parallel, _decode);
        return rows;
    }

    private void CheckBounds(int column, ReadOnlySpan<byte> chunk)
    {
        var header = ColumnHeader.Read(chunk, verify: false, out chunk);
        CheckRows(header.Rows);
        var entry = ColumnGroupWriter.HeaderSize + (column * ColumnGroupWriter.EntrySize);
        var stored = BinaryPrimitives.ReadUInt32LittleEndian(_group.Span[(entry + sizeof(uint))..]);
        var computed = header.BoundsChecksum(chunk);
        if (stored != computed)
        {
            ThrowHelper.InvalidData($"a chunk whose header and statistics have the checksum {stored:x8}", $"{computed:x8}", _starts[column]);
        }
    }

    private void CheckRows(int rows)
    {
        if (rows != Rows)
        {
            ThrowHelper.InvalidData($"a chunk of {Rows} rows, like its group", $"{rows} rows");
        }
    }
}
