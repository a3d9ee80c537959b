using System.Text.Json;
using Apache.Arrow.Arrays;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes UUIDs as 36-character strings.</summary>
internal sealed class GuidReader : ArrayReader<FixedSizeBinaryArray>
{
    protected override void WriteValue(Utf8JsonWriter json, int row) => json.WriteStringValue(new Guid(Array.GetBytes(row), bigEndian: true));
}
