using System.Numerics;

namespace Blittable.Columns;

/// <summary>Represents the results of a single pass over values.</summary>
/// <param name="Count">The number of values.</param>
/// <param name="Sum">The sum of the values.</param>
/// <param name="Min">The smallest value; the greatest value of the type if there are none.</param>
/// <param name="Max">The greatest value; the smallest value of the type if there are none.</param>
internal readonly record struct ColumnAggregate<T, TSum>(long Count, TSum Sum, T Min, T Max)
    where T : struct, INumber<T>, IMinMaxValue<T>
    where TSum : struct, INumber<TSum>
{
    /// <summary>Gets the aggregate of no values. For floating-point numbers, the bounds are infinities, which also bound infinite values.</summary>
    public static ColumnAggregate<T, TSum> Empty => new(0, TSum.Zero, Highest, Lowest);

    private static T Highest => typeof(T) == typeof(double) ? T.CreateTruncating(double.PositiveInfinity) : T.MaxValue;

    private static T Lowest => typeof(T) == typeof(double) ? T.CreateTruncating(double.NegativeInfinity) : T.MinValue;

    /// <summary>Combines two aggregates.</summary>
    public ColumnAggregate<T, TSum> Plus(in ColumnAggregate<T, TSum> other) =>
        new(Count + other.Count, Sum + other.Sum, other.Min < Min ? other.Min : Min, other.Max > Max ? other.Max : Max);
}
