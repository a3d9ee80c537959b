using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes 96-bit Parquet timestamps as JSON. Each row must be written exactly once, in order.</summary>
internal sealed class Int96Reader(Int96Stream values, InstantText text) : ArrayReader<IArrowArray>, IDisposable
{
    public void Dispose() => values.Dispose();

    protected override void WriteValue(Utf8JsonWriter json, int row) => text.Write(json, values.Next());
}
