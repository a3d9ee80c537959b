using System.Text;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Query.Values;

/// <summary>Stores rows of scalars in a temporary file, which is deleted when it is closed.</summary>
internal sealed class QueryValueFile : IDisposable
{
    private const int BufferBytes = 1 << 14;

    private readonly ReadMeter? _meter = ReadMeter.Current;
    private readonly FileStream _stream;
    private readonly BinaryWriter _writer;

    public QueryValueFile()
    {
        _stream = new FileStream(TemporaryFile.Open(FileOptions.SequentialScan), FileAccess.ReadWrite, BufferBytes);
        _writer = new BinaryWriter(_stream, Encoding.UTF8, leaveOpen: true);
    }

    /// <summary>Gets the number of rows written.</summary>
    public long Rows { get; private set; }

    /// <summary>Merges the rows of several sorted files.</summary>
    /// <param name="files">The files.</param>
    /// <param name="columns">The number of values per row.</param>
    /// <param name="order">The order. Equal rows keep the order of their files.</param>
    /// <param name="rest">Additional rows, sorted.</param>
    public static IEnumerable<QueryValue[]> Merge(
        QueryValueFile[] files, int columns, Comparison<QueryValue[]> order, IEnumerable<QueryValue[]>? rest = null)
    {
        var sources = files.Select(file => file.Read(columns)).Append(rest ?? []).Select(rows => rows.GetEnumerator()).ToArray();
        var next = new PriorityQueue<int, (QueryValue[] Row, int Source)>(Comparer<(QueryValue[] Row, int Source)>.Create((left, right) =>
            order(left.Row, right.Row) is var result && result != 0 ? result : left.Source.CompareTo(right.Source)));
        for (var source = 0; source < sources.Length; source++)
        {
            Enqueue(source);
        }

        while (next.TryDequeue(out var source, out var first))
        {
            yield return first.Row;
            Enqueue(source);
        }

        void Enqueue(int source)
        {
            if (sources[source].MoveNext())
            {
                next.Enqueue(source, (sources[source].Current, source));
            }
        }
    }

    public void Write(ReadOnlySpan<QueryValue> row)
    {
        foreach (ref readonly var value in row)
        {
            QueryValueCodec.Write(_writer, value);
        }

        Rows++;
    }

    /// <summary>Reads all rows from the start.</summary>
    /// <param name="columns">The number of values per row.</param>
    public IEnumerable<QueryValue[]> Read(int columns)
    {
        _writer.Flush();
        _stream.Position = 0;
        using var reader = new BinaryReader(_stream, Encoding.UTF8, leaveOpen: true);
        for (var row = 0L; row < Rows; row++)
        {
            var values = new QueryValue[columns];
            for (var column = 0; column < columns; column++)
            {
                values[column] = QueryValueCodec.Read(reader);
            }

            yield return values;
        }
    }

    public void Dispose()
    {
        _writer.Dispose();
        _meter?.CountFile(_stream.CanRead ? _stream.Length : 0);
        _stream.Dispose();
    }
}
