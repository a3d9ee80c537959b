namespace Blittable.Collections.Query.Aggregates;

/// <summary>Distances from a least number, of which any rank can be told without sorting all: counted by their highest bits, so that only those of
/// one count are sorted.</summary>
internal sealed class RankedOffsets
{
    private const int CountedBits = 12;

    /// <summary>Up to so many are sorted at once.</summary>
    private const int MostSorted = 1 << CountedBits;

    private readonly int _shift;
    private uint[] _offsets = new uint[8];

    /// <param name="span">How many different offsets there may be; at most 2^32.</param>
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

    /// <summary>All offsets in their order, which the list has from then on.</summary>
    public IEnumerable<uint> Sorted()
    {
        _offsets.AsSpan(0, Count).Sort();
        return _offsets.Take(Count);
    }

    /// <summary>The offsets that would be at a place and at the next one if they were sorted; the last one has itself for the next.</summary>
    /// <param name="rank">The place, from 0.</param>
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

    /// <summary>Which count a rank falls into, and how far.</summary>
    private static (int Bucket, int Left) Find(int[] counts, int rank)
    {
        var bucket = 0;
        for (; rank >= counts[bucket]; bucket++)
        {
            rank -= counts[bucket];
        }

        return (bucket, rank);
    }

    /// <summary>The offsets of a count, sorted.</summary>
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
