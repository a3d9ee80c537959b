using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes maps with string keys as JSON objects.</summary>
/// <param name="keys">Reads the keys.</param>
/// <param name="values">Writes the values, or null for a map without values.</param>
internal sealed class MapReader(KeyReader keys, ValueReader? values) : ArrayReader<ListArray>
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
        json.WriteStartObject();
        var end = Array.ValueOffsets[row + 1];
        for (var i = Array.ValueOffsets[row]; i < end; i++)
        {
            json.WritePropertyName(keys.Get(i));
            if (values is null)
            {
                json.WriteNullValue();
            }
            else
            {
                values.Write(json, i);
            }
        }

        json.WriteEndObject();
    }
}
