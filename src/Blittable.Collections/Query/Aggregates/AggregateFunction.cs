namespace Blittable.Collections.Query.Aggregates;

/// <summary>What an aggregate computes.</summary>
internal enum AggregateFunction
{
    Count,
    Sum,
    Average,
    Min,
    Max,
    Percentile,
    CountDistinct,
    PercentileDiscrete,
    ApproximatePercentile,
    ApproximateCountDistinct,
    VarianceSample,
    VariancePopulation,
    DeviationSample,
    DeviationPopulation,
    ArgMin,
    ArgMax,
    First,
    Last,
    Mode,
}
