namespace Blittable.Columns;

/// <summary>Summarizes the values of a chunk. Available without decoding.</summary>
/// <typeparam name="T">The type of the values.</typeparam>
/// <param name="Count">The number of values, excluding nulls.</param>
/// <param name="NullCount">The number of nulls.</param>
/// <param name="Min">The smallest value, ignoring NaN; positive infinity if all values are NaN. Undefined if <paramref name="Count"/> is 0.</param>
/// <param name="Max">The greatest value, ignoring NaN; negative infinity if all values are NaN. Undefined if <paramref name="Count"/> is 0.</param>
/// <param name="First">The first non-null value.</param>
/// <param name="Last">The last non-null value.</param>
/// <param name="Sum">The sum of the values. For integers, <paramref name="ExactSum"/> rounded to a double; for decimals, in their own unit; for booleans, the
/// number of true values; for dates, 0.</param>
/// <param name="ExactSum">The exact sum of integers or of the mantissas of decimals; 0 for floating-point numbers and dates.</param>
public readonly record struct ColumnStatistics<T>(long Count, long NullCount, T Min, T Max, T First, T Last, double Sum, Int128 ExactSum);
