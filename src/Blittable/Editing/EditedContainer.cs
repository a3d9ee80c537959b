using System.Runtime.InteropServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Editing;

/// <summary>Represents a container that an edit changes in memory: its children and their names. It is written when the edit is complete.</summary>
/// <remarks>
/// Properties keep their index in a list, and removed properties are only marked. The cost of a change therefore does not depend on the number of properties.
/// Properties with equal names form a linked list, each referring to the previous one. Lookups find the last.
/// </remarks>
internal sealed class EditedContainer
{
    /// <summary>The maximum number of properties that are searched without a hash table.</summary>
    private const int FewProperties = 16;

    private readonly ChunkedList<EditedChild>? _elements;
    private readonly List<Property>? _properties;
    private Dictionary<byte[], int>? _last;
    private int _removed;

    private EditedContainer(bool isArray, int count = 0)
    {
        _elements = isArray ? new(count) : null;
        _properties = isArray ? null : [];
    }

    public bool IsArray => _elements is not null;

    /// <summary>Gets the number of children.</summary>
    public int Count => _elements?.Count ?? _properties!.Count - _removed;

    /// <summary>Gets or sets a value that indicates whether the container is used at two positions, so it must be copied before it is changed.</summary>
    public bool IsShared { get; set; }

    /// <summary>Gets or sets a child by place: the index of an element, or the place of a property as returned by <see cref="Find"/>.</summary>
    public EditedChild this[int place]
    {
        get => _elements is null ? _properties![place].Child : _elements[place];
        set
        {
            if (_elements is null)
            {
                CollectionsMarshal.AsSpan(_properties)[place].Child = value;
            }
            else
            {
                _elements[place] = value;
            }
        }
    }

    public static EditedContainer NewObject() => new(isArray: false);

    public static EditedContainer NewArray() => new(isArray: true);

    /// <summary>Reads a container.</summary>
    /// <param name="value">The container.</param>
    /// <param name="source">The document that contains it.</param>
    /// <param name="limit">The budget of the edit.</param>
    /// <returns>The container, or <see langword="null"/> if the value is not a container.</returns>
    public static EditedContainer? Read(BlittableValue value, EditSource source, ref StepLimit limit)
    {
        var isObject = value.TryReadObject(out var children, out var shape);
        if (!isObject && !value.TryReadArray(out children))
        {
            return null;
        }

        limit.Count(children.Count);
        var container = new EditedContainer(isArray: !isObject, children.Count);
        for (var i = 0; i < children.Count; i++)
        {
            var child = EditedChild.Of(source, value.Child(children, i));
            if (isObject)
            {
                limit.CountText(shape.Name(i).Length);
                container.Add(shape.Name(i), child);
            }
            else
            {
                container._elements!.Add(child);
            }
        }

        return container;
    }

    /// <summary>Returns a copy that can be changed. Child containers are then shared by both.</summary>
    /// <param name="isCopied"><see langword="true"/> if the copy is at another position, so its children are copied too.</param>
    public EditedContainer Copy(bool isCopied)
    {
        var copy = new EditedContainer(IsArray, Count);
        foreach (var (name, child) in Children())
        {
            if (child.Container is { } container)
            {
                container.IsShared = true;
            }

            var copied = isCopied ? child.AsCopy() : child;
            if (name is null)
            {
                copy._elements!.Add(copied);
            }
            else
            {
                copy.Append(name, copied);
            }
        }

        return copy;
    }

    /// <summary>Enumerates the children in order, with the property names of an object.</summary>
    public IEnumerable<(byte[]? Name, EditedChild Child)> Children()
    {
        if (_elements is not null)
        {
            var elements = new List<EditedChild>(_elements.Count);
            _elements.CopyTo(elements);
            foreach (var element in elements)
            {
                yield return (null, element);
            }

            yield break;
        }

        foreach (var property in _properties!)
        {
            if (!property.IsRemoved)
            {
                yield return (property.Name, property.Child);
            }
        }
    }

    /// <summary>Finds the last property with a name. Returns -1 if there is none, and for an array.</summary>
    public int Find(ReadOnlySpan<byte> name)
    {
        if (_properties is null)
        {
            return -1;
        }

        if (_properties.Count > FewProperties)
        {
            return Index().GetAlternateLookup<ReadOnlySpan<byte>>().TryGetValue(name, out var place) ? place : -1;
        }

        for (var i = _properties.Count - 1; i >= 0; i--)
        {
            if (!_properties[i].IsRemoved && name.SequenceEqual(_properties[i].Name))
            {
                return i;
            }
        }

        return -1;
    }

    /// <summary>Adds a property at the end.</summary>
    public void Add(ReadOnlySpan<byte> name, EditedChild child) => Append(name.ToArray(), child);

    /// <summary>Inserts an element before the specified index, or at the end.</summary>
    public void Insert(int index, EditedChild child) => _elements!.Insert(index, child);

    /// <summary>Removes a child.</summary>
    /// <param name="place">The index of an element, or the place of the last property with its name.</param>
    public void RemoveAt(int place)
    {
        if (_elements is not null)
        {
            _elements.RemoveAt(place);
            return;
        }

        ref var property = ref CollectionsMarshal.AsSpan(_properties)[place];
        property.IsRemoved = true;
        property.Child = default;
        _removed++;
        if (_last is null)
        {
            return;
        }

        if (property.Before >= 0)
        {
            _last[property.Name] = property.Before;
        }
        else
        {
            _last.Remove(property.Name);
        }
    }

    /// <summary>Renames a property without moving it.</summary>
    public void Rename(int place, byte[] name)
    {
        CollectionsMarshal.AsSpan(_properties)[place].Name = name;
        _last = null;
    }

    private void Append(byte[] name, EditedChild child)
    {
        _properties!.Add(new Property { Name = name, Child = child });
        if (_last is not null)
        {
            Note(_properties.Count - 1);
        }
    }

    private Dictionary<byte[], int> Index()
    {
        if (_last is null)
        {
            _last = new(Utf8Comparer.Instance);
            for (var i = 0; i < _properties!.Count; i++)
            {
                if (!_properties[i].IsRemoved)
                {
                    Note(i);
                }
            }
        }

        return _last;
    }

    /// <summary>Records a property as the last with its name.</summary>
    private void Note(int place)
    {
        ref var property = ref CollectionsMarshal.AsSpan(_properties)[place];
        ref var last = ref CollectionsMarshal.GetValueRefOrAddDefault(_last!, property.Name, out var exists);
        property.Before = exists ? last : -1;
        last = place;
    }

    private struct Property
    {
        public byte[] Name;
        public EditedChild Child;
        public bool IsRemoved;

        /// <summary>The previous property with an equal name, or -1 if there is none. Undefined without a hash table.</summary>
        public int Before;
    }
}

/// <summary>Represents a list in chunks. Inserting or removing an item does not move all items after it.</summary>
/// <remarks>Finding an item visits all chunks before it, so long lists have long chunks, and chunks that became short are joined.</remarks>
internal sealed class ChunkedList<T>(int expectedCount = 0)
{
    private const int LeastMaxChunk = 512;

    private readonly int _maxChunk = Math.Max(LeastMaxChunk, (int)Math.Sqrt(expectedCount));
    private readonly List<List<T>> _chunks = [];

    public int Count { get; private set; }

    public T this[int index]
    {
        get
        {
            var chunk = Find(ref index);
            return _chunks[chunk][index];
        }

        set
        {
            var chunk = Find(ref index);
            _chunks[chunk][index] = value;
        }
    }

    /// <summary>Adds an item at the end.</summary>
    public void Add(T item)
    {
        if (_chunks.Count == 0 || _chunks[^1].Count == _maxChunk)
        {
            _chunks.Add([]);
        }

        _chunks[^1].Add(item);
        Count++;
    }

    /// <summary>Inserts an item before the specified index, or at the end.</summary>
    public void Insert(int index, T item)
    {
        if (index == Count)
        {
            Add(item);
            return;
        }

        var chunk = Find(ref index);
        if (_chunks[chunk].Count == _maxChunk)
        {
            var half = _maxChunk / 2;
            _chunks.Insert(chunk + 1, _chunks[chunk][half..]);
            _chunks[chunk].RemoveRange(half, _maxChunk - half);
            if (index > half)
            {
                chunk++;
                index -= half;
            }
        }

        _chunks[chunk].Insert(index, item);
        Count++;
    }

    public void RemoveAt(int index)
    {
        var chunk = Find(ref index);
        _chunks[chunk].RemoveAt(index);
        Count--;
        if (_chunks[chunk].Count == 0)
        {
            _chunks.RemoveAt(chunk);
        }
        else if (chunk + 1 < _chunks.Count && _chunks[chunk].Count + _chunks[chunk + 1].Count <= _maxChunk / 2)
        {
            _chunks[chunk].AddRange(_chunks[chunk + 1]);
            _chunks.RemoveAt(chunk + 1);
        }
    }

    /// <summary>Appends the items to a list.</summary>
    public void CopyTo(List<T> output)
    {
        foreach (var chunk in _chunks)
        {
            output.AddRange(CollectionsMarshal.AsSpan(chunk));
        }
    }

    /// <summary>Finds the chunk that contains an item.</summary>
    /// <param name="index">The index of the item. On return, its index in the chunk.</param>
    private int Find(ref int index)
    {
        var last = _chunks.Count - 1;
        if (index >= Count - _chunks[last].Count)
        {
            index -= Count - _chunks[last].Count;
            return last;
        }

        var chunk = 0;
        for (; index >= _chunks[chunk].Count; chunk++)
        {
            index -= _chunks[chunk].Count;
        }

        return chunk;
    }
}
