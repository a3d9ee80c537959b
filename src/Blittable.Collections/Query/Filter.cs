using System.Text;
using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Which documents a query goes on with. Filters are immutable and can be shared by queries.</summary>
public abstract class Filter
{
    private protected Filter()
    {
    }

    /// <summary>What is at a path compares with a value as asked. With a wildcard in the path any of the values it leads to may do so.</summary>
    /// <param name="path">Where to look.</param>
    /// <param name="comparison">How to compare.</param>
    /// <param name="value">What to compare with. A string also compares with dates, as the date that it is.</param>
    /// <exception cref="BlittableException">The path cannot be read, or strings are to start with what is none.</exception>
    public static Filter Where(string path, FilterOperator comparison, QueryValue value) => Where(BlittablePath.Parse(path), comparison, value);

    /// <summary>The same for a prepared path.</summary>
    /// <exception cref="BlittableException">Strings are to start with what is none.</exception>
    public static Filter Where(BlittablePath path, FilterOperator comparison, QueryValue value)
    {
        ArgumentNullException.ThrowIfNull(path);
        if (comparison == FilterOperator.StartsWith && value.Kind != QueryValueKind.String)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"Expected a string that strings at '{path}' start with, found a value of kind {value.Kind}.");
        }

        return new ComparisonFilter(path, comparison, value, isStrict: true);
    }

    /// <summary>Something is at a path, be it null.</summary>
    /// <exception cref="BlittableException">The path cannot be read.</exception>
    public static Filter Exists(string path) => new ExistsFilter(BlittablePath.Parse(path));

    /// <summary>
    /// What is at a path contains a JSON value: an object has all of its properties, with values that contain theirs; an array has, for each of its
    /// elements, one that contains it; an array also contains a scalar that is one of its elements; scalars contain their equals.
    /// </summary>
    /// <exception cref="BlittableException">The path or the JSON cannot be read.</exception>
    public static Filter Contains(string path, string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        return new ContainsFilter(BlittablePath.Parse(path), Encoding.UTF8.GetBytes(json));
    }

    /// <summary>All of the filters pass.</summary>
    public static Filter All(params ReadOnlySpan<Filter> filters) => new CompoundFilter(filters.ToArray(), isAll: true);

    /// <summary>At least one of the filters passes.</summary>
    public static Filter Any(params ReadOnlySpan<Filter> filters) => new CompoundFilter(filters.ToArray(), isAll: false);

    /// <summary>The filter does not pass, be it that there is nothing at its path.</summary>
    public static Filter Not(Filter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return new NotFilter(filter);
    }

    /// <summary>Looks the paths up in a snapshot, and refuses those that are not there or have values of other kinds.</summary>
    internal abstract BoundFilter Bind(QueryPlan plan);
}
