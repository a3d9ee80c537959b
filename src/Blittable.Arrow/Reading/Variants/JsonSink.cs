using System.Globalization;
using System.Text.Json;
using System.Text.Unicode;

namespace Blittable.Arrow.Reading.Variants;

/// <summary>Writes a Variant value as JSON, with binary values as Base64.</summary>
internal sealed class JsonSink(Utf8JsonWriter json) : IVariantSink
{
    public void Null() => json.WriteNullValue();

    public void Boolean(bool value) => json.WriteBooleanValue(value);

    public void Integer(long value) => json.WriteNumberValue(value);

    public void Float(float value)
    {
        if (float.IsFinite(value))
        {
            json.WriteNumberValue(value);
        }
        else
        {
            json.WriteStringValue(value.ToString(CultureInfo.InvariantCulture));
        }
    }

    public void Double(double value)
    {
        if (double.IsFinite(value))
        {
            json.WriteNumberValue(value);
        }
        else
        {
            json.WriteStringValue(value.ToString(CultureInfo.InvariantCulture));
        }
    }

    public void Number(ReadOnlySpan<byte> text) => json.WriteRawValue(text, skipInputValidation: true);

    public void Text(ReadOnlySpan<byte> text) => json.WriteStringValue(Checked(text));

    public void Bytes(ReadOnlySpan<byte> bytes) => json.WriteBase64StringValue(bytes);

    public void StartObject() => json.WriteStartObject();

    public void Name(ReadOnlySpan<byte> name) => json.WritePropertyName(Checked(name));

    public void EndObject() => json.WriteEndObject();

    public void StartArray() => json.WriteStartArray();

    public void EndArray() => json.WriteEndArray();

    private static ReadOnlySpan<byte> Checked(ReadOnlySpan<byte> text) =>
        Utf8.IsValid(text) ? text : throw new InvalidDataException("a string in a Variant is not valid UTF-8");
}
