using System.Runtime.InteropServices;
using ParquetSharp;
using ParquetSharp.Schema;
using Encoding = ParquetSharp.Encoding;

namespace Blittable.Benchmarks.Columns;

/// <summary>Writes and reads Parquet through the typed column writers and readers of ParquetSharp, which copy arrays of numbers as a whole.</summary>
/// <param name="name">The name of the peer.</param>
/// <param name="encoding">The encoding of the values. Times are always DELTA_BINARY_PACKED, and tags are in a dictionary.</param>
/// <param name="compression">The compression of the pages.</param>
/// <remarks>Statistics and page checksums are written and verified, like those of the other files.</remarks>
internal sealed class ParquetPeer(string name, Encoding encoding, Compression compression) : SeriesPeer
{
    private const string Time = "time";
    private const string Tag = "tag";

    /// <summary>The default of the C++ library.</summary>
    private const int RowsOfAGroup = 1 << 20;

    private readonly Dictionary<string, byte[]> _tags = new(StringComparer.Ordinal);
    private readonly long[] _numbers = new long[TimeSeries.BatchRows];
    private readonly ByteArray[] _texts = new ByteArray[RowsOfAGroup];

    public override string Name => name;

    public override void Write(TimeSeries series, string path)
    {
        string[] names = [.. Enumerable.Range(0, series.Values.Length).Select(NameOf)];
        using var none = LogicalType.None();
        using var text = LogicalType.String();
        Node[] nodes =
        [
            new PrimitiveNode(Time, Repetition.Required, none, PhysicalType.Int64),
            new PrimitiveNode(Tag, Repetition.Required, text, PhysicalType.ByteArray),
            .. names.Select(column => new PrimitiveNode(column, Repetition.Required, none, PhysicalType.Int64)),
        ];
        using var schema = new GroupNode("schema", Repetition.Required, nodes);
        using var builder = new WriterPropertiesBuilder();
        builder.Compression(compression).EnableStatistics().EnablePageChecksum().DisableDictionary().EnableDictionary(Tag).Encoding(Time, Encoding.DeltaBinaryPacked);
        foreach (var column in names)
        {
            builder.Encoding(column, encoding);
        }

        using var properties = builder.Build();
        using var writer = new ParquetFileWriter(path, schema, properties);
        for (var start = 0; start < series.Rows; start += RowsOfAGroup)
        {
            var rows = Math.Min(RowsOfAGroup, series.Rows - start);
            using var group = writer.AppendRowGroup();
            Write(group.NextColumn(), series.Times.AsSpan(start, rows));
            Write(group.NextColumn(), TextsOf(series.TagValues.AsSpan(start, rows)));
            foreach (var values in series.Values)
            {
                Write(group.NextColumn(), values.AsSpan(start, rows));
            }
        }

        writer.Close();
        Array.ForEach(nodes, node => node.Dispose());
    }

    public override SeriesSum Sum(string path, int columns)
    {
        using var properties = ReaderProperties.GetDefaultReaderProperties();
        properties.EnablePageChecksumVerification();
        using var reader = new ParquetFileReader(path, properties);
        var sum = new SeriesSum(reader.FileMetaData.NumRows, 0, 0);
        for (var index = 0; index < reader.FileMetaData.NumRowGroups; index++)
        {
            using var group = reader.RowGroup(index);
            for (var column = 0; column < columns + 2; column++)
            {
                using var values = group.Column(column);
                sum += values is ColumnReader<long> numbers ? Sum(numbers) : Count((ColumnReader<ByteArray>)values);
            }
        }

        return sum;
    }

    private static void Write<T>(ColumnWriter column, ReadOnlySpan<T> values)
        where T : unmanaged
    {
        using (column)
        {
            ((ColumnWriter<T>)column).WriteBatch(values);
        }
    }

    private SeriesSum Sum(ColumnReader<long> column)
    {
        long sum = 0;
        while (column.HasNext)
        {
            column.ReadBatch(_numbers.Length, _numbers, out var count);
            sum = unchecked(sum + SeriesSum.Of(_numbers.AsSpan(0, (int)count)));
        }

        return new(0, 0, sum);
    }

    private SeriesSum Count(ColumnReader<ByteArray> column)
    {
        long tags = 0;
        while (column.HasNext)
        {
            column.ReadBatch(TimeSeries.BatchRows, _texts, out var count);
            tags += count;
        }

        return new(0, tags, 0);
    }

    /// <summary>Returns pointers to the UTF-8 of the rows' tags. Only the first row of a run of equal tags is looked up.</summary>
    private ReadOnlySpan<ByteArray> TextsOf(ReadOnlySpan<string?> tags)
    {
        string? last = null;
        ByteArray bytes = default;
        for (var row = 0; row < tags.Length; row++)
        {
            if (!ReferenceEquals(tags[row], last))
            {
                last = tags[row]!;
                bytes = BytesOf(last);
            }

            _texts[row] = bytes;
        }

        return _texts.AsSpan(0, tags.Length);
    }

    private ByteArray BytesOf(string tag)
    {
        if (!_tags.TryGetValue(tag, out var bytes))
        {
            bytes = GC.AllocateArray<byte>(System.Text.Encoding.UTF8.GetByteCount(tag), pinned: true);
            System.Text.Encoding.UTF8.GetBytes(tag, bytes);
            _tags.Add(tag, bytes);
        }

        return new ByteArray(Marshal.UnsafeAddrOfPinnedArrayElement(bytes, 0), bytes.Length);
    }
}
