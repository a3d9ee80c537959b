namespace Blittable.Collections;

/// <summary>Selects the compression of blocks of a file after their columns are encoded. The numbers are stored.</summary>
public enum BlockCompression : byte
{
    /// <summary>Not at all.</summary>
    None = 0,

    /// <summary>Brotli, which comes with the framework.</summary>
    Brotli = 1,

    /// <summary>Zstandard frames (RFC 8878), at level 3.</summary>
    Zstandard = 2,

    /// <summary>The block format of LZ4, at its fastest level.</summary>
    Lz4 = 3,
}
