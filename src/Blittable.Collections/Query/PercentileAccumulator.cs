using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Percentiles: counts of each value where there are few possible ones, else all values, as offsets from the least where 32 bits hold them.</summary>
internal sealed class PercentileAccumulator : Accumulator
{
    private const ulong MostCounted = 1 << 16;
    private const ulong MostOffsets = 1UL << 32;

    private readonly NumberSource _source;
    private readonly NumberShape _shape;
    private readonly double _fraction;
    private readonly bool _isDiscrete;

    /// <summary>Null where there are too many possible values, or too many groups for that.</summary>
    private ValueCounts? _counts;
    private long[] _countsOfGroup = [];
    private RankedOffsets?[] _offsets = new RankedOffsets[2];
    private List<double>?[] _values = new List<double>[2];

    public PercentileAccumulator(IReadOnlyList<PathPlan> paths, NumberShape shape, double fraction, bool isDiscrete)
    {
        _source = new NumberSource(paths);
        _shape = shape;
        _fraction = fraction;
        _isDiscrete = isDiscrete;
        _counts = shape.Span <= MostCounted ? new ValueCounts(shape.Min, (int)shape.Span) : null;
    }

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        if (_shape.Span > MostOffsets)
        {
            AddValues(_source.LoadDoubles(cursor), groups, groupCount);
        }
        else if (TryCount(groupCount))
        {
            _counts!.Add(_source.Load(cursor), groups);
        }
        else
        {
            AddOffsets(_source.Load(cursor), groups, groupCount);
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        var theirs = (PercentileAccumulator)other;
        if (theirs._counts is null)
        {
            KeepOffsets();
        }

        var isCounted = TryCount(groupCount);
        _offsets = Grown(_offsets, groupCount);
        _values = Grown(_values, groupCount);
        for (var group = 1; group < groups.Length; group++)
        {
            if (group <= theirs._counts?.LastGroup)
            {
                var counts = theirs.CountsOf(group);
                if (isCounted)
                {
                    _counts!.Add(groups[group], counts);
                }
                else
                {
                    AddOffsets(groups[group], counts);
                }
            }

            if (group < theirs._offsets.Length && theirs._offsets[group] is { } offsets)
            {
                (_offsets[groups[group]] ??= new RankedOffsets(_shape.Span)).Add(offsets);
            }

            if (group < theirs._values.Length && theirs._values[group] is { } values)
            {
                (_values[groups[group]] ??= []).AddRange(values);
            }
        }
    }

    public override QueryValue Result(int group) =>
        group <= _counts?.LastGroup ? OfCounts(CountsOf(group))
        : group < _offsets.Length && _offsets[group] is { } offsets ? OfOffsets(offsets)
        : group < _values.Length && _values[group] is { Count: > 0 } values ? OfValues(values)
        : QueryValue.Null;

    private ReadOnlySpan<long> CountsOf(int group)
    {
        _countsOfGroup = _countsOfGroup.Length < _counts!.Span ? new long[_counts.Span] : _countsOfGroup;
        _counts.CopyTo(group, _countsOfGroup);
        return _countsOfGroup;
    }

    /// <summary>Whether values are counted. Once there are too many groups for that, they are kept from then on.</summary>
    private bool TryCount(int groupCount)
    {
        if (_counts?.TryGrow(groupCount) == false)
        {
            KeepOffsets();
        }

        return _counts is not null;
    }

    /// <summary>Goes over from counts to the values themselves.</summary>
    private void KeepOffsets()
    {
        _offsets = Grown(_offsets, Math.Max(1, _counts?.LastGroup ?? 1));
        for (var group = 1; group <= _counts?.LastGroup; group++)
        {
            AddOffsets(group, CountsOf(group));
        }

        _counts = null;
    }

    private void AddOffsets(int group, ReadOnlySpan<long> counts)
    {
        for (var offset = 0; offset < counts.Length; offset++)
        {
            for (var count = counts[offset]; count > 0; count--)
            {
                (_offsets[group] ??= new RankedOffsets(_shape.Span)).Add((uint)offset);
            }
        }
    }

    private void AddOffsets(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        _offsets = Grown(_offsets, groupCount);
        for (var row = 0; row < numbers.Rows; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            if (group != 0 && !numbers.IsNull(row))
            {
                var offset = (ulong)(numbers.Mantissas[row] - _shape.Min);
                if (offset >= _shape.Span)
                {
                    ThrowHelper.NumberOutOfBounds(numbers.Mantissas[row], _shape.Min, _shape.Max);
                }

                (_offsets[group] ??= new RankedOffsets(_shape.Span)).Add((uint)offset);
            }
        }
    }

    private void AddValues(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        _values = Grown(_values, groupCount);
        for (var row = 0; row < numbers.Rows; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            var value = numbers.Doubles[row];
            if (group != 0 && !numbers.IsNull(row) && !double.IsNaN(value))
            {
                (_values[group] ??= []).Add(value);
            }
        }
    }

    private QueryValue OfValues(List<double> values)
    {
        var span = System.Runtime.InteropServices.CollectionsMarshal.AsSpan(values);
        var position = Position(span.Length);
        var low = (int)position;
        var value = OrderStatistic.Select(span, low);
        if (position > low)
        {
            var next = double.PositiveInfinity;
            foreach (var other in span[(low + 1)..])
            {
                next = Math.Min(next, other);
            }

            value += (next - value) * (position - low);
        }

        return QueryValue.FromDouble(value);
    }

    private QueryValue OfOffsets(RankedOffsets offsets)
    {
        var position = Position(offsets.Count);
        var rank = (int)position;
        var (at, next) = offsets.Neighbours(rank);
        return OfMantissa(_shape.Min + at + ((next - at) * (position - rank)));
    }

    private QueryValue OfCounts(ReadOnlySpan<long> counts)
    {
        long total = 0;
        foreach (var count in counts)
        {
            total += count;
        }

        if (total == 0)
        {
            return QueryValue.Null;
        }

        var position = Position(total);
        var rank = (long)position;
        var at = 0;
        for (; rank >= counts[at]; at++)
        {
            rank -= counts[at];
        }

        var next = at;
        if (position > (long)position && rank + 1 == counts[at])
        {
            next += 1 + counts[(at + 1)..].IndexOfAnyExcept(0);
        }

        return OfMantissa(_shape.Min + at + ((next - at) * (position - (long)position)));
    }

    /// <summary>The place of the percentile among so many numbers in their order: a whole one where it is to be one of them.</summary>
    private double Position(long count) => _isDiscrete ? Math.Max(0, Math.Ceiling(_fraction * count) - 1) : _fraction * (count - 1);

    private QueryValue OfMantissa(double mantissa) => QueryValue.FromDouble(mantissa / PowerOfTen.Int64(_shape.Scale));
}
