using System.Buffers.Binary;
using Blittable.Collections;
using Blittable.Columns;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Benchmarks.Columns;

/// <summary>A file of column groups, one behind the other; each worker takes every n-th of them.</summary>
/// <remarks><c>u32 length, u32 length before compression or 0</c>, then the group.</remarks>
internal sealed class SeriesFile
{
    private const int HeaderSize = 8;

    private readonly TimeSeries _series;
    private readonly BlockCompression _compression;
    private readonly Worker[] _workers;

    public SeriesFile(TimeSeries series, ColumnEncoding encoding, BlockCompression compression, int workers)
    {
        _series = series;
        _compression = compression;
        _workers = [.. Enumerable.Range(0, workers).Select(_ => new Worker(TimeSeries.Batches(series.Values.Length, encoding)))];
    }

    private int Groups => (_series.Rows + TimeSeries.BatchRows - 1) / TimeSeries.BatchRows;

    /// <summary>Writes a new file, a group a batch.</summary>
    /// <returns>Its bytes.</returns>
    public long Write(string path)
    {
        using var file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write);
        long end = 0;
        var turn = 0;
        RunWorkers(index =>
        {
            var worker = _workers[index];
            for (var group = index; group < Groups; group += _workers.Length)
            {
                _series.Fill(worker.Batches, group * TimeSeries.BatchRows);
                var parts = worker.Encode(_compression, out var length);

                // Groups keep their order; so a worker learns where to write only when the one before it has its place.
                var wait = default(SpinWait);
                while (Volatile.Read(ref turn) != group)
                {
                    wait.SpinOnce();
                }

                var offset = end;
                end += length;
                Volatile.Write(ref turn, group + 1);
                RandomAccess.Write(file, parts, offset);
            }
        });
        return end;
    }

    /// <summary>Reads all rows, or those of a time range, batch by batch.</summary>
    /// <returns>The rows read.</returns>
    public long Read(string path, (long Low, long High)? range = null)
    {
        using SafeFileHandle file = File.OpenHandle(path);
        using var mapped = new MappedFile(file);
        var groups = Find(mapped);
        long rows = 0;
        RunWorkers(index =>
        {
            long read = 0;
            for (var group = index; group < groups.Count; group += _workers.Length)
            {
                read += _workers[index].Read(groups[group], _compression, range);
            }

            Interlocked.Add(ref rows, read);
        });
        return rows;
    }

    private static List<ReadOnlyMemory<byte>> Find(MappedFile mapped)
    {
        var groups = new List<ReadOnlyMemory<byte>>();
        for (long offset = 0; offset < mapped.Length;)
        {
            var length = HeaderSize + BinaryPrimitives.ReadInt32LittleEndian(mapped.Slice(offset, sizeof(int)).Span);
            groups.Add(mapped.Slice(offset, length));
            offset += length;
        }

        return groups;
    }

    private void RunWorkers(Action<int> work)
    {
        if (_workers.Length == 1)
        {
            work(0);
            return;
        }

        Task[] others = [.. Enumerable.Range(1, _workers.Length - 1).Select(index => Task.Run(() => work(index)))];
        work(0);
        Task.WaitAll(others);
    }

    /// <summary>What a worker reuses from group to group.</summary>
    private sealed class Worker(ColumnBatch[] batches)
    {
        private readonly ColumnGroupWriter _writer = new();
        private readonly ColumnGroupReader _reader = new();
        private readonly byte[] _header = new byte[HeaderSize];
        private readonly List<ReadOnlyMemory<byte>> _parts = [];
        private byte[] _whole = [];
        private byte[] _compressed = [];

        public ColumnBatch[] Batches => batches;

        public List<ReadOnlyMemory<byte>> Encode(BlockCompression compression, out long length)
        {
            _parts.Clear();
            _parts.Add(_header);
            _parts.AddRange(_writer.Encode(batches));
            var size = (int)_parts.Skip(1).Sum(part => (long)part.Length);
            BinaryPrimitives.WriteInt32LittleEndian(_header, size);
            BinaryPrimitives.WriteInt32LittleEndian(_header.AsSpan(sizeof(int)), 0);
            length = HeaderSize + size;
            if (compression != BlockCompression.None && TryCompress(compression, size, out var compressed))
            {
                BinaryPrimitives.WriteInt32LittleEndian(_header, compressed);
                BinaryPrimitives.WriteInt32LittleEndian(_header.AsSpan(sizeof(int)), size);
                _parts.RemoveRange(1, _parts.Count - 1);
                _parts.Add(_compressed.AsMemory(0, compressed));
                length = HeaderSize + compressed;
            }

            return _parts;
        }

        public long Read(ReadOnlyMemory<byte> group, BlockCompression compression, (long Low, long High)? range)
        {
            var raw = BinaryPrimitives.ReadInt32LittleEndian(group.Span[sizeof(int)..]);
            group = group[HeaderSize..];
            if (raw != 0)
            {
                Ensure(ref _whole, raw);
                BlockCompressor.Decompress(compression, group.Span, _whole.AsSpan(0, raw));
                group = _whole.AsMemory(0, raw);
            }

            _reader.Open(group);
            return range is var (low, high) ? _reader.ReadWhere(batches, 0, low, high) : _reader.Read(batches);
        }

        private bool TryCompress(BlockCompression compression, int size, out int compressed)
        {
            Ensure(ref _whole, size);
            Ensure(ref _compressed, size);
            var at = 0;
            foreach (var part in _parts.Skip(1))
            {
                part.Span.CopyTo(_whole.AsSpan(at));
                at += part.Length;
            }

            return BlockCompressor.TryCompress(compression, _whole.AsSpan(0, size), _compressed.AsSpan(0, size - 1), out compressed);
        }

        private static void Ensure(ref byte[] bytes, int size)
        {
            if (bytes.Length < size)
            {
                bytes = GC.AllocateUninitializedArray<byte>(size);
            }
        }
    }
}
