namespace Blittable.Collections;

/// <summary>Specifies the compression of blocks after column encoding. The numeric values are part of the file format.</summary>
public enum BlockCompression : byte
{
    /// <summary>No compression.</summary>
    None = 0,

    /// <summary>Brotli, as provided by .NET.</summary>
    Brotli = 1,

    /// <summary>Zstandard frames (RFC 8878), level 3.</summary>
    Zstandard = 2,

    /// <summary>LZ4 block format, fastest level.</summary>
    Lz4 = 3,
}
