namespace Blittable.Collections.Stripes;

/// <summary>How the values of a column are stored in one chunk. The numbers are stored.</summary>
internal enum ChunkFormat : byte
{
    /// <summary>No row of the chunk has a value.</summary>
    Absent = 0,

    /// <summary>Integers.</summary>
    Int64 = 1,

    /// <summary>Mantissas of a common scale, as integers.</summary>
    Decimal = 2,

    /// <summary>Numbers that have no common scale, as doubles.</summary>
    Double = 3,

    /// <summary>Instants, counted from 2011-01-01 in a common unit, as integers.</summary>
    Date = 4,

    /// <summary>Booleans.</summary>
    Boolean = 5,

    /// <summary>Strings.</summary>
    String = 6,

    /// <summary>Strings compressed with the symbol table of the stripe's column.</summary>
    Symbols = 7,

    /// <summary>Numbers of strings in the dictionary of the stripe's column.</summary>
    Codes = 8,
}
