using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <summary>How often each of few possible integers has occurred in each of few groups.</summary>
/// <remarks>
/// All counts stand side by side and have 16 bits, so that those of some groups with many possible values stay in the cache: a row changes one anywhere
/// among them. What 16 bits do not hold is carried to counts of their own, once in 65,536 rows at most.
/// </remarks>
/// <param name="min">The least integer there may be.</param>
/// <param name="span">How many different ones there may be.</param>
/// <param name="limit">The bytes that counts may take.</param>
internal sealed class ValueCounts(long min, int span, long limit)
{
    private const int CountBits = 16;

    /// <summary>With more counts than this (8 MB) it is better to keep the values.</summary>
    private readonly long _mostCounts = Math.Min(1 << 22, limit / sizeof(ushort));

    /// <summary>Those of group 0, which do not matter, then of group 1, and so on.</summary>
    private ushort[] _counts = [];

    /// <summary>How often a count has started from zero again.</summary>
    private readonly Dictionary<int, long> _carried = [];

    /// <summary>The greatest group there are counts for; -1 for none.</summary>
    public int LastGroup => (_counts.Length / span) - 1;

    /// <summary>The bytes of all counts.</summary>
    public long Bytes => sizeof(ushort) * (long)_counts.Length;

    /// <summary>How many different integers there may be.</summary>
    public int Span => span;

    /// <summary>Makes room for groups; false where that were too much.</summary>
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

        // More than one at a time, or many groups that come one by one were copied again and again.
        var room = Math.Min(2L * (LastGroup + 1), _mostCounts / span);
        Array.Resize(ref _counts, (int)Math.Max(groupCount + 1, room) * span);
        return true;
    }

    /// <summary>Counts the numbers of some rows.</summary>
    /// <param name="numbers">The numbers.</param>
    /// <param name="groups">Each row's group; empty where all rows are of group 1.</param>
    /// <exception cref="BlittableException">A number is not among those that there may be.</exception>
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

    /// <summary>Adds what another worker has of a group.</summary>
    /// <param name="group">The group here.</param>
    /// <param name="theirs">How often each integer has occurred, from the least on.</param>
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

    /// <summary>How often each integer has occurred in a group.</summary>
    /// <param name="group">At most <see cref="LastGroup"/>.</param>
    /// <param name="counts">From the least integer on, as many as there may be.</param>
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
