namespace Blittable.Columns;

/// <summary>Specifies how the values of a chunk are stored. The numeric values are part of the file format.</summary>
public enum ColumnEncoding : byte
{
    /// <summary>Chooses the smallest suitable encoding from a sample of the values. Never stored.</summary>
    Auto = 0,

    /// <summary>Stores values as they are in memory, little-endian. Read without copying.</summary>
    Plain = 1,

    /// <summary>Stores blocks of 128 bit-packed deltas, relative to the smallest delta of the block. Suits timestamps, counters and sorted keys.</summary>
    Ts2Diff = 2,

    /// <summary>Stores the XOR of each value with the previous one, without its leading and trailing zeros (Pelkonen et al., PVLDB 8, 2015). Suits
    /// slowly changing measurements.</summary>
    Gorilla = 3,

    /// <summary>Stores the sorted distinct values and a code for each row. Suits values that repeat in no particular order.</summary>
    Dictionary = 4,

    /// <summary>Stores the end and the value of each run of equal values.</summary>
    RunLength = 5,

    /// <summary>Stores blocks of 128 bit-packed values, relative to the smallest value of the block. Suits integers in a limited range.</summary>
    BitPacked = 6,

    /// <summary>Stores numbers as multiples of a common power of ten, or dates in a common unit. The resulting integers have an encoding of their
    /// own.</summary>
    Scaled = 7,

    /// <summary>Stores strings with few distinct characters, at 1 to 6 bits per character. Suits hexadecimal digests, numbers and identifiers.</summary>
    Alphabet = 8,

    /// <summary>Stores doubles as multiples of a common power of ten, and exceptions as they are. The resulting integers have an encoding of their
    /// own.</summary>
    Decimal = 9,

    /// <summary>Stores the repeating upper bits and the lower bits of doubles separately, and doubles with rare upper bits as they are. Suits full-precision
    /// measurements.</summary>
    Split = 10,
}
