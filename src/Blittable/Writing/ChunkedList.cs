using System.Runtime.InteropServices;

namespace Blittable.Writing;

/// <summary>A list in chunks, so that an item is inserted or removed anywhere without moving all that follow.</summary>
internal sealed class ChunkedList<T>
{
    private const int MaxChunk = 512;

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
        if (_chunks.Count == 0 || _chunks[^1].Count == MaxChunk)
        {
            _chunks.Add([]);
        }

        _chunks[^1].Add(item);
        Count++;
    }

    /// <summary>Inserts an item before another, or at the end.</summary>
    public void Insert(int index, T item)
    {
        if (index == Count)
        {
            Add(item);
            return;
        }

        var chunk = Find(ref index);
        if (_chunks[chunk].Count == MaxChunk)
        {
            const int half = MaxChunk / 2;
            _chunks.Insert(chunk + 1, _chunks[chunk][half..]);
            _chunks[chunk].RemoveRange(half, MaxChunk - half);
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
    }

    /// <summary>Appends the items to a list.</summary>
    public void CopyTo(List<T> output)
    {
        foreach (var chunk in _chunks)
        {
            output.AddRange(CollectionsMarshal.AsSpan(chunk));
        }
    }

    /// <summary>Finds the chunk of an item.</summary>
    /// <param name="index">The item; then its place in the chunk.</param>
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
