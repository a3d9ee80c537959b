namespace Blittable.Collections.Query.Values;

/// <summary>Maps scalars to values, with the equality defined by <see cref="ScalarComparison"/>. Safe for concurrent readers.</summary>
internal sealed class ScalarMap<T>
{
    private readonly Dictionary<QueryValue, T> _values = [];

    /// <summary>The values of keys that are strings with dates, by date.</summary>
    private readonly Dictionary<QueryValue, T> _written = [];

    public int Count => _values.Count;

    public IReadOnlyCollection<QueryValue> Keys => _values.Keys;

    public IEnumerable<KeyValuePair<QueryValue, T>> Rows => _values;

    /// <summary>Adds a key.</summary>
    /// <returns><see langword="false"/> if the map already has the key.</returns>
    public bool TryAdd(in QueryValue key, T value)
    {
        if (!_values.TryAdd(key, value))
        {
            return false;
        }

        if (ScalarComparison.TryReadDate(key, out var date))
        {
            _written.TryAdd(date, value);
        }

        return true;
    }

    /// <summary>Determines whether any scalar would be equal both to a key and to a key in the map.</summary>
    public bool HasKeyOf(in QueryValue key) =>
        TryGet(key, out _) || (ScalarComparison.TryReadDate(key, out var date) && _values.ContainsKey(date));

    /// <summary>Finds the value of the key that equals a scalar. Null equals no key.</summary>
    public bool TryGet(in QueryValue scalar, out T value)
    {
        value = default!;
        return scalar.Kind != QueryValueKind.Null
            && (_values.TryGetValue(scalar, out value!)
                || (scalar.Kind == QueryValueKind.Date && _written.TryGetValue(scalar, out value!)));
    }
}
