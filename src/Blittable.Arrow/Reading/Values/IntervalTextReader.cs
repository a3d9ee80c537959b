using System.Text;
using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes intervals that DuckDB exports as text in ISO 8601 form.</summary>
internal sealed class IntervalTextReader : ArrayReader<IArrowArray>
{
    private ByteValues _texts;

    protected override void Take(IArrowArray array)
    {
        if (!ByteValues.TryOpen(array, out _texts))
        {
            throw Unexpected(array);
        }
    }

    protected override void WriteValue(Utf8JsonWriter json, int row) => json.WriteStringValue(IntervalText.ToIso8601(Encoding.UTF8.GetString(_texts.Get(row))));
}
