using System.Text;
using Blittable.Dates;

namespace Blittable.Collections.Query.Values;

/// <summary>Encodes and decodes values in temporary files.</summary>
internal static class QueryValueCodec
{
    /// <summary>The estimated bytes of a value in memory, excluding strings.</summary>
    private const int ValueBytes = 64;

    /// <summary>Estimates the bytes of a row in memory.</summary>
    public static long EstimateBytes(ReadOnlySpan<QueryValue> row)
    {
        long bytes = 0;
        foreach (ref readonly var value in row)
        {
            bytes += ValueBytes + (value.Kind is QueryValueKind.String or QueryValueKind.Json ? sizeof(char) * (long)value.GetString().Length : 0);
        }

        return bytes;
    }

    public static void Write(BinaryWriter writer, in QueryValue value)
    {
        writer.Write((byte)value.Kind);
        switch (value.Kind)
        {
            case QueryValueKind.Boolean:
                writer.Write(value.GetBoolean());
                break;
            case QueryValueKind.Number:
                writer.Write(value.Number.IsSmall && value.NumberText is null);
                if (value.Number.IsSmall && value.NumberText is null)
                {
                    writer.Write(value.Number.Mantissa);
                    writer.Write(value.Number.Exponent);
                }
                else
                {
                    writer.Write(value.ToString());
                }

                break;
            case QueryValueKind.Date:
                var date = value.GetTimestamp();
                writer.Write(date.UnixSeconds);
                writer.Write(date.Nanoseconds);
                writer.Write(date.OffsetMinutes);
                writer.Write(value.DateForm.Bits);
                break;
            case QueryValueKind.String or QueryValueKind.Json:
                writer.Write(value.GetString());
                break;
        }
    }

    public static QueryValue Read(BinaryReader reader) => (QueryValueKind)reader.ReadByte() switch
    {
        QueryValueKind.Boolean => reader.ReadBoolean(),
        QueryValueKind.Number when reader.ReadBoolean() => QueryValue.FromMantissa(reader.ReadInt64(), reader.ReadInt32()),
        QueryValueKind.Number => QueryValue.FromNumberText(Encoding.ASCII.GetBytes(reader.ReadString())),
        QueryValueKind.Date => QueryValue.FromDate(
            new Timestamp(reader.ReadInt64(), reader.ReadUInt32(), reader.ReadInt16()), DateTextForm.FromKnownBits(reader.ReadUInt16())),
        QueryValueKind.String => QueryValue.FromText(reader.ReadString()),
        QueryValueKind.Json => QueryValue.FromJson(reader.ReadString()),
        _ => QueryValue.Null,
    };
}
