using Blittable.Collections.Query.Values;

namespace Blittable.Collections;

/// <summary>Represents the result of a query: named columns and rows of scalars. Immutable and thread-safe.</summary>
public sealed class QueryTable
{
    private readonly List<QueryValue[]> _rows;

    internal QueryTable(IReadOnlyList<string> columns, List<QueryValue[]> rows, IReadOnlyList<QueryWarning> warnings)
    {
        Warnings = warnings;
        Columns = columns;
        _rows = rows;
    }

    /// <summary>Gets the column names: paths, followed by aggregates.</summary>
    public IReadOnlyList<string> Columns { get; }

    /// <summary>Gets warnings about probable mistakes in the query: paths that no document has, and kinds of values that a path never has.</summary>
    public IReadOnlyList<QueryWarning> Warnings { get; }

    /// <summary>Gets the number of rows.</summary>
    public int Count => _rows.Count;

    /// <summary>Gets a cell.</summary>
    /// <param name="row">The zero-based row index.</param>
    /// <param name="column">The zero-based column index.</param>
    public QueryValue this[int row, int column] => _rows[row][column];

    /// <summary>Gets a cell.</summary>
    /// <param name="row">The zero-based row index.</param>
    /// <param name="column">The column name.</param>
    /// <exception cref="BlittableException">The column does not exist.</exception>
    public QueryValue this[int row, string column] => _rows[row][ColumnNames.IndexOf(Columns, column)];

    /// <summary>Gets the cells of a row, in column order.</summary>
    /// <param name="row">The zero-based row index.</param>
    public ReadOnlySpan<QueryValue> GetRow(int row) => _rows[row];
}
