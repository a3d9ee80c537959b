using System.Text.Json;
using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes timestamps with individual offsets (extension type <c>arrow.timestamp_with_offset</c>) as JSON.</summary>
internal sealed class OffsetInstantReader(TimestampType type, InstantText text) : ArrayReader<StructArray>
{
    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        var instants = Array.Fields[0] as TimestampArray ?? throw Unexpected(Array.Fields[0]);
        if (instants.IsNull(row))
        {
            json.WriteNullValue();
            return;
        }

        // The specification allows encoded offsets, because few offsets differ.
        var (offsets, index) = IndirectReader.Resolve(Array.Fields[1], row);
        var minutes = offsets switch
        {
            Int16Array plain => plain.Values[index],
            null => throw new InvalidDataException("a timestamp has no offset"),
            _ => throw Unexpected(offsets),
        };
        text.Write(json, InstantText.ToTimestamp(instants.Values[row], InstantText.FractionDigits(type.Unit)), minutes);
    }
}
