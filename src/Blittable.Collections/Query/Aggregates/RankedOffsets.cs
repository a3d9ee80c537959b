namespace Blittable.Collections.Query.Aggregates;

/// <summary>Represents offsets from a smallest number, of which any rank can be found without sorting all: they are counted by their highest bits, and only one
/// bucket is sorted.</summary>
internal sealed class RankedOffsets
{
    private const int CountedBits = 12;

    /// <summary>The number of offsets up to which all are sorted.</summary>
    private const int MostSorted = 1 << CountedBits;

    private readonly int _shift;
    private uint[] _offsets = new uint[8];

    /// <param name="span">The number of possible offsets, at most 2^32.</param>
    public RankedOffsets(ulong span) => _shift = Math.Max(0, 64 - System.Numerics.BitOperations.LeadingZeroCount(span - 1) - CountedBits);

    public int Count { get; private set; }

    public void Add(uint offset)
    {
        if (Count == _offsets.Length)
        {
            Array.Resize(ref _offsets, 2 * Count);
        }

        _offsets[Count++] = offset;
    }

    public void Add(RankedOffsets other)
    {
        foreach (var offset in other._offsets.AsSpan(0, other.Count))
        {
            Add(offset);
        }
    }

    /// <summary>Sorts the list and enumerates all offsets.</summary>
    public IEnumerable<uint> Sorted()
    {
        _offsets.AsSpan(0, Count).Sort();
        return _offsets.Take(Count);
    }

    /// <summary>Returns the offsets at a rank and at the next rank. The last offset is its own successor.</summary>
    /// <param name="rank">The zero-based rank.</param>
    public (uint At, uint Next) Neighbours(int rank)
    {
        var offsets = _offsets.AsSpan(0, Count);
        if (Count <= MostSorted)
        {
            offsets.Sort();
            return (offsets[rank], offsets[Math.Min(rank + 1, Count - 1)]);
        }

        var counts = new int[1 << CountedBits];
        foreach (var offset in offsets)
        {
            counts[offset >> _shift]++;
        }

        var (at, left) = Find(counts, rank);
        var counted = Counted(counts, at);
        if (left + 1 < counted.Length)
        {
            return (counted[left], counted[left + 1]);
        }

        return (counted[left], rank + 1 < Count ? Counted(counts, Find(counts, rank + 1).Bucket)[0] : counted[left]);
    }

    /// <summary>Returns the bucket that contains a rank, and the rank in it.</summary>
    private static (int Bucket, int Left) Find(int[] counts, int rank)
    {
        var bucket = 0;
        for (; rank >= counts[bucket]; bucket++)
        {
            rank -= counts[bucket];
        }

        return (bucket, rank);
    }

    /// <summary>Returns the sorted offsets of a bucket.</summary>
    private uint[] Counted(int[] counts, int bucket)
    {
        var found = new uint[counts[bucket]];
        var count = 0;
        foreach (var offset in _offsets.AsSpan(0, Count))
        {
            if (offset >> _shift == bucket)
            {
                found[count++] = offset;
            }
        }

        Array.Sort(found);
        return found;
    }
}
