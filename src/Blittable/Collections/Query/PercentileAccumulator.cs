namespace Blittable.Collections;

/// <summary>Percentiles: counts of each value where there are few possible ones, else all values, as offsets from the least where 32 bits hold them.</summary>
internal sealed class PercentileAccumulator : Accumulator
{
    private const ulong MostCounted = 1 << 16;
    private const ulong MostOffsets = 1UL << 32;

    private readonly NumberSource _source;
    private readonly NumberShape _shape;
    private readonly double _fraction;
    private long[]?[] _counts = new long[2][];
    private RankedOffsets?[] _offsets = new RankedOffsets[2];
    private List<double>?[] _values = new List<double>[2];

    public PercentileAccumulator(IReadOnlyList<PathPlan> paths, NumberShape shape, double fraction)
    {
        _source = new NumberSource(paths);
        _shape = shape;
        _fraction = fraction;
    }

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        if (_shape.Span <= MostCounted)
        {
            AddCounts(_source.Load(cursor), groups, groupCount);
        }
        else if (_shape.Span <= MostOffsets)
        {
            AddOffsets(_source.Load(cursor), groups, groupCount);
        }
        else
        {
            AddValues(_source.LoadDoubles(cursor), groups, groupCount);
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        var theirs = (PercentileAccumulator)other;
        _counts = Grown(_counts, groupCount);
        _offsets = Grown(_offsets, groupCount);
        _values = Grown(_values, groupCount);
        for (var group = 1; group < groups.Length; group++)
        {
            if (group < theirs._counts.Length && theirs._counts[group] is { } counts)
            {
                var ours = _counts[groups[group]] ??= new long[(int)_shape.Span];
                for (var i = 0; i < ours.Length; i++)
                {
                    ours[i] += counts[i];
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
        group < _counts.Length && _counts[group] is { } counts ? OfCounts(counts)
        : group < _offsets.Length && _offsets[group] is { } offsets ? OfOffsets(offsets)
        : group < _values.Length && _values[group] is { Count: > 0 } values ? OfValues(values)
        : QueryValue.Null;

    private void AddCounts(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        _counts = Grown(_counts, groupCount);
        for (var row = 0; row < numbers.Rows; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            if (group != 0 && !numbers.IsNull(row))
            {
                (_counts[group] ??= new long[(int)_shape.Span])[(int)(numbers.Mantissas[row] - _shape.Min)]++;
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
                (_offsets[group] ??= new RankedOffsets(_shape.Span)).Add((uint)(numbers.Mantissas[row] - _shape.Min));
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
        var position = _fraction * (span.Length - 1);
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
        var position = _fraction * (offsets.Count - 1);
        var rank = (int)position;
        var (at, next) = offsets.Neighbours(rank);
        return OfMantissa(_shape.Min + at + ((next - at) * (position - rank)));
    }

    private QueryValue OfCounts(long[] counts)
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

        var position = _fraction * (total - 1);
        var low = (long)position;
        var value = Mantissa(counts, low);
        var exact = (double)value;
        if (position > low)
        {
            exact += (Mantissa(counts, low + 1) - value) * (position - low);
        }

        return OfMantissa(exact);
    }

    private QueryValue OfMantissa(double mantissa) => QueryValue.FromDouble(mantissa / PowerOfTen.Int64(_shape.Scale));

    private long Mantissa(long[] counts, long rank)
    {
        var i = 0;
        for (; rank >= counts[i]; i++)
        {
            rank -= counts[i];
        }

        return _shape.Min + i;
    }
}
