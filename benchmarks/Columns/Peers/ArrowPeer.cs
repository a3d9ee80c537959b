using System.Runtime.InteropServices;
using Apache.Arrow;
using Apache.Arrow.Compression;
using Apache.Arrow.Ipc;
using Apache.Arrow.Types;
using Blittable.Collections.Storage;

namespace Blittable.Benchmarks.Columns;

/// <summary>Writes and reads the IPC stream format of Arrow: arrays are written without a copy and, if not compressed, read in place from a mapped file. The
/// format has no checksums.</summary>
/// <param name="name">The name of the peer.</param>
/// <param name="compression">The compression of the buffers, or null for none.</param>
internal sealed class ArrowPeer(string name, CompressionCodecType? compression) : SeriesPeer
{
    private static readonly DictionaryType s_tagType = new(Int32Type.Default, StringType.Default, ordered: false);

    public override string Name => name;

    public override void Write(TimeSeries series, string path)
    {
        var schema = new Schema(
            [
                new Field("time", Int64Type.Default, nullable: false),
                new Field("tag", s_tagType, nullable: false),
                .. Enumerable.Range(0, series.Values.Length).Select(column => new Field(NameOf(column), Int64Type.Default, nullable: false)),
            ],
            null);
        var options = new IpcOptions { CompressionCodec = compression, CompressionCodecFactory = new CompressionCodecFactory() };
        var tags = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var tag in series.TagValues)
        {
            tags.TryAdd(tag!, tags.Count);
        }

        var names = new StringArray.Builder().AppendRange(tags.Keys).Build();
        var creation = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, BufferSize = 1 << 16, PreallocationSize = series.PlainSize };
        using var file = new FileStream(path, creation);
        using var writer = new ArrowStreamWriter(file, schema, leaveOpen: true, options);
        for (var start = 0; start < series.Rows; start += TimeSeries.BatchRows)
        {
            var rows = Math.Min(TimeSeries.BatchRows, series.Rows - start);
            IArrowArray[] columns =
            [
                Numbers(series.Times, start, rows),
                new DictionaryArray(s_tagType, Indexes(series.TagValues.AsSpan(start, rows), tags), names),
                .. series.Values.Select(values => Numbers(values, start, rows)),
            ];
            writer.WriteRecordBatch(new RecordBatch(schema, columns, rows));
        }

        writer.WriteEnd();
        file.SetLength(file.Position);
    }

    public override SeriesSum Sum(string path, int columns)
    {
        using var file = File.OpenHandle(path);
        using var mapped = new MappedFile(file);
        using var reader = new ArrowStreamReader(mapped.Slice(0, (int)mapped.Length), new CompressionCodecFactory());
        var sum = default(SeriesSum);
        while (reader.ReadNextRecordBatch() is { } batch)
        {
            using (batch)
            {
                sum += new SeriesSum(batch.Length, 0, 0);
                foreach (var column in batch.Arrays)
                {
                    sum += column is Int64Array numbers ? new(0, 0, SeriesSum.Of(numbers.Values)) : new(0, column.Length - column.NullCount, 0);
                }
            }
        }

        return sum;
    }

    private static Int64Array Numbers(long[] numbers, int start, int rows) =>
        new(new ArrowBuffer(new BorrowedBytes(numbers, start, rows).Memory), ArrowBuffer.Empty, rows, 0, 0);

    /// <summary>Returns the dictionary indexes of the rows' tags. Only the first row of a run of equal tags is looked up.</summary>
    private static Int32Array Indexes(ReadOnlySpan<string?> rows, Dictionary<string, int> tags)
    {
        var bytes = new byte[rows.Length * sizeof(int)];
        var indexes = MemoryMarshal.Cast<byte, int>(bytes.AsSpan());
        string? last = null;
        var index = 0;
        for (var row = 0; row < rows.Length; row++)
        {
            if (!ReferenceEquals(rows[row], last))
            {
                last = rows[row]!;
                index = tags[last];
            }

            indexes[row] = index;
        }

        return new Int32Array(new ArrowBuffer(bytes), ArrowBuffer.Empty, rows.Length, 0, 0);
    }
}
