using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <summary>Counts the occurrences of each of few possible integers in each of few groups.</summary>
/// <remarks>
/// All counts are adjacent and have 16 bits, so the counts of several groups with many possible values fit in the cache, because rows update counts in random
/// order. Overflow is carried to separate counts, at most once in 65,536 rows.
/// </remarks>
/// <param name="min">The smallest possible integer.</param>
/// <param name="span">The number of possible integers.</param>
/// <param name="limit">The memory limit for counts, in bytes.</param>
internal sealed class ValueCounts(long min, int span, long limit)
{
    private const int CountBits = 16;

    /// <summary>The maximum number of counts (8 MB). Beyond it, storing the values is better.</summary>
    private readonly long _mostCounts = Math.Min(1 << 22, limit / sizeof(ushort));

    /// <summary>The counts: the counts of group 0, which is unused, of group 1, and so on.</summary>
    private ushort[] _counts = [];

    /// <summary>The number of times that a count has overflowed.</summary>
    private readonly Dictionary<int, long> _carried = [];

    /// <summary>Gets the greatest group with counts, or -1 if there is none.</summary>
    public int LastGroup => (_counts.Length / span) - 1;

    /// <summary>Gets the size of all counts in bytes.</summary>
    public long Bytes => sizeof(ushort) * (long)_counts.Length;

    /// <summary>Gets the number of possible integers.</summary>
    public int Span => span;

    /// <summary>Allocates counts for groups. Returns false if there would be too many.</summary>
    public bool TryGrow(int groupCount)
    {
        if (groupCount <= LastGroup)
        {
            return true;
        }

        if ((groupCount + 1L) * span > _mostCounts)
        {
            return false;
        }

        // Grow geometrically: otherwise, counts would be copied for each new group.
        var room = Math.Min(2L * (LastGroup + 1), _mostCounts / span);
        Array.Resize(ref _counts, (int)Math.Max(groupCount + 1, room) * span);
        return true;
    }

    /// <summary>Counts the numbers of the selected rows.</summary>
    /// <param name="numbers">The numbers.</param>
    /// <param name="groups">The group of each row; empty if all rows are in group 1.</param>
    /// <exception cref="BlittableException">A number is not among the possible ones.</exception>
    public void Add(NumberVector numbers, ReadOnlySpan<int> groups)
    {
        var counts = _counts;
        var mantissas = numbers.Mantissas;
        if (numbers.HasNulls || groups.IsEmpty)
        {
            for (var row = 0; row < mantissas.Length; row++)
            {
                if (!numbers.IsNull(row))
                {
                    var index = ((groups.IsEmpty ? 1 : groups[row]) * span) + Distance(mantissas[row]);
                    if (++counts[index] == 0)
                    {
                        Carry(index);
                    }
                }
            }

            return;
        }

        groups = groups[..mantissas.Length];
        for (var row = 0; row < mantissas.Length; row++)
        {
            var index = (groups[row] * span) + Distance(mantissas[row]);
            if (++counts[index] == 0)
            {
                Carry(index);
            }
        }
    }

    /// <summary>Adds the counts of another worker for a group.</summary>
    /// <param name="group">The group here.</param>
    /// <param name="theirs">The counts of each integer, starting at the smallest.</param>
    public void Add(int group, ReadOnlySpan<long> theirs)
    {
        for (var value = 0; value < span; value++)
        {
            var index = (group * span) + value;
            var sum = _counts[index] + theirs[value];
            _counts[index] = (ushort)sum;
            if (sum >> CountBits is var carried and not 0)
            {
                _carried[index] = _carried.GetValueOrDefault(index) + carried;
            }
        }
    }

    /// <summary>Copies the counts of a group.</summary>
    /// <param name="group">The group, at most <see cref="LastGroup"/>.</param>
    /// <param name="counts">Receives the counts of each integer, starting at the smallest.</param>
    public void CopyTo(int group, Span<long> counts)
    {
        var own = _counts.AsSpan(group * span, span);
        for (var value = 0; value < own.Length; value++)
        {
            counts[value] = own[value];
        }

        foreach (var (index, carried) in _carried)
        {
            if (index / span == group)
            {
                counts[index % span] += carried << CountBits;
            }
        }
    }

    private int Distance(long value)
    {
        var distance = (ulong)(value - min);
        if (distance >= (ulong)span)
        {
            ThrowHelper.NumberOutOfBounds(value, min, min + span - 1);
        }

        return (int)distance;
    }

    private void Carry(int index) => _carried[index] = _carried.GetValueOrDefault(index) + 1;
}
