namespace Blittable.Arrow;

/// <summary>Specifies what an import does with columns that it cannot read.</summary>
public enum UnreadableColumns
{
    /// <summary>The import fails before the first document, and names all such columns.</summary>
    Refuse,

    /// <summary>The documents lack these columns, and <see cref="ArrowImportResult.SkippedColumns"/> names them.</summary>
    Skip,
}
