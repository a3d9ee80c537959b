namespace Blittable.DuckDB.Tables;

/// <summary>Describes a column of a collection, or a field or element within a column.</summary>
/// <param name="Name">The name of the column or field.</param>
/// <param name="Path">The path of the values.</param>
/// <param name="Kind">The type of the column.</param>
/// <param name="Scale">The number of fraction digits of decimals.</param>
internal sealed record TableColumn(string Name, string Path, TableColumnType Kind, int Scale)
{
    private const string DocumentName = "document", RootPath = "$";

    /// <summary>Gets the fields of a struct, or the element of a list.</summary>
    public IReadOnlyList<TableColumn> Children { get; init; } = [];

    /// <summary>Gets a value that indicates whether the column contains the whole document.</summary>
    public bool IsDocument => Path == RootPath;

    /// <summary>Gets the name of the property of a column or field, in UTF-8.</summary>
    public byte[] Property { get; init; } = [];

    /// <summary>Gets a value that indicates whether a JSON column contains objects or arrays.</summary>
    public bool HasContainers { get; init; }

    /// <summary>
    /// Gets a value that indicates whether each object of a struct has a property with a value other than null. An object is then absent if and only if none of
    /// its properties has a value.
    /// </summary>
    public bool HasOnlyFilledObjects { get; init; }

    /// <summary>Gets a value that indicates whether a struct is read from the stored columns of its fields.</summary>
    public bool AreFieldsStored { get; init; }

    /// <summary>Gets a value that indicates whether the values are read from documents; otherwise, they are read from a selection.</summary>
    public bool IsNested => HasContainers || Kind == TableColumnType.List || (Kind == TableColumnType.Struct && !AreFieldsStored);

    /// <summary>Returns the column with JSON instead of structs and lists.</summary>
    public TableColumn WithoutNesting() =>
        Kind is TableColumnType.Struct or TableColumnType.List ? this with { Kind = TableColumnType.Json, Children = [], HasContainers = true } : this;

    /// <summary>Creates the column that contains the whole document. A number follows its name if another column has the name, ignoring case.</summary>
    public static TableColumn DocumentBeside(IReadOnlyList<TableColumn> columns)
    {
        var name = DocumentName;
        for (var number = 1; columns.Any(column => SqlNames.Fold(column.Name) == name); number++)
        {
            name = $"{DocumentName}_{number}";
        }

        return new TableColumn(name, RootPath, TableColumnType.Json, 0) { HasContainers = true };
    }
}
