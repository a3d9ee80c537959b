using Blittable.Dates;

namespace Blittable.Arrow.Reading.Variants;

/// <summary>Builds a document from a Variant value.</summary>
internal sealed class BuilderSink(BlittableBuilder builder) : IVariantSink
{
    public void Null() => builder.WriteNull();

    public void Boolean(bool value) => builder.WriteBoolean(value);

    public void Integer(long value) => builder.WriteNumber(value);

    public void Float(float value) => builder.WriteNumber(value);

    public void Double(double value) => builder.WriteNumber(value);

    public void Number(ReadOnlySpan<byte> text)
    {
        using var number = BlittableDocument.Parse(text);
        builder.WriteValue(number.Root);
    }

    public void Text(ReadOnlySpan<byte> text)
    {
        if (Iso8601.TryParse(text, out var value, out var form))
        {
            builder.WriteDate(value, form);
        }
        else
        {
            builder.WriteString(text);
        }
    }

    public void Bytes(ReadOnlySpan<byte> bytes) => builder.WriteBinary(bytes);

    public void StartObject() => builder.WriteStartObject();

    public void Name(ReadOnlySpan<byte> name) => builder.WritePropertyName(name);

    public void EndObject() => builder.WriteEndObject();

    public void StartArray() => builder.WriteStartArray();

    public void EndArray() => builder.WriteEndArray();
}
