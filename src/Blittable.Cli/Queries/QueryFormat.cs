namespace Blittable.Cli;

/// <summary>Selects the output format of a query.</summary>
internal enum QueryFormat
{
    /// <summary>A table on a terminal. Otherwise, CSV for groups and aggregates, and JSON lines for selections.</summary>
    Auto,

    /// <summary>A table for people.</summary>
    Table,

    /// <summary>One JSON object per row and line.</summary>
    Json,

    /// <summary>Equivalent to <see cref="Json"/>.</summary>
    NdJson,

    /// <summary>RFC 4180 with a header line. Null is empty, and an empty string is "".</summary>
    Csv,

    /// <summary>Tab-separated columns with a header line. Tabs, line breaks and backslashes in cells are escaped. Null is empty.</summary>
    Tsv,
}
