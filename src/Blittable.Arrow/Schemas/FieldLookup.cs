using System.Text;

namespace Blittable.Arrow.Schemas;

/// <summary>Looks up fields by property name and tracks which of them an object contains. Not thread-safe.</summary>
/// <typeparam name="T">The type of the value stored for each name.</typeparam>
internal sealed class FieldLookup<T>
{
    private readonly List<byte[]> _names = [];
    private readonly List<T> _values = [];
    private readonly List<long> _visits = [];
    private readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);
    private long _object;
    private int _next;

    public int Count => _values.Count;

    public IEnumerable<string> Names => _names.Select(Encoding.UTF8.GetString);

    public T this[int index] => _values[index];

    public int Add(ReadOnlySpan<byte> name, T value)
    {
        _names.Add(name.ToArray());
        _values.Add(value);
        _visits.Add(0);
        _indexes.Add(Encoding.UTF8.GetString(name), Count - 1);
        _next = Count;
        return Count - 1;
    }

    /// <summary>Starts the lookups for the next object.</summary>
    public FieldLookup<T> Begin()
    {
        _object++;
        _next = 0;
        return this;
    }

    /// <summary>
    /// Returns the index of the field with a name, or -1. The field after the previous match is tried first, because most objects list their properties in the
    /// same order.
    /// </summary>
    public int Find(ReadOnlySpan<byte> name)
    {
        if (_next >= Count || !name.SequenceEqual(_names[_next]))
        {
            if (!_indexes.TryGetValue(Encoding.UTF8.GetString(name), out var index))
            {
                return -1;
            }

            _next = index;
        }

        return _next++;
    }

    /// <summary>Marks a field as present in the object. Returns false if the field was already marked.</summary>
    public bool TryVisit(int index)
    {
        var isFirst = _visits[index] != _object;
        _visits[index] = _object;
        return isFirst;
    }

    /// <summary>Determines whether a field is marked as present in the object.</summary>
    public bool IsVisited(int index) => _visits[index] == _object;
}
