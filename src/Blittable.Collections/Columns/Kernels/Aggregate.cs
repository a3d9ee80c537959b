using System.Numerics;

namespace Blittable.Columns;

/// <summary>Holds the results of one pass over values.</summary>
/// <param name="Count">The values seen.</param>
/// <param name="Sum">Their sum.</param>
/// <param name="Min">The smallest; the type's largest without a value.</param>
/// <param name="Max">The largest; the type's smallest without a value.</param>
internal readonly record struct Aggregate<T, TSum>(long Count, TSum Sum, T Min, T Max)
    where T : struct, INumber<T>, IMinMaxValue<T>
    where TSum : struct, INumber<TSum>
{
    /// <summary>Of no values. Floating-point numbers start at the infinities, which also bound infinite values.</summary>
    public static Aggregate<T, TSum> Empty => new(0, TSum.Zero, Highest, Lowest);

    private static T Highest => typeof(T) == typeof(double) ? T.CreateTruncating(double.PositiveInfinity) : T.MaxValue;

    private static T Lowest => typeof(T) == typeof(double) ? T.CreateTruncating(double.NegativeInfinity) : T.MinValue;

    /// <summary>Of both.</summary>
    public Aggregate<T, TSum> Plus(in Aggregate<T, TSum> other) =>
        new(Count + other.Count, Sum + other.Sum, other.Min < Min ? other.Min : Min, other.Max > Max ? other.Max : Max);
}
