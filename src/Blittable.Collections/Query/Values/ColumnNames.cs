using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <summary>Finds result columns by name. A column named after a path is found by any spelling of the path.</summary>
internal static class ColumnNames
{
    /// <summary>Returns the index of a column.</summary>
    /// <exception cref="BlittableException">The column does not exist.</exception>
    public static int IndexOf(IReadOnlyList<string> columns, string name)
    {
        var index = Find(columns, column => column == name);
        if (index < 0 && BlittablePath.TryParse(name, out var path))
        {
            index = Find(columns, column => BlittablePath.TryParse(column, out var other) && path.Equals(other));
        }

        if (index < 0)
        {
            ThrowHelper.Throw(BlittableErrorCode.NotFound, $"There is no column '{name}'; the columns are {string.Join(", ", columns)}.");
        }

        return index;
    }

    private static int Find(IReadOnlyList<string> columns, Func<string, bool> isMeant)
    {
        for (var i = 0; i < columns.Count; i++)
        {
            if (isMeant(columns[i]))
            {
                return i;
            }
        }

        return -1;
    }
}
