using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes maps with keys other than strings as JSON arrays of pairs.</summary>
/// <param name="keys">Writes the keys.</param>
/// <param name="values">Writes the values, or null for a map without values.</param>
internal sealed class PairsReader(ValueReader keys, ValueReader? values) : ArrayReader<ListArray>
{
    protected override void Take(IArrowArray array)
    {
        base.Take(array);
        var entries = Array.Values as StructArray ?? throw Unexpected(Array.Values);
        keys.Bind(entries.Fields[0]);
        values?.Bind(entries.Fields[1]);
    }

    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        json.WriteStartArray();
        var end = Array.ValueOffsets[row + 1];
        for (var i = Array.ValueOffsets[row]; i < end; i++)
        {
            json.WriteStartArray();
            keys.Write(json, i);
            if (values is null)
            {
                json.WriteNullValue();
            }
            else
            {
                values.Write(json, i);
            }

            json.WriteEndArray();
        }

        json.WriteEndArray();
    }
}
