namespace Blittable.DuckDB.Tables;

/// <summary>Describes a column of a collection.</summary>
/// <param name="Name">The name of the property.</param>
/// <param name="Path">The path of the values.</param>
/// <param name="Kind">The type of the column.</param>
/// <param name="Scale">The number of fraction digits of decimals.</param>
internal sealed record TableColumn(string Name, string Path, ColumnKind Kind, int Scale)
{
    /// <summary>Gets the column that contains the whole document.</summary>
    public static TableColumn Document { get; } = new("document", "$", ColumnKind.Json, 0);
}
