namespace Blittable.Arrow;

/// <summary>Specifies what an import does with columns that it cannot read.</summary>
public enum UnreadableColumns
{
    /// <summary>
    /// The import fails and names all unreadable columns. It fails before it adds a document, unless a column is damaged after its first rows.
    /// </summary>
    Refuse,

    /// <summary>
    /// The documents omit unreadable columns, and <see cref="ArrowImportResult.SkippedColumns"/> names them. A Parquet file is read twice, to find damage in any
    /// row. A single unreadable value, such as a string that is not UTF-8, still ends the import.
    /// </summary>
    Skip,
}
