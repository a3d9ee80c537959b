namespace Blittable.Collections;

/// <summary>How blocks of a file are compressed once their columns are encoded. The numbers are stored.</summary>
public enum BlockCompression : byte
{
    /// <summary>Not at all.</summary>
    None = 0,

    /// <summary>Brotli, which comes with the framework.</summary>
    Brotli = 1,

    /// <summary>Zstandard, by the system's libzstd.</summary>
    Zstandard = 2,

    /// <summary>LZ4, by the system's liblz4.</summary>
    Lz4 = 3,
}
