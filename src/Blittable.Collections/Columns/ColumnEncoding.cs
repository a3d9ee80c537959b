namespace Blittable.Columns;

/// <summary>How a chunk's values are stored. The numbers are stored.</summary>
public enum ColumnEncoding : byte
{
    /// <summary>Asks a writer to pick the smallest sensible encoding from a sample; never stored.</summary>
    Auto = 0,

    /// <summary>Values as they are in memory, little-endian; read without a copy.</summary>
    Plain = 1,

    /// <summary>Blocks of 128 differences to the value before, less the block's smallest, bit-packed. For times, counters and sorted keys.</summary>
    Ts2Diff = 2,

    /// <summary>Each value's XOR with the one before, without its zeros at both ends (Pelkonen et al., PVLDB 8, 2015). For slowly changing
    /// measurements.</summary>
    Gorilla = 3,

    /// <summary>The distinct values, sorted, and each row's number among them. For values that repeat in no order.</summary>
    Dictionary = 4,

    /// <summary>Where each run of equal values ends, and its value.</summary>
    RunLength = 5,

    /// <summary>Blocks of 128 values less the block's smallest, bit-packed. For integers in a range.</summary>
    BitPacked = 6,

    /// <summary>Numbers as integers at a common power of ten, dates in a common unit; those are stored by another encoding.</summary>
    Scaled = 7,

    /// <summary>Strings of few different characters, at 1 to 6 bits each. For hexadecimal digests, numbers and identifiers.</summary>
    Alphabet = 8,

    /// <summary>Doubles most of which are integers at a common power of ten; those are stored by another encoding, the others as they are.</summary>
    Decimal = 9,

    /// <summary>Doubles whose upper bits repeat: these and the lower bits are stored apart, and those with rare upper bits as they are. For measurements
    /// of full precision.</summary>
    Split = 10,
}
