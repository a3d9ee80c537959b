namespace Blittable.Cli;

/// <summary>Selects how the JSON texts of a file are separated.</summary>
internal enum JsonFormat
{
    /// <summary>By the extension of its name, and otherwise by its first bytes.</summary>
    Auto,

    /// <summary>One JSON value.</summary>
    Json,

    /// <summary>Newline-delimited JSON: a value a line.</summary>
    Ndjson,

    /// <summary>One array, whose elements are the documents.</summary>
    Array,

    /// <summary>Values one after another, which may have line breaks inside.</summary>
    Concatenated,

    /// <summary>JSON text sequences (RFC 7464): a record separator before each value.</summary>
    Sequence,
}
