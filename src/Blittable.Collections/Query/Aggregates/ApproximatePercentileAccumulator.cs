using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Estimates a percentile of the numbers in each group.</summary>
internal sealed class ApproximatePercentileAccumulator(IReadOnlyList<PathPlan> paths, double fraction) : Accumulator
{
    private readonly NumberSource _source = new(paths);
    private QuantileSketch?[] _sketches = new QuantileSketch?[2];
    private double[] _doubles = [];
    private long _bytes;

    public override long EstimateBytes(int groupCount) => base.EstimateBytes(groupCount) + _bytes;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _sketches = Grown(_sketches, groupCount);
        var numbers = _source.Load(cursor);
        _doubles = _doubles.Length < numbers.Rows ? new double[numbers.Rows] : _doubles;
        numbers.CopyDoubles(_doubles.AsSpan(0, numbers.Rows));
        for (var row = 0; row < numbers.Rows; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            if (group != 0 && !numbers.IsNull(row))
            {
                var sketch = _sketches[group] ??= Start();
                var before = sketch.Bytes;
                sketch.Add(_doubles[row]);
                _bytes += sketch.Bytes - before;
            }
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        _sketches = Grown(_sketches, groupCount);
        var theirs = ((ApproximatePercentileAccumulator)other)._sketches;
        for (var group = 1; group < Math.Min(groups.Length, theirs.Length); group++)
        {
            if (theirs[group] is { } sketch)
            {
                var ours = _sketches[groups[group]] ??= Start();
                var before = ours.Bytes;
                ours.Add(sketch);
                _bytes += ours.Bytes - before;
            }
        }
    }

    public override QueryValue Result(int group) =>
        group < _sketches.Length && _sketches[group]?.Quantile(fraction) is { } value ? QueryValue.FromDouble(value) : QueryValue.Null;

    private QuantileSketch Start()
    {
        var sketch = new QuantileSketch();
        _bytes += sketch.Bytes;
        return sketch;
    }
}
