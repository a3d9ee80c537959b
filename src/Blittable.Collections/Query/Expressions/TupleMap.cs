using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Maps composite keys to rows, with the equality defined by <see cref="ScalarComparison"/>. Safe for concurrent readers.</summary>
internal sealed class TupleMap
{
    private readonly Dictionary<LookupKey, QueryValue[]> _rows = [];

    public int Count { get; private set; }

    /// <summary>Gets the rows, keys first.</summary>
    public IEnumerable<QueryValue[]> Rows => _rows.Where(pair => pair.Key.Written == 0).Select(pair => (QueryValue[])[.. pair.Key.Values, .. pair.Value]);

    /// <summary>Adds a row.</summary>
    /// <returns><see langword="false"/> if some scalars would equal both its keys and the keys of a row in the map.</returns>
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

    /// <summary>Finds the row whose keys equal the specified scalars, or null if there is none.</summary>
    public QueryValue[]? Find(QueryValue[] scalars) =>
        LookupKey.OfScalars(scalars).Select(key => _rows.GetValueOrDefault(key)).FirstOrDefault(row => row is not null);
}
