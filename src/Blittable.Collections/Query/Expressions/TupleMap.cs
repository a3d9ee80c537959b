using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Rows by several scalars, each of which is compared as <see cref="ScalarComparison"/> defines it. Safe for any number of readers.</summary>
internal sealed class TupleMap
{
    private readonly Dictionary<LookupKey, QueryValue[]> _rows = [];

    public int Count { get; private set; }

    /// <summary>The rows, each with its keys.</summary>
    public IEnumerable<QueryValue[]> Rows => _rows.Where(pair => pair.Key.Written == 0).Select(pair => (QueryValue[])[.. pair.Key.Values, .. pair.Value]);

    /// <summary>Adds a row.</summary>
    /// <returns><see langword="false"/> if some scalars would be equal to its keys and to those of a row that the map has.</returns>
    public bool TryAdd(QueryValue[] keys, QueryValue[] row)
    {
        if (LookupKey.Conflicts(keys).Any(_rows.ContainsKey))
        {
            return false;
        }

        foreach (var key in LookupKey.OfRow(keys))
        {
            _rows.TryAdd(key, row);
        }

        Count++;
        return true;
    }

    /// <summary>Finds the row whose keys some scalars are equal to; null if there is none.</summary>
    public QueryValue[]? Find(QueryValue[] scalars) =>
        LookupKey.OfScalars(scalars).Select(key => _rows.GetValueOrDefault(key)).FirstOrDefault(row => row is not null);
}
