using System.Text;

namespace Blittable.Arrow.Schemas;

/// <summary>Finds the fields of objects by the names of their properties. One thread at a time may use it.</summary>
/// <typeparam name="T">What is kept for each name.</typeparam>
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

    /// <summary>Begins with the properties of another object.</summary>
    public FieldLookup<T> Begin()
    {
        _object++;
        _next = 0;
        return this;
    }

    /// <summary>The field of a name, or -1. The field after the one found last is tried first, since objects mostly have their properties in one order.</summary>
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

    /// <summary>Notes that the object has a field; false if it was noted before.</summary>
    public bool TryVisit(int index)
    {
        var isFirst = _visits[index] != _object;
        _visits[index] = _object;
        return isFirst;
    }

    /// <summary>Determines whether the object has a field.</summary>
    public bool IsVisited(int index) => _visits[index] == _object;
}
