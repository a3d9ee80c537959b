namespace Blittable.Arrow.Schemas;

/// <summary>Specifies how the values at a path are stored in Arrow.</summary>
internal enum FieldKind
{
    /// <summary>JSON text, for irregular values.</summary>
    Json,

    /// <summary>Booleans.</summary>
    Boolean,

    /// <summary>64-bit signed integers.</summary>
    Int64,

    /// <summary>Integers of another type that a schema specifies.</summary>
    Integer,

    /// <summary>Single-precision floating-point numbers, used only if a schema specifies them.</summary>
    Single,

    /// <summary>128-bit decimals.</summary>
    Decimal,

    /// <summary>Doubles.</summary>
    Double,

    /// <summary>UTF-8 strings.</summary>
    String,

    /// <summary>Dates, stored as days since 1970-01-01.</summary>
    Day,

    /// <summary>Timestamps since 1970-01-01, in micro- or nanoseconds or in the unit that a schema specifies.</summary>
    Instant,

    /// <summary>Times of day, used only if a schema specifies them.</summary>
    Time,

    /// <summary>Binary values.</summary>
    Binary,

    /// <summary>Binary values of one length, used only if a schema specifies them.</summary>
    FixedBinary,

    /// <summary>UUIDs, used only if a schema specifies them.</summary>
    Guid,

    /// <summary>Maps, used only if a schema specifies them.</summary>
    Map,

    /// <summary>Structs with a child for each property name.</summary>
    Struct,

    /// <summary>Lists.</summary>
    List,
}
