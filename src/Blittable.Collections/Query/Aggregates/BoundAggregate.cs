using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Represents an aggregate bound to a query plan. Shared by workers.</summary>
internal sealed record BoundAggregate(Aggregate Aggregate, IReadOnlyList<PathPlan> Paths, BoundFilter? Filter)
{
    /// <summary>Creates the accumulator of one worker.</summary>
    /// <param name="limit">The memory limit of the worker, in bytes.</param>
    public Accumulator CreateAccumulator(long limit)
    {
        var numbers = Paths.Count == 0 ? default : Paths.Count == 1 ? Paths[0].Numbers : ProductShape();
        return Aggregate.Function switch
        {
            AggregateFunction.Count => new CountAccumulator(Paths.Count == 0 ? null : Paths[0]),
            AggregateFunction.Sum or AggregateFunction.Average => new SumAccumulator(Paths),
            AggregateFunction.ArgMin or AggregateFunction.ArgMax =>
                new ArgumentAccumulator(Paths[0], Paths[1], isMax: Aggregate.Function == AggregateFunction.ArgMax),
            AggregateFunction.First or AggregateFunction.Last =>
                new ArgumentAccumulator(Paths[0], by: null, isMax: Aggregate.Function == AggregateFunction.Last),
            AggregateFunction.Mode => new ModeAccumulator(Paths[0], limit),
            AggregateFunction.VarianceSample => new VarianceAccumulator(Paths, isSample: true, isDeviation: false),
            AggregateFunction.VariancePopulation => new VarianceAccumulator(Paths, isSample: false, isDeviation: false),
            AggregateFunction.DeviationSample => new VarianceAccumulator(Paths, isSample: true, isDeviation: true),
            AggregateFunction.DeviationPopulation => new VarianceAccumulator(Paths, isSample: false, isDeviation: true),
            AggregateFunction.Percentile or AggregateFunction.PercentileDiscrete =>
                new PercentileAccumulator(Paths, numbers, new Percentile(Aggregate.Fraction, Aggregate.Function == AggregateFunction.PercentileDiscrete), limit),
            AggregateFunction.ApproximatePercentile => new ApproximatePercentileAccumulator(Paths, Aggregate.Fraction),
            AggregateFunction.ApproximateCountDistinct => new ApproximateDistinctAccumulator(Paths[0]),
            AggregateFunction.CountDistinct => new DistinctAccumulator(Paths[0], limit),
            _ => CreateExtreme(numbers, Aggregate.Function == AggregateFunction.Max),
        };
    }

    /// <summary>Determines whether two aggregates can share an accumulator: sum and average of the same numbers.</summary>
    public bool SharesAccumulator(BoundAggregate other) =>
        IsSum && other.IsSum && Filter is null && other.Filter is null && Paths.SequenceEqual(other.Paths);

    /// <summary>Returns the result of a group.</summary>
    public QueryValue Result(Accumulator accumulator, int group) =>
        Aggregate.Function == AggregateFunction.Average ? ((SumAccumulator)accumulator).Average(group) : accumulator.Result(group);

    /// <summary>Estimates the result of a group, to skip most groups if only the first ones of an order are wanted.</summary>
    /// <param name="accumulator">The accumulator.</param>
    /// <param name="group">The group.</param>
    /// <param name="estimate">The estimate.</param>
    /// <returns>False if there is no estimate.</returns>
    public bool TryEstimate(Accumulator accumulator, int group, out double estimate)
    {
        estimate = 0;
        return Aggregate.Function == AggregateFunction.Sum && ((SumAccumulator)accumulator).TryEstimate(group, out estimate);
    }

    private static NumberShape Unknown => new(NumberShapeKind.Unknown, 0, 0, 0, HasOdd: true);

    private bool IsSum => Aggregate.Function is AggregateFunction.Sum or AggregateFunction.Average;

    private Accumulator CreateExtreme(NumberShape numbers, bool isMax)
    {
        OrderedAccumulator? lanes = numbers.Kind switch
        {
            NumberShapeKind.Exact => new ExtremeAccumulator<long>(new NumberLanes(Paths, numbers.Scale), isMax),
            NumberShapeKind.None when Paths is [{ HasDates: true, DatesFit: true } path] => new ExtremeAccumulator<long>(new DateLanes(path), isMax),
            _ => null,
        };
        return lanes is null ? new ScalarExtremeAccumulator(Paths, isMax)
            : Paths.Count == 1 && MixedExtremeAccumulator.IsNeeded(Paths[0]) ? new MixedExtremeAccumulator(lanes, Paths[0], isMax)
            : lanes;
    }

    /// <summary>Returns the number shape of a product: mantissas if all possible products fit in 64 bits.</summary>
    private NumberShape ProductShape()
    {
        var (scale, largest) = (0, (Int128)1);
        foreach (var path in Paths)
        {
            if (!path.Numbers.AreMantissas)
            {
                return Unknown;
            }

            scale += path.Numbers.Scale;
            largest = Int128.Min(largest * Int128.Max(Int128.Abs(path.Numbers.Min), Int128.Abs(path.Numbers.Max)), (Int128)long.MaxValue + 1);
        }

        return scale <= 18 && largest <= long.MaxValue
            ? new NumberShape(NumberShapeKind.Exact, scale, -(long)largest, (long)largest, HasOdd: false)
            : Unknown;
    }
}
