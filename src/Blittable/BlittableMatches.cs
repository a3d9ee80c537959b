using Blittable.JsonPath;

namespace Blittable;

/// <summary>Lists the values that a <see cref="BlittableJsonPath"/> found in a document, in place.</summary>
public readonly ref struct BlittableMatches
{
    private readonly BlittableValue _root;
    private readonly QueryPlaces _places;

    internal BlittableMatches(BlittableValue root, QueryPlaces places)
    {
        _root = root;
        _places = places;
    }

    /// <summary>Gets how many values were found.</summary>
    public int Count => _places?.Count ?? 0;

    /// <summary>Gets a value that was found, from 0.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is not that of a match.</exception>
    public BlittableValue this[int index]
    {
        get
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)Count, nameof(index));
            return _root.WithAddress(_places[index].Address, _places[index].ShapeTable);
        }
    }

    /// <summary>Goes through the values, for <c>foreach</c>.</summary>
    public Enumerator GetEnumerator() => new(this);

    /// <summary>Goes through the values that were found.</summary>
    public ref struct Enumerator
    {
        private readonly BlittableMatches _matches;
        private int _index;

        internal Enumerator(BlittableMatches matches)
        {
            _matches = matches;
            _index = -1;
        }

        /// <summary>Gets the value that was reached.</summary>
        public readonly BlittableValue Current => _matches[_index];

        /// <summary>Advances to the next value; false after the last.</summary>
        public bool MoveNext() => ++_index < _matches.Count;
    }
}
