namespace Blittable.Cli;

/// <summary>Specifies what a command writes, which determines the existing files that it may replace.</summary>
internal enum OutputKind
{
    /// <summary>Documents. They replace documents and other files, but not JSON.</summary>
    Documents,

    /// <summary>JSON. It replaces JSON and other files, but not documents.</summary>
    Json,

    /// <summary>A Parquet or Arrow file.</summary>
    Table,

    /// <summary>An HTML page, which replaces only such a page.</summary>
    Page,

    /// <summary>A list of invalid texts, which replaces only such a list.</summary>
    Faults,

    /// <summary>A dictionary, which replaces a file only on request.</summary>
    Dictionary,

    /// <summary>A collection, which replaces a file only on request. It cannot be written sequentially, as to a pipe.</summary>
    Collection,

    /// <summary>An existing collection, to which documents are added.</summary>
    Extension,
}
