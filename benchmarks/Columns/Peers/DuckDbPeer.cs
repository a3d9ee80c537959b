using System.Numerics;
using System.Text;
using DuckDB.NET.Data;
using DuckDB.NET.Native;
using DuckDBAppender = DuckDB.NET.Native.DuckDBAppender;

namespace Blittable.Benchmarks.Columns;

/// <summary>Writes and reads a table of DuckDB: data chunks are appended, which copies arrays of numbers as a whole, and a query computes the sums inside
/// DuckDB.</summary>
/// <param name="name">The name of the peer.</param>
/// <param name="compression">The compression that all columns must have, or null to let DuckDB select one for each.</param>
/// <remarks>A database that has been read stays open, because DuckDB then has its blocks in memory. The other files are opened for each sum.</remarks>
internal sealed unsafe class DuckDbPeer(string name, string? compression) : SeriesPeer
{
    /// <summary>The rows of a data chunk, <c>STANDARD_VECTOR_SIZE</c>.</summary>
    private const int ChunkRows = 2_048;

    /// <summary>The size of a string in a vector: its length, then up to <see cref="InlineBytes"/> bytes, or a pointer to more.</summary>
    private const int StringBytes = 16;

    private const int InlineBytes = 12;

    private DuckDBConnection? _open;

    public override string Name => name;

    public override void Write(TimeSeries series, string path)
    {
        using var connection = Open($"Data Source={path}");
        if (compression is not null)
        {
            Execute(connection, $"SET force_compression TO '{compression}'");
        }

        var columns = string.Concat(Enumerable.Range(0, series.Values.Length).Select(column => $", {NameOf(column)} BIGINT NOT NULL"));
        Execute(connection, $"CREATE TABLE t (time BIGINT NOT NULL, tag VARCHAR NOT NULL{columns})");
        Check(NativeMethods.Appender.DuckDBAppenderCreate(connection.NativeConnection, null!, "t", out var appender));
        using (appender)
        {
            Append(series, appender);
            Check(NativeMethods.Appender.DuckDBAppenderClose(appender));
        }

        Execute(connection, "CHECKPOINT");
    }

    public override SeriesSum Sum(string path, int columns)
    {
        _open ??= Open($"Data Source={path};ACCESS_MODE=READ_ONLY");
        using var command = _open.CreateCommand();
        var sums = string.Concat(Enumerable.Range(0, columns).Select(column => $", sum({NameOf(column)})"));
        command.CommandText = $"SELECT count(*), count(tag), sum(time){sums} FROM t";
        using var reader = command.ExecuteReader();
        reader.Read();
        var numbers = BigInteger.Zero;
        for (var column = 2; column < reader.FieldCount; column++)
        {
            numbers += reader.GetFieldValue<BigInteger>(column);
        }

        return new SeriesSum(reader.GetInt64(0), reader.GetInt64(1), unchecked((long)(ulong)(numbers & ulong.MaxValue)));
    }

    public override void Dispose()
    {
        _open?.Dispose();
        _open = null;
        base.Dispose();
    }

    private static DuckDBConnection Open(string source)
    {
        var connection = new DuckDBConnection(source);
        connection.Open();
        Execute(connection, "SET threads TO 1");
        return connection;
    }

    private static void Execute(DuckDBConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    private static void Append(TimeSeries series, DuckDBAppender appender)
    {
        using var number = NativeMethods.LogicalType.DuckDBCreateLogicalType(DuckDBType.BigInt);
        using var text = NativeMethods.LogicalType.DuckDBCreateLogicalType(DuckDBType.Varchar);
        nint[] types = [number.DangerousGetHandle(), text.DangerousGetHandle(), .. series.Values.Select(_ => number.DangerousGetHandle())];
        using var chunk = NativeMethods.DataChunks.DuckDBCreateDataChunk(types, (ulong)types.Length);
        for (var start = 0; start < series.Rows; start += ChunkRows)
        {
            var rows = Math.Min(ChunkRows, series.Rows - start);
            NativeMethods.DataChunks.DuckDBDataChunkReset(chunk);
            Copy(series.Times, start, rows, Data(chunk, 0));
            CopyTags(series.TagValues.AsSpan(start, rows), (byte*)Data(chunk, 1));
            for (var column = 0; column < series.Values.Length; column++)
            {
                Copy(series.Values[column], start, rows, Data(chunk, column + 2));
            }

            NativeMethods.DataChunks.DuckDBDataChunkSetSize(chunk, (ulong)rows);
            Check(NativeMethods.Appender.DuckDBAppendDataChunk(appender, chunk));
        }
    }

    private static void* Data(DuckDBDataChunk chunk, int column) =>
        NativeMethods.Vectors.DuckDBVectorGetData(NativeMethods.DataChunks.DuckDBDataChunkGetVector(chunk, column));

    private static void Copy(long[] numbers, int start, int rows, void* data) => numbers.AsSpan(start, rows).CopyTo(new Span<long>(data, rows));

    /// <summary>Stores tags inside the vector. Only the first row of a run of equal tags is encoded.</summary>
    private static void CopyTags(ReadOnlySpan<string?> tags, byte* data)
    {
        string? last = null;
        Span<byte> stored = stackalloc byte[StringBytes];
        for (var row = 0; row < tags.Length; row++)
        {
            if (!ReferenceEquals(tags[row], last))
            {
                last = tags[row]!;
                stored.Clear();
                stored[0] = (byte)Encoding.UTF8.GetBytes(last, stored.Slice(sizeof(int), InlineBytes));
            }

            stored.CopyTo(new Span<byte>(data + (row * StringBytes), StringBytes));
        }
    }

    private static void Check(DuckDBState state)
    {
        if (state != DuckDBState.Success)
        {
            throw new InvalidOperationException("DuckDB did not append the rows.");
        }
    }
}
