using System.Text.Json;
using MessagePack;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads the three properties by scanning the tokens of a row, the only method for a format without an index.</summary>
internal readonly partial struct LineitemQuery
{
    public static bool HasScans => true;

    public static double Scan(ref Utf8JsonReader json)
    {
        double sum = 0;
        json.Read();
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            if (json.ValueTextEquals("l_quantity"u8))
            {
                json.Read();
                sum += json.GetInt32();
            }
            else if (json.ValueTextEquals("l_extendedprice"u8))
            {
                json.Read();
                sum += json.GetDouble();
            }
            else if (json.ValueTextEquals("l_shipmode"u8))
            {
                json.Read();
                sum += json.ValueTextEquals("TRUCK"u8) ? 1 : 0;
            }
            else
            {
                json.Skip();
            }
        }

        return sum;
    }

    public static double Scan(ref MessagePackReader packed)
    {
        double sum = 0;
        for (int properties = packed.ReadMapHeader(); properties > 0; properties--)
        {
            packed.TryReadStringSpan(out ReadOnlySpan<byte> name);
            if (name.SequenceEqual("l_quantity"u8))
            {
                sum += packed.ReadInt32();
            }
            else if (name.SequenceEqual("l_extendedprice"u8))
            {
                sum += packed.ReadDouble();
            }
            else if (name.SequenceEqual("l_shipmode"u8))
            {
                packed.TryReadStringSpan(out ReadOnlySpan<byte> mode);
                sum += mode.SequenceEqual("TRUCK"u8) ? 1 : 0;
            }
            else
            {
                packed.Skip();
            }
        }

        return sum;
    }
}
