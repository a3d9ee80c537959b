using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes one-byte booleans (extension type <c>arrow.bool8</c>) as JSON.</summary>
internal sealed class ByteBooleanReader : ArrayReader<Int8Array>
{
    protected override void WriteValue(Utf8JsonWriter json, int row) => json.WriteBooleanValue(Array.Values[row] != 0);
}
