namespace Blittable.Columns;

/// <summary>Identifies the type of a column's values. The numbers are stored.</summary>
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

    /// <summary>32-bit floating-point numbers, every bit pattern kept.</summary>
    Single = 4,

    /// <summary>64-bit floating-point numbers, every bit pattern kept.</summary>
    Double = 5,

    /// <summary>Decimals, as mantissas at a scale that a chunk has in common.</summary>
    Decimal = 6,

    /// <summary>Instants (<see cref="Dates.Timestamp"/>), counted from 2011-01-01 in the coarsest unit that holds a chunk's.</summary>
    Date = 7,

    /// <summary>Booleans.</summary>
    Boolean = 8,

    /// <summary>UTF-8 strings.</summary>
    String = 9,
}
