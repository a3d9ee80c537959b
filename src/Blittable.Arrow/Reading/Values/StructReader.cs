using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes structs as JSON objects.</summary>
/// <param name="fields">The fields, in the order of the struct.</param>
internal sealed class StructReader(IReadOnlyList<FieldReader> fields) : ArrayReader<StructArray>
{
    protected override void Take(IArrowArray array)
    {
        base.Take(array);
        var children = Array.Fields;
        if (children.Count != fields.Count)
        {
            throw Unexpected(array);
        }

        for (var i = 0; i < fields.Count; i++)
        {
            fields[i].Values.Bind(children[i]);
        }
    }

    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        json.WriteStartObject();
        foreach (var field in fields)
        {
            field.Write(json, row);
        }

        json.WriteEndObject();
    }
}
