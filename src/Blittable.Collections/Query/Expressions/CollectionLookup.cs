using Blittable.Format;

namespace Blittable.Collections;

/// <summary>A table in memory with a row for each key, to join queries with. Safe for any number of threads.</summary>
public sealed class CollectionLookup
{
    private readonly Dictionary<QueryValue, QueryValue[]> _rows = [];

    private CollectionLookup(IReadOnlyList<string> columns) => Columns = columns;

    /// <summary>The names of the columns, without the key.</summary>
    public IReadOnlyList<string> Columns { get; }

    /// <summary>The keys.</summary>
    public int Count => _rows.Count;

    internal IReadOnlyCollection<QueryValue> Keys => _rows.Keys;

    /// <summary>Makes a table of what a query selects: its first column is the key. Rows whose key is null have no place in it.</summary>
    /// <exception cref="BlittableException">Two rows have one key, or what is selected cannot be read.</exception>
    public static CollectionLookup From(ScanSelection selection)
    {
        ArgumentNullException.ThrowIfNull(selection);
        return From(selection.ToTable());
    }

    /// <summary>Makes a table of a result: its first column is the key.</summary>
    /// <exception cref="BlittableException">Two rows have one key.</exception>
    public static CollectionLookup From(QueryTable rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        var table = new CollectionLookup([.. rows.Columns.Skip(1)]);
        for (var row = 0; row < rows.Count; row++)
        {
            var values = rows.GetRow(row);
            if (values[0].Kind != QueryValueKind.Null && !table._rows.TryAdd(values[0], values[1..].ToArray()))
            {
                ThrowHelper.Throw(BlittableErrorCode.InvalidOperation, $"Expected one row for each key to join with, found two for {values[0].ToJson()}.");
            }
        }

        return table;
    }

    /// <summary>A value of a key's row.</summary>
    /// <returns>False where there is no such key.</returns>
    internal bool TryGet(in QueryValue key, int column, out QueryValue value)
    {
        var isFound = _rows.TryGetValue(key, out var row);
        value = isFound ? row![column] : QueryValue.Null;
        return isFound;
    }

    internal int IndexOf(string column)
    {
        for (var i = 0; i < Columns.Count; i++)
        {
            if (Columns[i] == column)
            {
                return i;
            }
        }

        ThrowHelper.Throw(BlittableErrorCode.NotFound, $"Expected a column of the table to join with, found '{column}'; it has {string.Join(", ", Columns)}.");
        return -1;
    }
}
