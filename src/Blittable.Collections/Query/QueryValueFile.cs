using System.Text;
using Blittable.Dates;

namespace Blittable.Collections;

/// <summary>Rows of scalars in a temporary file, which is gone once it is closed.</summary>
internal sealed class QueryValueFile : IDisposable
{
    private const int BufferBytes = 1 << 16;

    private readonly FileStream _stream;
    private readonly BinaryWriter _writer;

    public QueryValueFile()
    {
        _stream = new FileStream(
            Path.Combine(Path.GetTempPath(), Path.GetRandomFileName()), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None, BufferBytes,
            FileOptions.DeleteOnClose | FileOptions.SequentialScan);
        _writer = new BinaryWriter(_stream, Encoding.UTF8, leaveOpen: true);
    }

    /// <summary>The rows written.</summary>
    public long Rows { get; private set; }

    public void Write(ReadOnlySpan<QueryValue> row)
    {
        foreach (var value in row)
        {
            Write(value);
        }

        Rows++;
    }

    /// <summary>Reads all rows from the first on.</summary>
    /// <param name="columns">The values of a row.</param>
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
                values[column] = Read(reader);
            }

            yield return values;
        }
    }

    public void Dispose()
    {
        _writer.Dispose();
        _stream.Dispose();
    }

    private void Write(in QueryValue value)
    {
        _writer.Write((byte)value.Kind);
        switch (value.Kind)
        {
            case QueryValueKind.Boolean:
                _writer.Write(value.GetBoolean());
                break;
            case QueryValueKind.Number:
                _writer.Write(value.Number.IsSmall && value.NumberText is null);
                if (value.Number.IsSmall && value.NumberText is null)
                {
                    _writer.Write(value.Number.Mantissa);
                    _writer.Write(value.Number.Exponent);
                }
                else
                {
                    _writer.Write(value.ToString());
                }

                break;
            case QueryValueKind.Date:
                var date = value.GetTimestamp();
                _writer.Write(date.UnixSeconds);
                _writer.Write(date.Nanoseconds);
                _writer.Write(date.OffsetMinutes);
                _writer.Write(value.DateForm.Bits);
                break;
            case QueryValueKind.String or QueryValueKind.Json:
                _writer.Write(value.GetString());
                break;
        }
    }

    private static QueryValue Read(BinaryReader reader)
    {
        return (QueryValueKind)reader.ReadByte() switch
        {
            QueryValueKind.Boolean => reader.ReadBoolean(),
            QueryValueKind.Number when reader.ReadBoolean() => QueryValue.FromMantissa(reader.ReadInt64(), reader.ReadInt32()),
            QueryValueKind.Number => QueryValue.FromNumberText(Encoding.ASCII.GetBytes(reader.ReadString())),
            QueryValueKind.Date => QueryValue.FromDate(
                new Timestamp(reader.ReadInt64(), reader.ReadUInt32(), reader.ReadInt16()), DateTextForm.FromKnownBits(reader.ReadUInt16())),
            QueryValueKind.String => reader.ReadString(),
            QueryValueKind.Json => QueryValue.FromJson(reader.ReadString()),
            _ => QueryValue.Null,
        };
    }
}
