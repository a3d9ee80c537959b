namespace Blittable.DuckDB.Tables;

/// <summary>Describes a column of a collection.</summary>
/// <param name="Name">The name of the column.</param>
/// <param name="Path">The path of the values.</param>
/// <param name="Kind">The type of the column.</param>
/// <param name="Scale">The number of fraction digits of decimals.</param>
internal sealed record TableColumn(string Name, string Path, TableColumnType Kind, int Scale)
{
    private const string DocumentName = "document";

    /// <summary>Creates the column that contains the whole document. A number follows its name if another column has the name, ignoring case.</summary>
    public static TableColumn DocumentBeside(IReadOnlyList<TableColumn> columns)
    {
        var name = DocumentName;
        for (var number = 1; columns.Any(column => SqlNames.Fold(column.Name) == name); number++)
        {
            name = $"{DocumentName}_{number}";
        }

        return new TableColumn(name, "$", TableColumnType.Json, 0);
    }
}
