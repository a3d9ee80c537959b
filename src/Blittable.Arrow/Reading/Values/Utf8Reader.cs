using System.Text.Json;
using System.Text.Unicode;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes strings; of a column of JSON texts, the values that they are.</summary>
internal sealed class Utf8Reader(bool isJson) : ArrayReader<IArrowArray>
{
    private ByteValues _texts;

    protected override void Take(IArrowArray array)
    {
        if (!ByteValues.TryOpen(array, out _texts))
        {
            throw Unexpected(array);
        }
    }

    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        var text = _texts.Get(row);
        if (isJson)
        {
            json.WriteRawValue(text, skipInputValidation: false);
        }
        else if (Utf8.IsValid(text))
        {
            json.WriteStringValue(text);
        }
        else
        {
            throw new InvalidDataException("its text is not UTF-8");
        }
    }
}
