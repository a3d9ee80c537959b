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
        var offsets = Array.Fields[1] as Int16Array ?? throw Unexpected(Array.Fields[1]);
        text.Write(json, InstantText.ToTimestamp(instants.Values[row], InstantText.FractionDigits(type.Unit)), offsets.Values[row]);
    }
}
