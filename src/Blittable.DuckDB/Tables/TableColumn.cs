namespace Blittable.DuckDB.Tables;

/// <summary>Describes a column of a collection.</summary>
/// <param name="Name">The name of the property.</param>
/// <param name="Path">The path of its values.</param>
/// <param name="Kind">The type.</param>
/// <param name="Scale">The fraction digits of decimals.</param>
internal sealed record TableColumn(string Name, string Path, ColumnKind Kind, int Scale)
{
    /// <summary>The column that has the whole document.</summary>
    public static TableColumn Document { get; } = new("document", "$", ColumnKind.Json, 0);
}
