using System.Text;
using Blittable.Paths;

namespace Blittable;

/// <summary>Represents the values that a <see cref="BlittableJsonPath"/> found in a document.</summary>
public readonly ref struct BlittableMatches
{
    private readonly BlittableValue _root;
    private readonly JsonPathQuery _query;
    private readonly QueryPlaces _places;

    internal BlittableMatches(BlittableValue root, JsonPathQuery query, QueryPlaces places)
    {
        _root = root;
        _query = query;
        _places = places;
    }

    /// <summary>Gets the number of values that were found.</summary>
    public int Count => _places?.Count ?? 0;

    /// <summary>Gets the value at the specified zero-based index.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is out of range.</exception>
    public BlittableValue this[int index]
    {
        get
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)Count, nameof(index));
            return _root.WithAddress(_places[index].Address, _places[index].ShapeTable);
        }
    }

    /// <summary>Gets the path of a value that was found. Its text is the normalized path of RFC 9535, such as <c>$['book'][0]['title']</c>.</summary>
    /// <remarks>The first call evaluates the query again, so queries without paths cost less. The path is independent of the document: it selects the
    /// value in an equal document, and a <see cref="BlittableEditor"/> can change the value at the path. For properties with equal names, it selects the
    /// last.</remarks>
    /// <param name="index">The zero-based index of the match.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is out of range.</exception>
    /// <exception cref="BlittableException">The query cannot be evaluated. See <see cref="BlittableJsonPath.Evaluate"/>.</exception>
    public BlittablePath GetPath(int index)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)Count, nameof(index));
        var places = (_places.Trail ??= BlittableJsonPath.Trail(_query, _root))[index];
        var steps = new PathStep[places.Length];
        var value = _root;
        for (var i = 0; i < places.Length; i++)
        {
            var isObject = value.TryReadObject(out var children, out var shape);
            steps[i] = isObject ? PathStep.OfName(Encoding.UTF8.GetString(shape.Name(places[i]))) : PathStep.OfIndex(places[i]);
            if (isObject || value.TryReadArray(out children))
            {
                value = value.Child(children, places[i]);
            }
        }

        return BlittablePath.Normalized(steps);
    }

    /// <summary>Gets the JSON Pointer of a value that was found, such as <c>/book/0/title</c>.</summary>
    /// <inheritdoc cref="GetPath" path="/param | /remarks | /exception"/>
    public BlittablePointer GetPointer(int index) => GetPath(index).ToPointer();

    /// <summary>Returns an enumerator of the values.</summary>
    public Enumerator GetEnumerator() => new(this);

    /// <summary>Enumerates the values that were found.</summary>
    public ref struct Enumerator
    {
        private readonly BlittableMatches _matches;
        private int _index;

        internal Enumerator(BlittableMatches matches)
        {
            _matches = matches;
            _index = -1;
        }

        /// <summary>Gets the current value.</summary>
        public readonly BlittableValue Current => _matches[_index];

        /// <summary>Advances to the next value. Returns <see langword="false"/> after the last value.</summary>
        public bool MoveNext() => ++_index < _matches.Count;
    }
}
