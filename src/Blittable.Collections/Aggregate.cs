using Blittable.Collections.Query.Aggregates;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Rows;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Collections;

/// <summary>Defines a value that is computed over the documents of a query or of each of its groups. Immutable and thread-safe.</summary>
/// <remarks>Missing values and values of other kinds are ignored. Sums, averages and percentiles are exact, rounded once to 38 significant digits.</remarks>
public sealed class Aggregate
{
    private Aggregate(AggregateFunction function, ScanExpression[] inputs, string name, double fraction = 0, Filter? filter = null)
    {
        Function = function;
        Inputs = inputs;
        Name = name;
        Text = name;
        Fraction = fraction;
        Filter = filter;
    }

    /// <summary>Gets the name of the result column.</summary>
    public string Name { get; }

    /// <summary>Gets the function and its inputs as text, regardless of the name.</summary>
    internal string Text { get; private init; }

    internal AggregateFunction Function { get; }

    internal IReadOnlyList<ScanExpression> Inputs { get; }

    internal double Fraction { get; }

    internal Filter? Filter { get; }

    /// <summary>Counts documents.</summary>
    public static Aggregate Count() => new(AggregateFunction.Count, [], "count");

    /// <summary>Counts documents with a non-null scalar at a path. Objects and arrays do not count.</summary>
    public static Aggregate Count(string path) => Of(AggregateFunction.Count, "count", [path]);

    /// <summary>Counts documents for which an expression is not null.</summary>
    public static Aggregate Count(ScanExpression value) => Of(AggregateFunction.Count, "count", value);

    /// <summary>Computes the sum of the numbers of an expression, or null if there are none.</summary>
    public static Aggregate Sum(ScanExpression value) => Of(AggregateFunction.Sum, "sum", value);

    /// <summary>Computes the average of the numbers of an expression, or null if there are none.</summary>
    public static Aggregate Average(ScanExpression value) => Of(AggregateFunction.Average, "average", value);

    /// <summary>Returns the smallest number of an expression. A group without numbers returns its earliest date, else its first string, else its smallest
    /// boolean.</summary>
    public static Aggregate Min(ScanExpression value) => Of(AggregateFunction.Min, "min", value);

    /// <summary>Returns the greatest number of an expression. A group without numbers returns its latest date, else its last string, else its greatest
    /// boolean.</summary>
    public static Aggregate Max(ScanExpression value) => Of(AggregateFunction.Max, "max", value);

    /// <summary>Counts the distinct scalars of an expression, excluding null.</summary>
    public static Aggregate CountDistinct(ScanExpression value) => Of(AggregateFunction.CountDistinct, "distinct", value);

    /// <summary>Estimates the number of distinct scalars, excluding null, with 4 KB per group. Exact up to a few hundred; above that, mostly within 2
    /// %.</summary>
    public static Aggregate ApproximateCountDistinct(ScanExpression value) =>
        Of(AggregateFunction.ApproximateCountDistinct, "approximate distinct", value);

    /// <summary>Returns the number at a fraction of the ordered numbers, without interpolation, like <c>percentile_disc</c> in SQL.</summary>
    /// <param name="fraction">The fraction, from 0 for the smallest number to 1 for the greatest.</param>
    /// <param name="value">The path or expression.</param>
    /// <exception cref="ArgumentOutOfRangeException">The fraction is not from 0 to 1.</exception>
    public static Aggregate PercentileDiscrete(double fraction, ScanExpression value) =>
        OfFraction(AggregateFunction.PercentileDiscrete, $"discrete percentile {fraction}", fraction, [value]);

    /// <summary>Estimates a percentile with a few KB per group. The rank error is at most about 1 % in the middle and smaller at both ends.</summary>
    /// <param name="fraction">The fraction, from 0 for the smallest number to 1 for the greatest.</param>
    /// <param name="value">The path or expression.</param>
    /// <exception cref="ArgumentOutOfRangeException">The fraction is not from 0 to 1.</exception>
    public static Aggregate ApproximatePercentile(double fraction, ScanExpression value) =>
        OfFraction(AggregateFunction.ApproximatePercentile, $"approximate percentile {fraction}", fraction, [value]);

    /// <summary>Computes the sum of numbers, or of the products of the numbers at several paths; null if there are none.</summary>
    public static Aggregate Sum(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Sum, "sum", factors);

    /// <summary>Computes the average of numbers or products, or null if there are none.</summary>
    public static Aggregate Average(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Average, "average", factors);

    /// <summary>Returns the smallest number or product. A group without numbers returns its earliest date, else its first string, else its smallest
    /// boolean.</summary>
    public static Aggregate Min(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Min, "min", factors);

    /// <summary>Returns the greatest number or product. A group without numbers returns its latest date, else its last string, else its greatest
    /// boolean.</summary>
    public static Aggregate Max(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Max, "max", factors);

    /// <summary>Computes a percentile of numbers or products with linear interpolation (Hyndman and Fan's type 7, <c>percentile_cont</c> in SQL).</summary>
    /// <param name="fraction">The fraction, from 0 for the smallest number to 1 for the greatest. 0.5 is the median.</param>
    /// <param name="factors">The path, or several paths to multiply.</param>
    /// <exception cref="ArgumentOutOfRangeException">The fraction is not from 0 to 1.</exception>
    public static Aggregate Percentile(double fraction, params ReadOnlySpan<string> factors) =>
        OfFraction(AggregateFunction.Percentile, $"percentile {fraction}", fraction, Expressions(factors));

    /// <summary>Computes a percentile of the numbers of an expression with linear interpolation.</summary>
    /// <param name="fraction">The fraction, from 0 for the smallest number to 1 for the greatest. 0.5 is the median.</param>
    /// <param name="value">The expression.</param>
    /// <exception cref="ArgumentOutOfRangeException">The fraction is not from 0 to 1.</exception>
    public static Aggregate Percentile(double fraction, ScanExpression value) =>
        OfFraction(AggregateFunction.Percentile, $"percentile {fraction}", fraction, [value]);

    /// <summary>Computes the median of the numbers of an expression. For an even count, it is the mean of the two middle numbers.</summary>
    public static Aggregate Median(ScanExpression value) => OfFraction(AggregateFunction.Percentile, "median", 0.5, [value]);

    /// <summary>Computes the sample variance of the numbers of an expression (<c>var_samp</c> in SQL), or null for fewer than two numbers.</summary>
    public static Aggregate Variance(ScanExpression value) => Of(AggregateFunction.VarianceSample, "variance", value);

    /// <summary>Computes the population variance of the numbers of an expression (<c>var_pop</c> in SQL), or null if there are none.</summary>
    public static Aggregate VariancePopulation(ScanExpression value) => Of(AggregateFunction.VariancePopulation, "population variance", value);

    /// <summary>Computes the sample standard deviation of the numbers of an expression (<c>stddev_samp</c> in SQL), or null for fewer than two
    /// numbers.</summary>
    public static Aggregate StandardDeviation(ScanExpression value) => Of(AggregateFunction.DeviationSample, "standard deviation", value);

    /// <summary>Computes the population standard deviation of the numbers of an expression (<c>stddev_pop</c> in SQL), or null if there are none.</summary>
    public static Aggregate StandardDeviationPopulation(ScanExpression value) =>
        Of(AggregateFunction.DeviationPopulation, "population standard deviation", value);

    /// <summary>Returns the value of an expression in the row where another expression is smallest, like <c>arg_min</c> in SQL. Rows in which either is null
    /// are ignored. If several rows tie, the first one counts.</summary>
    /// <param name="value">The expression to return.</param>
    /// <param name="by">The expression to compare. Its name, or else the name of <paramref name="value"/>, is the name of the result column.</param>
    public static Aggregate ArgMin(ScanExpression value, ScanExpression by) => OfArgument(AggregateFunction.ArgMin, "arg_min", value, by);

    /// <summary>Returns the value of an expression in the row where another expression is greatest, like <c>arg_max</c> in SQL. Rows in which either is null
    /// are ignored. If several rows tie, the first one counts.</summary>
    /// <param name="value">The expression to return.</param>
    /// <param name="by">The expression to compare. Its name, or else the name of <paramref name="value"/>, is the name of the result column.</param>
    public static Aggregate ArgMax(ScanExpression value, ScanExpression by) => OfArgument(AggregateFunction.ArgMax, "arg_max", value, by);

    /// <summary>Returns the first non-null value of an expression, in collection order.</summary>
    public static Aggregate First(ScanExpression value) => Of(AggregateFunction.First, "first", value);

    /// <summary>Returns the last non-null value of an expression, in collection order.</summary>
    public static Aggregate Last(ScanExpression value) => Of(AggregateFunction.Last, "last", value);

    /// <summary>Returns the most frequent scalar of an expression, excluding null, like <c>mode</c> in SQL. If several values tie, returns the smallest in the
    /// order of <see cref="QueryValue"/>.</summary>
    public static Aggregate Mode(ScanExpression value) => Of(AggregateFunction.Mode, "mode", value);

    /// <summary>Counts the distinct scalars at a path, excluding null.</summary>
    public static Aggregate CountDistinct(string path) => Of(AggregateFunction.CountDistinct, "distinct", [path]);

    /// <summary>Restricts the aggregate to documents that also match a filter.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="filter"/> is null.</exception>
    public Aggregate Where(Filter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return new(Function, [.. Inputs], Name, Fraction, Filter is null ? filter : Filter.All(Filter, filter)) { Text = Text };
    }

    /// <summary>Returns the aggregate with another name.</summary>
    /// <exception cref="ArgumentException">The name is empty or contains a lone surrogate.</exception>
    public Aggregate As(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        Utf8Text.RequireWholePairs(name, nameof(name));
        return new(Function, [.. Inputs], name, Fraction, Filter) { Text = Text };
    }

    /// <summary>Binds the paths to a query plan.</summary>
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

        // In a list of two expressions, a name at the end belongs to the second one.
        var named = by is NamedExpression ? by : value as NamedExpression;
        var plain = new Aggregate(function, [value.Unnamed, by.Unnamed], $"{name}({value.Unnamed}, {by.Unnamed})");
        return named is null ? plain : plain.As(named.ToString());
    }

    private static Aggregate OfFraction(AggregateFunction function, string name, double fraction, ScanExpression[] factors)
    {
        if (fraction is not (>= 0 and <= 1))
        {
            throw new ArgumentOutOfRangeException(nameof(fraction), fraction, "The fraction must be between 0 and 1.");
        }

        var plain = Of(function, name, factors);
        return new(plain.Function, [.. plain.Inputs], plain.Name, fraction) { Text = plain.Text };
    }

    private static Aggregate Of(AggregateFunction function, string name, ReadOnlySpan<string> factors) => Of(function, name, Expressions(factors));

    private static Aggregate Of(AggregateFunction function, string name, params ScanExpression[] factors)
    {
        if (factors.Length == 0)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, $"The aggregate '{name}' requires at least one path.");
        }

        // A product of two paths is computed from factors, with equal results but faster. The column is named after the computation unless the expression
        // has a name.
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
