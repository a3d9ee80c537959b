namespace Blittable.Collections.Query.Aggregates;

/// <summary>Specifies the function of an aggregate.</summary>
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
