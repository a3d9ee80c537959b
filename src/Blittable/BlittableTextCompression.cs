namespace Blittable;

/// <summary>Specifies how a stream of JSON texts is compressed.</summary>
public enum BlittableTextCompression
{
    /// <summary>Detects gzip and Zstandard by their first bytes. Brotli has no signature, so it must be specified.</summary>
    Auto,

    /// <summary>The stream is not compressed.</summary>
    None,

    /// <summary>Gzip, with one or more members.</summary>
    Gzip,

    /// <summary>Brotli. Bytes after the end are rejected.</summary>
    Brotli,

    /// <summary>Zstandard, decompressed by <see cref="BlittableTextOptions.OpenZstandard"/>.</summary>
    Zstandard,
}
