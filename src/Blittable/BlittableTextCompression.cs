namespace Blittable;

/// <summary>Specifies how a stream of JSON texts is compressed.</summary>
public enum BlittableTextCompression
{
    /// <summary>Detects gzip and Zstandard by their first bytes. Brotli has no mark, so it must be named.</summary>
    Auto,

    /// <summary>Not compressed.</summary>
    None,

    /// <summary>Gzip, one member or several.</summary>
    Gzip,

    /// <summary>Brotli.</summary>
    Brotli,

    /// <summary>Zstandard, decompressed by <see cref="BlittableTextOptions.OpenZstandard"/>.</summary>
    Zstandard,
}
