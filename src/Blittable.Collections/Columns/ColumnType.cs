namespace Blittable.Columns;

/// <summary>Specifies the type of a column's values. The numeric values are part of the file format.</summary>
public enum ColumnType : byte
{
    /// <summary>No type; never stored.</summary>
    None = 0,

    /// <summary>32-bit integers.</summary>
    Int32 = 1,

    /// <summary>64-bit integers.</summary>
    Int64 = 2,

    /// <summary>Unsigned 64-bit integers.</summary>
    UInt64 = 3,

    /// <summary>32-bit floating-point numbers. Every bit pattern is preserved.</summary>
    Single = 4,

    /// <summary>64-bit floating-point numbers. Every bit pattern is preserved.</summary>
    Double = 5,

    /// <summary>Decimals, stored as mantissas with a common scale per chunk.</summary>
    Decimal = 6,

    /// <summary>Instants (<see cref="Dates.Timestamp"/>), stored relative to 2011-01-01 in the coarsest unit that represents all values of a chunk.</summary>
    Date = 7,

    /// <summary>Booleans.</summary>
    Boolean = 8,

    /// <summary>UTF-8 strings.</summary>
    String = 9,
}
