using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Layout;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Computes percentiles from counts of each value if there are few possible values, otherwise from all values, stored as 32-bit offsets from the
/// smallest if they fit.</summary>
internal sealed partial class PercentileAccumulator : Accumulator
{
    private const ulong MostCounted = 1 << 16;
    private const ulong MostOffsets = 1UL << 32;

    /// <summary>The fraction of the memory limit that counts may use.</summary>
    private const int CountsPart = 8;

    /// <summary>The estimated bytes of a group, an offset, a mantissa and a number of any size.</summary>
    private const int GroupBytes = 96, OffsetBytes = 2 * sizeof(uint), MantissaBytes = 2 * sizeof(long), NumberBytes = 80;

    private readonly NumberSource _source;
    private readonly NumberShape _shape;
    private readonly Percentile _percentile;
    private readonly long _limit;

    /// <summary>The counts, or null if there are too many possible values, or too many groups for counts.</summary>
    private ValueCounts? _counts;
    private long[] _countsOfGroup = [];

    /// <summary>The nearest doubles of a batch of decimals.</summary>
    private double[] _nearest = [];
    private RankedOffsets?[] _offsets = new RankedOffsets[2];
    private NumberList?[] _values = new NumberList[2];

    /// <summary>The estimated bytes of the numbers in lists.</summary>
    private long _listBytes;

    /// <param name="paths">The path, or the factors of a product.</param>
    /// <param name="shape">The shape of the numbers.</param>
    /// <param name="percentile">The percentile.</param>
    /// <param name="limit">The memory limit of the worker, in bytes.</param>
    public PercentileAccumulator(IReadOnlyList<PathPlan> paths, NumberShape shape, Percentile percentile, long limit)
    {
        _source = new NumberSource(paths);
        _shape = shape;
        _percentile = percentile;
        _limit = limit;
        _counts = CreateCounts();
    }

    public override long EstimateBytes(int groupCount) => (long)GroupBytes * groupCount;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        if (!_shape.AreMantissas || _shape.Span > MostOffsets)
        {
            AddValues(_source.Load(cursor), groups, groupCount);
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
        MergeSpilled(theirs, groups, groupCount);
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
                _listBytes += OffsetBytes * (long)offsets.Count;
            }

            if (group < theirs._values.Length && theirs._values[group] is { } values)
            {
                (_values[groups[group]] ??= new NumberList()).Add(values);
                _listBytes += NumberBytes * (long)values.Count;
            }
        }
    }

    public override QueryValue Result(int group) =>
        _runs is not null ? ResultOfRuns(_runs, group)
        : group <= _counts?.LastGroup ? OfCounts(CountsOf(group))
        : group < _offsets.Length && _offsets[group] is { } offsets ? OfOffsets(offsets)
        : group < _values.Length && _values[group] is { Count: > 0 } values ? OfValues(values)
        : QueryValue.Null;

    private ReadOnlySpan<long> CountsOf(int group)
    {
        _countsOfGroup = _countsOfGroup.Length < _counts!.Span ? new long[_counts.Span] : _countsOfGroup;
        _counts.CopyTo(group, _countsOfGroup);
        return _countsOfGroup;
    }

    /// <summary>Determines whether values are counted. If there are too many groups, switches to storing values.</summary>
    private bool TryCount(int groupCount)
    {
        if (_counts?.TryGrow(groupCount) == false)
        {
            KeepOffsets();
        }

        return _counts is not null;
    }

    /// <summary>Switches from counts to storing values.</summary>
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
                AddOffset(group, (uint)offset);
            }
        }
    }

    private void AddOffset(int group, uint offset)
    {
        (_offsets[group] ??= new RankedOffsets(_shape.Span)).Add(offset);
        _listBytes += OffsetBytes;
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

                AddOffset(group, (uint)offset);
            }
        }
    }

    private void AddValues(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        _values = Grown(_values, groupCount);
        if (numbers.AreDecimals)
        {
            _nearest = _nearest.Length < numbers.Rows ? new double[numbers.Rows] : _nearest;
            numbers.CopyNearest(_nearest);
        }

        for (var row = 0; row < numbers.Rows; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            if (group == 0 || numbers.IsNull(row))
            {
                continue;
            }

            var values = _values[group] ??= new NumberList();
            if (numbers.AreMantissas)
            {
                values.Add(numbers.Mantissas[row], numbers.Scale);
                _listBytes += MantissaBytes;
            }
            else if (numbers.AreDecimals)
            {
                var (mantissa, exponent) = numbers.Decimal(row);
                values.Add(mantissa, exponent, _nearest[row]);
                _listBytes += NumberBytes;
            }
            else if (numbers.HasDoubles && !numbers.HasText(row) && double.IsFinite(numbers.Doubles[row]))
            {
                values.Add(numbers.Doubles[row]);
                _listBytes += MantissaBytes;
            }
            else if (numbers.Number(row) is { IsFinite: true } number)
            {
                values.Add(number);
                _listBytes += NumberBytes;
            }
        }
    }

    private ValueCounts? CreateCounts() => _shape.AreMantissas && _shape.Span <= MostCounted ? new ValueCounts(_shape.Min, (int)_shape.Span, _limit / CountsPart) : null;

    private QueryValue OfValues(NumberList values)
    {
        var (at, next) = values.Neighbours((int)_percentile.Rank(values.Count));
        return _percentile.Interpolate(values.Count, at, next);
    }

    private QueryValue OfOffsets(RankedOffsets offsets)
    {
        var (at, next) = offsets.Neighbours((int)_percentile.Rank(offsets.Count));
        return Interpolate(offsets.Count, at, next);
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

        var rank = _percentile.Rank(total);
        var at = 0;
        for (; rank >= counts[at]; at++)
        {
            rank -= counts[at];
        }

        var after = counts[(at + 1)..].IndexOfAnyExcept(0);
        return Interpolate(total, at, rank + 1 == counts[at] && after >= 0 ? at + 1 + after : at);
    }

    /// <summary>Interpolates between two offsets from the smallest mantissa.</summary>
    private QueryValue Interpolate(long count, long at, long next) => _percentile.Interpolate(
        count, OfOffset(at), OfOffset(next));
}
