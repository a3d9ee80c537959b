namespace Blittable.Cli;

/// <summary>How the result of a query is written.</summary>
internal enum QueryFormat
{
    /// <summary>A table at a terminal; for the next command of a pipe, CSV of groups and aggregates and lines of JSON of selections.</summary>
    Auto,

    /// <summary>A table for people.</summary>
    Table,

    /// <summary>An object a row and line.</summary>
    Json,

    /// <summary>The same, under its own name.</summary>
    NdJson,

    /// <summary>RFC 4180, with a line of names first. Null is empty, and an empty string is "".</summary>
    Csv,

    /// <summary>Columns between tabs, with a line of names first; tabs, line breaks and backslashes within a cell are escaped. Null is empty.</summary>
    Tsv,
}
