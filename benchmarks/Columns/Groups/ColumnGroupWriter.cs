using System.Buffers;
using System.Buffers.Binary;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Benchmarks.Columns;

/// <summary>Encodes the columns of a group of rows. With more than one worker, each column is a task. Reusable; not thread-safe.</summary>
/// <remarks>
/// <code>
/// 0  u32  length of the group in bytes, including this header
/// 4  u32  rows
/// 8  u32  columns
/// 12 u32  CRC-32C of the first twelve bytes and the directory
/// 16      directory, for each column: u32 length of its chunk, u32 CRC-32C of the chunk's header, statistics and scale
/// ...     the chunks (see <c>docs/COLUMNS.md</c>)
/// </code>
/// Each chunk has its own checksum. The checksum of its bounds lets a filter skip a group without reading the rest of it.
/// </remarks>
internal sealed class ColumnGroupWriter
{
    internal const int HeaderSize = 16;

    /// <summary>The number of bytes per column in the directory.</summary>
    internal const int EntrySize = 2 * sizeof(uint);

    /// <summary>The maximum number of columns of a group.</summary>
    internal const int MaxColumns = 1 << 16;

    private readonly ParallelOptions _parallel;
    private readonly Action<int> _encode;
    private readonly List<ReadOnlyMemory<byte>> _parts = [];
    private IReadOnlyList<ColumnBatch> _columns = [];
    private ReadOnlyMemory<byte>[] _chunks = [];
    private byte[] _header = [];

    /// <summary>Creates a writer.</summary>
    /// <param name="workers">The maximum number of columns encoded in parallel.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number of workers is less than 1.</exception>
    public ColumnGroupWriter(int workers = 1)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(workers, 1);
        _parallel = new ParallelOptions { MaxDegreeOfParallelism = workers };
        _encode = column => _chunks[column] = _columns[column].Encode();
    }

    /// <summary>Encodes a group.</summary>
    /// <param name="columns">The columns, all with an equal number of rows.</param>
    /// <returns>The bytes of the group in pieces, for a gathering write
    /// (<see cref="RandomAccess.Write(Microsoft.Win32.SafeHandles.SafeFileHandle, IReadOnlyList{ReadOnlyMemory{byte}}, long)"/>). The writer and the batches
    /// own the pieces, which are valid until the next group.</returns>
    /// <exception cref="ArgumentException">There are no columns, too many columns, or columns with different numbers of rows.</exception>
    /// <exception cref="BlittableException">The group has more than 2^24 rows or more than 2 GB.</exception>
    public IReadOnlyList<ReadOnlyMemory<byte>> Encode(IReadOnlyList<ColumnBatch> columns)
    {
        ArgumentNullException.ThrowIfNull(columns);
        if (columns.Count is 0 or > MaxColumns || columns.Any(column => column.Count != columns[0].Count))
        {
            throw new ArgumentException($"A group must have 1 to {MaxColumns} columns with equal numbers of rows.", nameof(columns));
        }

        _columns = columns;
        if (_chunks.Length < columns.Count)
        {
            _chunks = new ReadOnlyMemory<byte>[columns.Count];
            _header = new byte[HeaderSize + (columns.Count * EntrySize)];
        }

        ColumnWorkers.Run(columns.Count, _parallel, _encode);
        _parts.Clear();
        _parts.Add(WriteHeader(columns.Count, columns[0].Count));
        for (var column = 0; column < columns.Count; column++)
        {
            _parts.Add(_chunks[column]);
        }

        return _parts;
    }

    /// <summary>Encodes a group and appends it to an output.</summary>
    /// <exception cref="ArgumentException">There are no columns, too many columns, or columns with different numbers of rows.</exception>
    /// <exception cref="BlittableException">The group has more than 2^24 rows or more than 2 GB.</exception>
    public void Encode(IReadOnlyList<ColumnBatch> columns, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        foreach (var part in Encode(columns))
        {
            output.Write(part.Span);
        }
    }

    private ReadOnlyMemory<byte> WriteHeader(int columns, int rows)
    {
        var size = HeaderSize + (columns * EntrySize);
        var header = _header.AsSpan(0, size);
        var total = (long)size;
        for (var column = 0; column < columns; column++)
        {
            var entry = header[(HeaderSize + (column * EntrySize))..];
            var chunk = _chunks[column].Span;
            BinaryPrimitives.WriteInt32LittleEndian(entry, chunk.Length);
            BinaryPrimitives.WriteUInt32LittleEndian(entry[sizeof(uint)..], ColumnHeader.Read(chunk, verify: false, out _).BoundsChecksum(chunk));
            total += chunk.Length;
        }

        if (total > int.MaxValue)
        {
            ThrowHelper.Throw(BlittableErrorCode.DocumentTooLarge, $"A column group can hold at most {int.MaxValue} bytes, not {total}.");
        }

        BinaryPrimitives.WriteInt32LittleEndian(header, (int)total);
        BinaryPrimitives.WriteInt32LittleEndian(header[4..], rows);
        BinaryPrimitives.WriteInt32LittleEndian(header[8..], columns);
        BinaryPrimitives.WriteUInt32LittleEndian(header[12..], Checksum(header));
        return _header.AsMemory(0, size);
    }

    internal static uint Checksum(ReadOnlySpan<byte> header) => Crc32C.Compute(header[HeaderSize..], Crc32C.Compute(header[..12]));
}
