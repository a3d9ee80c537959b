namespace Blittable.QueryFuzz.Model;

/// <summary>Defines the aggregate functions, named as in the library.</summary>
internal enum AggregateKind
{
    Count,
    Sum,
    Average,
    Min,
    Max,
    CountDistinct,
    Percentile,
    PercentileDiscrete,
    ApproximateCountDistinct,
    ApproximatePercentile,
    Variance,
    VariancePopulation,
    StandardDeviation,
    StandardDeviationPopulation,
    First,
    Last,
    ArgMin,
    ArgMax,
    Mode,
}
