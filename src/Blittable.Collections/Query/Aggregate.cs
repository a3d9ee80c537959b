using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Something computed over the documents of a query or of each of its groups. Immutable; can be shared by queries.</summary>
/// <remarks>Documents that lack a value, or have one of another kind, do not count. Sums and averages of decimals are exact.</remarks>
public sealed class Aggregate
{
    private Aggregate(AggregateFunction function, BlittablePath[] paths, string name, double fraction = 0, Filter? filter = null)
    {
        Function = function;
        Paths = paths;
        Name = name;
        Fraction = fraction;
        Filter = filter;
    }

    /// <summary>The name of its column in the result.</summary>
    public string Name { get; }

    internal AggregateFunction Function { get; }

    internal IReadOnlyList<BlittablePath> Paths { get; }

    internal double Fraction { get; }

    internal Filter? Filter { get; }

    /// <summary>The documents.</summary>
    public static Aggregate Count() => new(AggregateFunction.Count, [], "count");

    /// <summary>The documents that have a scalar other than null at a path: objects and arrays do not count.</summary>
    public static Aggregate Count(string path) => Of(AggregateFunction.Count, "count", [path]);

    /// <summary>The sum of numbers, or of the products of numbers at several paths; null where there is none.</summary>
    public static Aggregate Sum(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Sum, "sum", factors);

    /// <summary>The mean of numbers or products; null where there is none.</summary>
    public static Aggregate Average(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Average, "average", factors);

    /// <summary>The least number or product; where a group has none its earliest date, else its first string, else its least boolean.</summary>
    public static Aggregate Min(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Min, "min", factors);

    /// <summary>The greatest number or product; where a group has none its latest date, else its last string, else its greatest boolean.</summary>
    public static Aggregate Max(params ReadOnlySpan<string> factors) => Of(AggregateFunction.Max, "max", factors);

    /// <summary>A percentile of numbers or products, interpolated between neighbours (Hyndman and Fan's type 7, SQL's <c>percentile_cont</c>), as a
    /// double.</summary>
    /// <param name="fraction">From 0, the least, to 1, the greatest; 0.5 is the median.</param>
    /// <param name="factors">The path, or several whose product is meant.</param>
    /// <exception cref="ArgumentOutOfRangeException">The fraction is not from 0 to 1.</exception>
    public static Aggregate Percentile(double fraction, params ReadOnlySpan<string> factors)
    {
        if (fraction is not (>= 0 and <= 1))
        {
            throw new ArgumentOutOfRangeException(nameof(fraction), fraction, "Expected a fraction from 0 to 1.");
        }

        var plain = Of(AggregateFunction.Percentile, $"percentile {fraction}", factors);
        return new(plain.Function, [.. plain.Paths], plain.Name, fraction);
    }

    /// <summary>How many different scalars there are at a path, null not counted.</summary>
    public static Aggregate CountDistinct(string path) => Of(AggregateFunction.CountDistinct, "distinct", [path]);

    /// <summary>The same, over those documents only that also pass a filter.</summary>
    public Aggregate Where(Filter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return new(Function, [.. Paths], Name, Fraction, Filter is null ? filter : Filter.All(Filter, filter));
    }

    /// <summary>The same under another name.</summary>
    /// <exception cref="ArgumentException">The name is empty.</exception>
    public Aggregate As(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return new(Function, [.. Paths], name, Fraction, Filter);
    }

    /// <summary>Looks paths up, and makes what workers add values to.</summary>
    internal BoundAggregate Bind(QueryPlan plan)
    {
        var paths = new PathPlan[Paths.Count];
        for (var i = 0; i < paths.Length; i++)
        {
            paths[i] = plan.Add(Paths[i]);
            paths[i].RequireSingle($"for the aggregate '{Name}'");
            paths[i].RequireFound();
            if (paths.Length > 1 || Function is AggregateFunction.Sum or AggregateFunction.Average or AggregateFunction.Percentile)
            {
                paths[i].RequireKind(QueryValueKind.Number, $"for the aggregate '{Name}'");
            }
        }

        return new BoundAggregate(this, paths, Filter?.Bind(plan));
    }

    private static Aggregate Of(AggregateFunction function, string name, ReadOnlySpan<string> factors)
    {
        if (factors.IsEmpty)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, $"Expected at least one path for the aggregate '{name}', found none.");
        }

        var paths = new BlittablePath[factors.Length];
        for (var i = 0; i < paths.Length; i++)
        {
            paths[i] = BlittablePath.Parse(factors[i]);
        }

        return new(function, paths, $"{name}({string.Join(" * ", factors.ToArray())})");
    }
}
