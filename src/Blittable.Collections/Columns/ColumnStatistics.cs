namespace Blittable.Columns;

/// <summary>Summarizes a chunk's values, known without decoding them.</summary>
/// <typeparam name="T">The type of the values.</typeparam>
/// <param name="Count">The values, nulls not counted.</param>
/// <param name="NullCount">The nulls.</param>
/// <param name="Min">The smallest value; meaningless where <paramref name="Count"/> is 0. A NaN is not a minimum; where all are NaN it is positive
/// infinity.</param>
/// <param name="Max">The largest value, likewise; negative infinity where all are NaN.</param>
/// <param name="First">The first value that is not null.</param>
/// <param name="Last">The last value that is not null.</param>
/// <param name="Sum">The sum: of integers rounded from <paramref name="ExactSum"/>, of decimals in their own unit, of booleans the number of true
/// ones; of dates 0.</param>
/// <param name="ExactSum">The exact sum of integers, and of the mantissas of decimals; 0 for floating-point numbers and dates.</param>
public readonly record struct ColumnStatistics<T>(long Count, long NullCount, T Min, T Max, T First, T Last, double Sum, Int128 ExactSum);
