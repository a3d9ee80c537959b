namespace Blittable.Collections.Stripes;

/// <summary>Specifies how the values of a column are stored in a chunk. The numeric values are part of the file format.</summary>
internal enum ChunkFormat : byte
{
    /// <summary>No row of the chunk has a value.</summary>
    Absent = 0,

    /// <summary>Integers.</summary>
    Int64 = 1,

    /// <summary>Integer mantissas with a common scale.</summary>
    Decimal = 2,

    /// <summary>Numbers without a common scale, as doubles.</summary>
    Double = 3,

    /// <summary>Instants, as integer counts of a common unit since 2011-01-01.</summary>
    Date = 4,

    /// <summary>Booleans.</summary>
    Boolean = 5,

    /// <summary>Strings.</summary>
    String = 6,

    /// <summary>Strings compressed with the symbol table of the stripe's column.</summary>
    Symbols = 7,

    /// <summary>Codes of strings in the dictionary of the stripe's column.</summary>
    Codes = 8,
}
