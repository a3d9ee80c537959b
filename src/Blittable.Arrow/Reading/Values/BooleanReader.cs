using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes booleans as JSON.</summary>
internal sealed class BooleanReader : ArrayReader<BooleanArray>
{
    protected override void WriteValue(Utf8JsonWriter json, int row) => json.WriteBooleanValue(Array.GetValue(row)!.Value);
}
