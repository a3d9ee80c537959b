namespace Blittable.Arrow.Reading.Variants;

/// <summary>Receives the parts of a Variant value in document order.</summary>
internal interface IVariantSink
{
    void Null();

    void Boolean(bool value);

    void Integer(long value);

    void Float(float value);

    void Double(double value);

    /// <summary>Receives a number as JSON text.</summary>
    void Number(ReadOnlySpan<byte> text);

    /// <summary>Receives a UTF-8 string.</summary>
    void Text(ReadOnlySpan<byte> text);

    void Bytes(ReadOnlySpan<byte> bytes);

    void StartObject();

    /// <summary>Receives the UTF-8 name of the next value.</summary>
    void Name(ReadOnlySpan<byte> name);

    void EndObject();

    void StartArray();

    void EndArray();
}
