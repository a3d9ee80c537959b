using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes a column that contains only nulls.</summary>
internal sealed class NullReader : ArrayReader<NullArray>
{
    public override bool IsNull(int row) => true;

    protected override void WriteValue(Utf8JsonWriter json, int row) => json.WriteNullValue();
}
