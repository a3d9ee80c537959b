namespace Blittable.Arrow;

/// <summary>Specifies what an import does with columns that it cannot read.</summary>
public enum UnreadableColumns
{
    /// <summary>The import fails before it adds a document, and names all unreadable columns.</summary>
    Refuse,

    /// <summary>The documents omit unreadable columns, and <see cref="ArrowImportResult.SkippedColumns"/> names them.</summary>
    Skip,
}
