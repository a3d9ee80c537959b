using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Execution;

/// <summary>Represents the order of result rows: by the specified columns, then by all columns, so it is deterministic.</summary>
internal sealed class RowOrder(IReadOnlyList<(string Column, bool IsDescending)> columns)
{
    public bool IsEmpty => columns.Count == 0;

    /// <summary>Appends a column to order by.</summary>
    public RowOrder Then(string column, bool isDescending) => new([.. columns, (column, isDescending)]);

    public override string ToString() => string.Join(", ", columns.Select(column => column.IsDescending ? $"{column.Column} desc" : column.Column));

    /// <summary>Creates the collector of the first rows.</summary>
    /// <param name="names">The columns of the rows.</param>
    /// <param name="limit">The maximum number of rows.</param>
    public FirstRows First(IReadOnlyList<string> names, long limit) =>
        new(Columns(names), limit);

    /// <summary>Returns the indexes of the columns to order by.</summary>
    /// <param name="names">The columns of the rows.</param>
    public (int Column, bool IsDescending)[] Columns(IReadOnlyList<string> names) =>
        [.. columns.Select(column => (ColumnNames.IndexOf(names, column.Column), column.IsDescending))];
}
