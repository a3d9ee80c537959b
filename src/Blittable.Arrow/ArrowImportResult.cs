namespace Blittable.Arrow;

/// <summary>Describes a completed import.</summary>
/// <param name="Count">The number of imported documents.</param>
/// <param name="SkippedColumns">The columns that could not be read, each with the reason.</param>
public sealed record ArrowImportResult(long Count, IReadOnlyList<string> SkippedColumns);
