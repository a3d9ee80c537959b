namespace Blittable.Cli;

/// <summary>What a text is made of.</summary>
internal enum JsonFormat
{
    /// <summary>By the extension of its name; otherwise many documents if its first line is one and others follow.</summary>
    Auto,

    /// <summary>One JSON value.</summary>
    Json,

    /// <summary>Newline-delimited JSON: a value a line.</summary>
    Ndjson,
}
