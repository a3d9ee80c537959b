using System.Diagnostics.CodeAnalysis;
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

    /// <summary>What an expression comes to compares with a value as asked. Null compares with nothing but null.</summary>
    /// <exception cref="BlittableException">Strings are to start with what is none.</exception>
    public static Filter Where(ScanExpression expression, FilterOperator comparison, QueryValue value)
    {
        ArgumentNullException.ThrowIfNull(expression);
        return expression.Unnamed is PathExpression { Value: var path } ? Where(path, comparison, value)
            : new ValueFilter(expression, new ComparePredicate(comparison, value));
    }

    /// <summary>What an expression comes to, or what is at a path, is one of some values. Null is none of them.</summary>
    public static Filter In(ScanExpression expression, IEnumerable<QueryValue> values)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(values);
        return new ValueFilter(expression, new SetPredicate(values));
    }

    /// <summary>What an expression comes to is a key of a table: an inner join, with <see cref="ScanExpression.Lookup"/> for the table's columns.</summary>
    public static Filter In(ScanExpression expression, CollectionLookup table)
    {
        ArgumentNullException.ThrowIfNull(table);
        return In(expression, table.Keys);
    }

    /// <summary>What an expression comes to is what another query has at a path in some document: a semijoin. The other query runs now.</summary>
    /// <param name="expression">What is looked for.</param>
    /// <param name="other">The other query, over the same collection or another one.</param>
    /// <param name="path">Where it is looked for.</param>
    /// <exception cref="BlittableException">The other query fails.</exception>
    public static Filter In(ScanExpression expression, CollectionScan other, string path)
    {
        ArgumentNullException.ThrowIfNull(other);
        var keys = other.GroupBy(path).Aggregate();
        return In(expression, Enumerable.Range(0, keys.Count).Select(row => keys[row, 0]));
    }

    /// <summary>A string at a path is of the form of a pattern, in which <c>%</c> stands for any characters and <c>_</c> for one; a backslash before either
    /// makes it stand for itself. With a wildcard in the path any of the values may be.</summary>
    /// <param name="expression">The path or expression.</param>
    /// <param name="pattern">The pattern, for the whole string.</param>
    /// <param name="ignoreCase">Whether capital and small letters are the same.</param>
    public static Filter Like(ScanExpression expression, string pattern, bool ignoreCase = false)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(pattern);
        return new ValueFilter(expression, LikePattern.Parse(pattern, ignoreCase));
    }

    /// <summary>A string at a path has a text in it.</summary>
    public static Filter HasText(ScanExpression expression, string text, bool ignoreCase = false)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Like(expression, $"%{LikePattern.Escape(text)}%", ignoreCase);
    }

    /// <summary>A string at a path ends with a text.</summary>
    public static Filter EndsWith(ScanExpression expression, string text, bool ignoreCase = false)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Like(expression, $"%{LikePattern.Escape(text)}", ignoreCase);
    }

    /// <summary>A regular expression finds something in a string at a path. <see cref="System.Text.RegularExpressions.RegexOptions.NonBacktracking"/> bounds
    /// the time that takes by the string's length; others should have a timeout.</summary>
    /// <remarks>A query in which the expression runs out of time throws
    /// <see cref="System.Text.RegularExpressions.RegexMatchTimeoutException"/>.</remarks>
    public static Filter Matches(ScanExpression expression, System.Text.RegularExpressions.Regex regex)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(regex);
        return new ValueFilter(expression, new RegexPredicate(regex));
    }

    /// <summary>The same for a pattern, in time that grows with the string only.</summary>
    /// <exception cref="ArgumentException">The pattern cannot be read.</exception>
    /// <exception cref="NotSupportedException">It refers back to what it matched, or looks around.</exception>
    public static Filter Matches(ScanExpression expression, [StringSyntax(StringSyntaxAttribute.Regex)] string pattern) => Matches(
        expression,
        new System.Text.RegularExpressions.Regex(
            pattern, System.Text.RegularExpressions.RegexOptions.NonBacktracking | System.Text.RegularExpressions.RegexOptions.CultureInvariant));

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

    /// <summary>The same for rows that are not documents, such as the elements of arrays: their values are compared.</summary>
    internal virtual BoundFilter BindRows(QueryPlan plan)
    {
        ThrowHelper.Throw(BlittableErrorCode.InvalidOperation, "Expected a filter of scalars for the elements of arrays, found one of whole documents.");
        return Bind(plan);
    }
}
