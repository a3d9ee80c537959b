using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Execution;

/// <summary>The order that rows of a result are wanted in: by columns, the first one first; then by all columns, so that it is always the same.</summary>
internal sealed class RowOrder(IReadOnlyList<(string Column, bool IsDescending)> columns)
{
    public bool IsEmpty => columns.Count == 0;

    /// <summary>Appends a column to order by.</summary>
    public RowOrder Then(string column, bool isDescending) => new([.. columns, (column, isDescending)]);

    /// <summary>What keeps the first rows of those that it is given.</summary>
    /// <param name="names">The columns of the rows.</param>
    /// <param name="limit">The most rows.</param>
    public FirstRows First(IReadOnlyList<string> names, long limit) =>
        new(Columns(names), limit);

    /// <summary>The places of the columns to order by.</summary>
    /// <param name="names">The columns of the rows.</param>
    public (int Column, bool IsDescending)[] Columns(IReadOnlyList<string> names) =>
        [.. columns.Select(column => (ColumnNames.IndexOf(names, column.Column), column.IsDescending))];
}
