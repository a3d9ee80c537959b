using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes binary values as Base64.</summary>
internal sealed class BytesReader : ArrayReader<IArrowArray>
{
    private ByteValues _bytes;
    private Apache.Arrow.Arrays.FixedSizeBinaryArray? _fixed;

    protected override void Take(IArrowArray array)
    {
        _fixed = array as Apache.Arrow.Arrays.FixedSizeBinaryArray;
        if (!ByteValues.TryOpen(array, out _bytes) && _fixed is null)
        {
            throw Unexpected(array);
        }
    }

    protected override void WriteValue(Utf8JsonWriter json, int row) =>
        json.WriteBase64StringValue(_fixed is null ? _bytes.Get(row) : _fixed.GetBytes(row));
}
