namespace Blittable.Cli;

/// <summary>How JSON texts follow each other in a file.</summary>
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
