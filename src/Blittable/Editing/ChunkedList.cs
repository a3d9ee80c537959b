using System.Runtime.InteropServices;

namespace Blittable.Editing;

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
