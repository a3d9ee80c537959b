namespace Blittable.Benchmarks.Storage;

/// <summary>The members of <c>enum enum_field_types</c> in which the suite sends and reads values.</summary>
internal enum MariaDbType
{
    /// <summary>Eight bytes, little-endian.</summary>
    Int64 = 8,

    /// <summary>Bytes without a character set.</summary>
    Blob = 252,

    /// <summary>Text in the connection's character set; decimals and times are sent as text too.</summary>
    Text = 254,
}
