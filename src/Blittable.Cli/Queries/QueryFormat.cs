namespace Blittable.Cli;

/// <summary>How the result of a query is written.</summary>
internal enum QueryFormat
{
    /// <summary>A table at a terminal, and CSV for the next command of a pipe.</summary>
    Auto,

    /// <summary>A table for people.</summary>
    Table,

    /// <summary>An object a row and line.</summary>
    Json,

    /// <summary>RFC 4180, with a line of names first.</summary>
    Csv,
}
