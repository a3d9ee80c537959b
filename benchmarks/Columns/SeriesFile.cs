using Blittable.Benchmarks.Harness;
using Blittable.Collections;
using Blittable.Collections.Storage;
using Blittable.Columns;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Benchmarks.Columns;

/// <summary>Represents a file of column groups with a directory. Each worker takes the next batch or group that no worker has taken.</summary>
internal sealed class SeriesFile
{
    private readonly TimeSeries _series;
    private readonly BlockCompression _compression;
    private readonly Worker[] _workers;
    private readonly Stack<PieceFile.Piece> _spare = new();

    public SeriesFile(TimeSeries series, ColumnEncoding encoding, BlockCompression compression, int workers)
    {
        _series = series;
        _compression = compression;
        _workers = [.. Enumerable.Range(0, workers).Select(_ => new Worker(TimeSeries.Batches(series.Values.Length, encoding)))];
    }

    /// <summary>Writes a new file, one batch at a time.</summary>
    /// <returns>The length of the file in bytes.</returns>
    public long Write(string path)
    {
        using var file = new PieceFile(path, _series.PlainSize, _spare);
        var groups = new SeriesGroup[Parts(_series.Rows, _series.GroupRows)];
        var groupsOfABatch = Parts(TimeSeries.BatchRows, _series.GroupRows);
        RunWorkers(Parts(_series.Rows, TimeSeries.BatchRows), (number, batch) =>
        {
            var worker = _workers[number];
            var start = batch * groupsOfABatch;
            for (var index = start; index < Math.Min(start + groupsOfABatch, groups.Length); index++)
            {
                _series.Fill(worker.Batches, index * _series.GroupRows);
                var parts = worker.Encode(_compression, out var group);
                groups[index] = group with { Offset = file.Append(parts) };
            }
        });
        file.Append(SeriesGroup.Directory(groups));
        return file.Finish();
    }

    /// <summary>Reads all rows, or the rows of a time range, one group at a time.</summary>
    /// <returns>The number of rows read.</returns>
    public long Read(string path, (long Low, long High)? range = null) => Read(path, range, (_, _) => { });

    /// <summary>Reads all rows and computes their sum.</summary>
    public SeriesSum Sum(string path)
    {
        var sums = new SeriesSum[_workers.Length];
        Read(path, null, (worker, batches) => sums[worker] += SumOf(batches));
        return sums.Aggregate((left, right) => left + right);
    }

    private long Read(string path, (long Low, long High)? range, Action<int, ColumnBatch[]> use)
    {
        using SafeFileHandle file = File.OpenHandle(path);
        SeriesGroup[] groups = [.. SeriesGroup.ReadDirectory(file).Where(group => group.Overlaps(range))];
        using var mapped = new MappedFile(file);
        long rows = 0;
        RunWorkers(groups.Length, (worker, index) =>
        {
            var group = groups[index];
            Interlocked.Add(ref rows, _workers[worker].Read(mapped.Slice(group.Offset, group.Length), group.RawLength, _compression, range));
            use(worker, _workers[worker].Batches);
        });
        return rows;
    }

    private static SeriesSum SumOf(ColumnBatch[] batches)
    {
        var tags = ((StringColumnBatch)batches[1]).Rows.Codes;
        var sum = new SeriesSum(tags.Length, tags.Length - tags.Count(StringBatch.NullCode), 0);
        foreach (var batch in batches)
        {
            sum += batch is ColumnBatch<long> numbers ? new(0, 0, SeriesSum.Of(numbers.Values)) : default;
        }

        return sum;
    }

    private static int Parts(int rows, int rowsOfAPart) => (rows + rowsOfAPart - 1) / rowsOfAPart;

    /// <summary>Runs work for each item. It receives the number of the worker and the number of the item.</summary>
    private void RunWorkers(int items, Action<int, int> work)
    {
        var next = -1;
        PinnedThreads.Run(_workers.Length, worker =>
        {
            for (int item; (item = Interlocked.Increment(ref next)) < items;)
            {
                work(worker, item);
            }
        });
    }

    /// <summary>Holds the objects that a worker reuses for each group.</summary>
    private sealed class Worker(ColumnBatch[] batches)
    {
        private readonly ColumnGroupWriter _writer = new();
        private readonly ColumnGroupReader _reader = new();
        private IReadOnlyList<ReadOnlyMemory<byte>> _parts = [];
        private byte[] _whole = [];
        private byte[] _compressed = [];

        public ColumnBatch[] Batches => batches;

        public IReadOnlyList<ReadOnlyMemory<byte>> Encode(BlockCompression compression, out SeriesGroup group)
        {
            _parts = _writer.Encode(batches);
            var size = (int)_parts.Sum(part => (long)part.Length);
            new ColumnReader<long>(_parts[1].Span, verify: false).TryGetStatistics(out var times);
            group = new SeriesGroup(0, times.Min, times.Max, size, 0);
            if (compression != BlockCompression.None && TryCompress(compression, size, out var compressed))
            {
                group = group with { Length = compressed, RawLength = size };
                _parts = [_compressed.AsMemory(0, compressed)];
            }

            return _parts;
        }

        public long Read(ReadOnlyMemory<byte> group, int rawLength, BlockCompression compression, (long Low, long High)? range)
        {
            if (rawLength != 0)
            {
                Ensure(ref _whole, rawLength);
                BlockCompressor.Decompress(compression, group.Span, _whole.AsSpan(0, rawLength));
                group = _whole.AsMemory(0, rawLength);
            }

            _reader.Open(group);
            return range is var (low, high) ? _reader.ReadWhere(batches, 0, low, high) : _reader.Read(batches);
        }

        private bool TryCompress(BlockCompression compression, int size, out int compressed)
        {
            Ensure(ref _whole, size);
            Ensure(ref _compressed, size);
            var at = 0;
            foreach (var part in _parts)
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
