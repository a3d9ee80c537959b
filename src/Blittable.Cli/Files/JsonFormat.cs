namespace Blittable.Cli;

/// <summary>Selects how the JSON texts of a file are separated.</summary>
internal enum JsonFormat
{
    /// <summary>Detected from the extension of the file, otherwise from its first bytes.</summary>
    Auto,

    /// <summary>One JSON value.</summary>
    Json,

    /// <summary>Newline-delimited JSON: one value per line.</summary>
    Ndjson,

    /// <summary>One array whose elements are the documents.</summary>
    Array,

    /// <summary>Consecutive values, which may contain line breaks.</summary>
    Concatenated,

    /// <summary>JSON text sequences (RFC 7464): a record separator before each value.</summary>
    Sequence,
}
