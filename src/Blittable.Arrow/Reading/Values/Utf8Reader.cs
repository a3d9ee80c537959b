using System.Text.Json;
using System.Text.Unicode;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes strings as JSON strings, or as JSON values if the column contains JSON text.</summary>
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
        if (!Utf8.IsValid(text))
        {
            throw new InvalidDataException("it contains text that is not valid UTF-8");
        }

        if (isJson)
        {
            RequireJson(text);
            json.WriteRawValue(text, skipInputValidation: true);
        }
        else
        {
            json.WriteStringValue(text);
        }
    }

    /// <summary>Validates the JSON grammar. The writer's own validation is limited to 64 levels; the reader of the documents limits the depth.</summary>
    private static void RequireJson(ReadOnlySpan<byte> text)
    {
        var reader = new Utf8JsonReader(text, new JsonReaderOptions { MaxDepth = int.MaxValue });
        while (reader.Read())
        {
        }
    }
}
