using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes 96-bit timestamps of Parquet. Rows have to come in order, and each once.</summary>
internal sealed class Int96Reader(Int96Stream values, InstantText text) : ArrayReader<IArrowArray>, IDisposable
{
    public void Dispose() => values.Dispose();

    protected override void WriteValue(Utf8JsonWriter json, int row) => text.Write(json, values.Next());
}
