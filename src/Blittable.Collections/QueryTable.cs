using Blittable.Collections.Query.Values;

namespace Blittable.Collections;

/// <summary>Holds the result of a query: named columns, and rows of scalars. Immutable; any number of threads may read it.</summary>
public sealed class QueryTable
{
    private readonly List<QueryValue[]> _rows;

    internal QueryTable(IReadOnlyList<string> columns, List<QueryValue[]> rows, IReadOnlyList<QueryWarning> warnings)
    {
        Warnings = warnings;
        Columns = columns;
        _rows = rows;
    }

    /// <summary>Gets the names of the columns: paths, then aggregates.</summary>
    public IReadOnlyList<string> Columns { get; }

    /// <summary>Gets the paths of the query that no document has.</summary>
    public IReadOnlyList<QueryWarning> Warnings { get; }

    /// <summary>Gets the number of rows.</summary>
    public int Count => _rows.Count;

    /// <summary>Gets one cell.</summary>
    /// <param name="row">The row, from 0.</param>
    /// <param name="column">The column, from 0.</param>
    public QueryValue this[int row, int column] => _rows[row][column];

    /// <summary>Gets one cell.</summary>
    /// <param name="row">The row, from 0.</param>
    /// <param name="column">The column's name.</param>
    /// <exception cref="BlittableException">There is no such column.</exception>
    public QueryValue this[int row, string column] => _rows[row][ColumnNames.IndexOf(Columns, column)];

    /// <summary>Gets the cells of a row, a cell a column in their order.</summary>
    /// <param name="row">The row, from 0.</param>
    public ReadOnlySpan<QueryValue> GetRow(int row) => _rows[row];
}
