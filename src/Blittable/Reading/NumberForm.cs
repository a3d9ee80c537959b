namespace Blittable.Reading;

/// <summary>How a number is stored.</summary>
internal enum NumberForm : byte
{
    /// <summary>A sign and a magnitude of up to 64 bits.</summary>
    Integer,

    /// <summary>A mantissa and fraction digits.</summary>
    Decimal,

    /// <summary>The text it had in JSON, perhaps not checked yet.</summary>
    Text,

    /// <summary>An IEEE 754 number of 32 bits, which no JSON text gave.</summary>
    Single,

    /// <summary>An IEEE 754 number of 64 bits, which no JSON text gave.</summary>
    Double,
}
