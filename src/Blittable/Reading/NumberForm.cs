namespace Blittable.Reading;

/// <summary>Specifies how a number is stored.</summary>
internal enum NumberForm : byte
{
    /// <summary>A sign and a magnitude of up to 64 bits.</summary>
    Integer,

    /// <summary>A mantissa and a number of fraction digits.</summary>
    Decimal,

    /// <summary>The original JSON text, which may not be validated yet.</summary>
    Text,

    /// <summary>A 32-bit IEEE 754 number that did not come from JSON text.</summary>
    Single,

    /// <summary>A 64-bit IEEE 754 number that did not come from JSON text.</summary>
    Double,
}
