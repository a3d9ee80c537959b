using Blittable.Collections.Query.Aggregates;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Rows;
using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>Defines a value that is computed over the documents of a query or of each of its groups. Immutable; any thread may use it.</summary>
/// <remarks>Documents that lack a value, or have one of another kind, do not count. Sums, averages and percentiles are exact, rounded once to 38 significant digits.</remarks>
public sealed class Aggregate
{
    private Aggregate(AggregateFunction function, ScanExpression[] inputs, string name, double fraction = 0, Filter? filter = null)
    {
        Function = function;
        Inputs = inputs;
        Name = name;
        Fraction = fraction;
        Filter = filter;
    }

    /// <summary>Gets the name of its column in the result.</summary>
    public string Name { get; }

    internal AggregateFunction Function { get; }

    internal IReadOnlyList<ScanExpression> Inputs { get; }

    internal double Fraction { get; }

    internal Filter? Filter { get; }

    /// <summary>Counts documents.</summary>
    public static Aggregate Count() => new(AggregateFunction.Count, [], "count");

    /// <summary>Counts documents that have a scalar other than null at a path: objects and arrays do not count.</summary>
    public static Aggregate Count(string path) => Of(AggregateFunction.Count, "count", [path]);

    /// <summary>Counts documents for which an expression is not null.</summary>
    public static Aggregate Count(ScanExpression value) => Of(AggregateFunction.Count, "count", value);

    /// <summary>Sums the numbers of an expression; null without a number.</summary>
    public static Aggregate Sum(ScanExpression value) => Of(AggregateFunction.Sum, "sum", value);

    /// <summary>Averages the numbers of an expression; null without a number.</summary>
    public static Aggregate Average(ScanExpression value) => Of(AggregateFunction.Average, "average", value);

    /// <summary>Finds the least number of an expression; in a group without numbers its earliest date, else its first string, else its least
    /// boolean.</summary>
    public static Aggregate Min(ScanExpression value) => Of(AggregateFunction.Min, "min", value);

    /// <summary>Finds the greatest number of an expression; in a group without numbers its latest date, else its last string, else its greatest
    /// boolean.</summary>
    public static Aggregate Max(ScanExpression value) => Of(AggregateFunction.Max, "max", value);

    /// <summary>Counts the distinct scalars of an expression, without null.</summary>
    public static Aggregate CountDistinct(ScanExpression value) => Of(AggregateFunction.CountDistinct, "distinct", value);

    /// <summary>Estimates the number of distinct scalars, without null: exact up to some hundred, then mostly within 2 %, in 4 KB for a group.</summary>
    public static Aggregate ApproximateCountDistinct(ScanExpression value) =>
        Of(AggregateFunction.ApproximateCountDistinct, "approximate distinct", value);

    /// <summary>Finds the number at a fraction of all in their order, without interpolation: SQL's <c>percentile_disc</c>.</summary>
    /// <param name="fraction">From 0, the least, to 1, the greatest.</param>
    /// <param name="value">The path or expression.</param>
    /// <exception cref="ArgumentOutOfRangeException">The fraction is not from 0 to 1.</exception>
    public static Aggregate PercentileDiscrete(double fraction, ScanExpression value) =>
        OfFraction(AggregateFunction.PercentileDiscrete, $"discrete percentile {fraction}", fraction, [value]);

    /// <summary>Estimates a percentile in a few KB for a group: within a hundredth of all numbers in the middle, and closer at both ends.</summary>
    /// <param name="fraction">From 0, the least, to 1, the greatest.</param>
    /// <param name="value">The path or expression.</param>
    /// <exception cref="ArgumentOutOfRangeException">The fraction is not from 0 to 1.</exception>
    public static Aggregate ApproximatePercentile(double fraction, ScanExpression value) =>
        OfFraction(AggregateFunction.ApproximatePercentile, $"approximate percentile {fraction}", fraction, [value]);

    /// <summary>Sums numbers, or the products of numbers at several paths; null without a number.</summary>
    public static Aggregate Sum(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Sum, "sum", factors);

    /// <summary>Averages numbers or products; null without a number.</summary>
    public static Aggregate Average(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Average, "average", factors);

    /// <summary>Finds the least number or product; in a group without numbers its earliest date, else its first string, else its least boolean.</summary>
    public static Aggregate Min(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Min, "min", factors);

    /// <summary>Finds the greatest number or product; in a group without numbers its latest date, else its last string, else its greatest boolean.</summary>
    public static Aggregate Max(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Max, "max", factors);

    /// <summary>Computes a percentile of numbers or products, interpolated between neighbours (Hyndman and Fan's type 7, SQL's
    /// <c>percentile_cont</c>).</summary>
    /// <param name="fraction">From 0, the least, to 1, the greatest; 0.5 is the median.</param>
    /// <param name="factors">The path, or several paths for the product of their numbers.</param>
    /// <exception cref="ArgumentOutOfRangeException">The fraction is not from 0 to 1.</exception>
    public static Aggregate Percentile(double fraction, params ReadOnlySpan<string> factors) =>
        OfFraction(AggregateFunction.Percentile, $"percentile {fraction}", fraction, Expressions(factors));

    /// <summary>Computes a percentile of the numbers of an expression, interpolated between neighbours.</summary>
    /// <param name="fraction">From 0, the least, to 1, the greatest; 0.5 is the median.</param>
    /// <param name="value">The expression.</param>
    /// <exception cref="ArgumentOutOfRangeException">The fraction is not from 0 to 1.</exception>
    public static Aggregate Percentile(double fraction, ScanExpression value) =>
        OfFraction(AggregateFunction.Percentile, $"percentile {fraction}", fraction, [value]);

    /// <summary>Computes the median of the numbers of an expression: between the two in the middle if their count is even.</summary>
    public static Aggregate Median(ScanExpression value) => OfFraction(AggregateFunction.Percentile, "median", 0.5, [value]);

    /// <summary>Computes the variance of the numbers of an expression as of a sample, SQL's <c>var_samp</c>; null with fewer than two numbers.</summary>
    public static Aggregate Variance(ScanExpression value) => Of(AggregateFunction.VarianceSample, "variance", value);

    /// <summary>Computes the variance of the numbers of an expression as of a whole population, SQL's <c>var_pop</c>; null without a number.</summary>
    public static Aggregate VariancePopulation(ScanExpression value) => Of(AggregateFunction.VariancePopulation, "population variance", value);

    /// <summary>Computes the standard deviation of the numbers of an expression as of a sample, SQL's <c>stddev_samp</c>; null with fewer than two
    /// numbers.</summary>
    public static Aggregate StandardDeviation(ScanExpression value) => Of(AggregateFunction.DeviationSample, "standard deviation", value);

    /// <summary>Computes the standard deviation of the numbers of an expression as of a whole population, SQL's <c>stddev_pop</c>; null without a
    /// number.</summary>
    public static Aggregate StandardDeviationPopulation(ScanExpression value) =>
        Of(AggregateFunction.DeviationPopulation, "population standard deviation", value);

    /// <summary>Finds the value of an expression in the row where another one is least: SQL's <c>arg_min</c>. Rows where either is null do not count; of equal
    /// rows the first one does.</summary>
    public static Aggregate ArgMin(ScanExpression value, ScanExpression by) => OfArgument(AggregateFunction.ArgMin, "arg_min", value, by);

    /// <summary>Finds the value of an expression in the row where another one is greatest: SQL's <c>arg_max</c>. Rows where either is null do not count; of
    /// equal rows the first one does.</summary>
    public static Aggregate ArgMax(ScanExpression value, ScanExpression by) => OfArgument(AggregateFunction.ArgMax, "arg_max", value, by);

    /// <summary>Finds the first value of an expression that is not null, in the order of the collection.</summary>
    public static Aggregate First(ScanExpression value) => Of(AggregateFunction.First, "first", value);

    /// <summary>Finds the last value of an expression that is not null, in the order of the collection.</summary>
    public static Aggregate Last(ScanExpression value) => Of(AggregateFunction.Last, "last", value);

    /// <summary>Finds the most frequent scalar of an expression, without null: SQL's <c>mode</c>. Of equally frequent values it is the least, in the order of
    /// kinds that <c>OrderBy</c> has.</summary>
    public static Aggregate Mode(ScanExpression value) => Of(AggregateFunction.Mode, "mode", value);

    /// <summary>Counts the distinct scalars at a path, without null.</summary>
    public static Aggregate CountDistinct(string path) => Of(AggregateFunction.CountDistinct, "distinct", [path]);

    /// <summary>Restricts the aggregate to documents that also pass a filter.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="filter"/> is null.</exception>
    public Aggregate Where(Filter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return new(Function, [.. Inputs], Name, Fraction, Filter is null ? filter : Filter.All(Filter, filter));
    }

    /// <summary>Returns the same aggregate under another name.</summary>
    /// <exception cref="ArgumentException">The name is empty.</exception>
    public Aggregate As(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return new(Function, [.. Inputs], name, Fraction, Filter);
    }

    /// <summary>Looks paths up, and makes what workers add values to.</summary>
    internal BoundAggregate Bind(QueryPlan plan)
    {
        var paths = new PathPlan[Inputs.Count];
        for (var i = 0; i < paths.Length; i++)
        {
            paths[i] = plan.Add(Inputs[i]);
            paths[i].RequireSingle($"for the aggregate '{Name}'");
            paths[i].ExpectFound();
        }

        return new BoundAggregate(this, paths, plan.Unnest is not null ? Filter?.BindRows(plan) : Filter?.Bind(plan));
    }

    private static Aggregate OfArgument(AggregateFunction function, string name, ScanExpression value, ScanExpression by)
    {
        ArgumentNullException.ThrowIfNull(value);
        ArgumentNullException.ThrowIfNull(by);
        return new(function, [value, by], $"{name}({value}, {by})");
    }

    private static Aggregate OfFraction(AggregateFunction function, string name, double fraction, ScanExpression[] factors)
    {
        if (fraction is not (>= 0 and <= 1))
        {
            throw new ArgumentOutOfRangeException(nameof(fraction), fraction, "Expected a fraction from 0 to 1.");
        }

        var plain = Of(function, name, factors);
        return new(plain.Function, [.. plain.Inputs], plain.Name, fraction);
    }

    private static Aggregate Of(AggregateFunction function, string name, ReadOnlySpan<string> factors) => Of(function, name, Expressions(factors));

    private static Aggregate Of(AggregateFunction function, string name, params ScanExpression[] factors)
    {
        if (factors.Length == 0)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, $"The aggregate '{name}' needs at least one path.");
        }

        // A product of two paths is computed as one of factors, which is the same and faster. A name says what is computed, unless the expression has one.
        if (factors is [NamedExpression { Unnamed: var source } named])
        {
            return Of(function, name, source).As(named.ToString());
        }

        if (factors is [ArithmeticExpression { Operation: '*', Left: PathExpression left, Right: PathExpression right }]
            && function is not (AggregateFunction.Count or AggregateFunction.CountDistinct or AggregateFunction.ApproximateCountDistinct
                or AggregateFunction.First or AggregateFunction.Last or AggregateFunction.Mode))
        {
            factors = [left, right];
        }

        var text = factors is [ArithmeticExpression only] ? only.ToString()[1..^1] : string.Join(" * ", (object[])factors);
        return new(function, factors, $"{name}({text})");
    }

    private static ScanExpression[] Expressions(ReadOnlySpan<string> paths)
    {
        var expressions = new ScanExpression[paths.Length];
        for (var i = 0; i < paths.Length; i++)
        {
            expressions[i] = paths[i];
        }

        return expressions;
    }
}
