namespace Blittable.Arrow.Schemas;

/// <summary>Says how the values at one path are kept in Arrow.</summary>
internal enum FieldKind
{
    /// <summary>As the JSON texts of the values: for what is irregular.</summary>
    Json,

    /// <summary>As booleans.</summary>
    Boolean,

    /// <summary>As 64-bit integers.</summary>
    Int64,

    /// <summary>As integers of the width that a schema gives.</summary>
    Integer,

    /// <summary>As floating-point numbers of 4 bytes, if a schema gives them.</summary>
    Single,

    /// <summary>As decimals of 128 bits.</summary>
    Decimal,

    /// <summary>As doubles.</summary>
    Double,

    /// <summary>As UTF-8.</summary>
    String,

    /// <summary>As days from 1970-01-01 on.</summary>
    Day,

    /// <summary>As micro- or nanoseconds from 1970-01-01 on.</summary>
    Instant,

    /// <summary>As bytes.</summary>
    Binary,

    /// <summary>As a struct, with a child for each name.</summary>
    Struct,

    /// <summary>As a list.</summary>
    List,
}
