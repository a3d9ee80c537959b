namespace Blittable.Json;

/// <summary>Hashes of values that are about to be read, in the order in which they stand in the text.</summary>
internal sealed class HashesAhead
{
    /// <summary>The most values of a window: others are hashed when they are read.</summary>
    private const int Capacity = 256;

    private readonly int[] _starts = new int[Capacity + 1];
    private readonly ulong[] _hashes = new ulong[Capacity];
    private int _next;
    private int _count;

    public HashesAhead() => Clear();

    /// <summary>All hashes of the window, whether their values have been read or not.</summary>
    public ReadOnlySpan<ulong> All => _hashes.AsSpan(0, _count);

    public bool IsFull => _count == Capacity;

    public void Clear()
    {
        _next = _count = 0;
        _starts[0] = int.MaxValue;
    }

    /// <summary>Adds a value while there is room.</summary>
    /// <param name="start">Where it starts in the text, behind the one before.</param>
    /// <param name="hash">Its hash.</param>
    public void Add(int start, ulong hash)
    {
        _starts[_count] = start;
        _hashes[_count++] = hash;
        _starts[_count] = int.MaxValue;
    }

    /// <summary>The hash of the value that starts here, if it is there; those of values before it are skipped.</summary>
    public bool TryTake(int start, out ulong hash)
    {
        while (_starts[_next] < start)
        {
            _next++;
        }

        var isKnown = _starts[_next] == start;
        hash = isKnown ? _hashes[_next] : 0;
        return isKnown;
    }
}
