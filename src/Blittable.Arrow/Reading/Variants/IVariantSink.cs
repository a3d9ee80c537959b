namespace Blittable.Arrow.Reading.Variants;

/// <summary>Receives the parts of a Variant value in document order.</summary>
internal interface IVariantSink
{
    void Null();

    void Boolean(bool value);

    void Integer(long value);

    void Float(float value);

    void Double(double value);

    /// <summary>Receives a number by its text.</summary>
    void Number(ReadOnlySpan<byte> text);

    /// <summary>Receives a string in UTF-8.</summary>
    void Text(ReadOnlySpan<byte> text);

    void Bytes(ReadOnlySpan<byte> bytes);

    void StartObject();

    /// <summary>Receives the name of the next value, in UTF-8.</summary>
    void Name(ReadOnlySpan<byte> name);

    void EndObject();

    void StartArray();

    void EndArray();
}
