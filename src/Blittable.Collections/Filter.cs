using System.Diagnostics.CodeAnalysis;
using System.Text;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Filters;
using Blittable.Collections.Query.Language;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections;

/// <summary>Selects documents of a query. Immutable; any number of queries and threads may share it.</summary>
public abstract class Filter
{
    private protected Filter()
    {
    }

    /// <summary>Reads a filter as people write it: <c>$.price &gt;= 10 and $.country in ("DE", "FR")</c>.</summary>
    /// <param name="text">A condition of the language that docs/EXPRESSIONS.md describes.</param>
    /// <param name="parameters">The values of names such as <c>@country</c>, so that no text has to be put together of what users type.</param>
    /// <exception cref="BlittableException">
    /// The text is no condition (<see cref="BlittableErrorCode.InvalidQuery"/>); its <see cref="BlittableException.Offset"/> counts characters.
    /// </exception>
    public static Filter Parse(string text, params ReadOnlySpan<(string Name, QueryValue Value)> parameters) =>
        new QueryBinder(text, parameters.ToArray()).Filter(QueryParser.ParseCondition(text));

    /// <summary>Passes documents whose value at a path compares with a value as asked; with a wildcard in the path, any of the values there.</summary>
    /// <param name="path">Where to look.</param>
    /// <param name="comparison">How to compare.</param>
    /// <param name="value">The value to compare with. A string also compares with dates, as the date that it is.</param>
    /// <exception cref="BlittableException">The path cannot be read, or the start of strings is not a string.</exception>
    public static Filter Where(string path, FilterOperator comparison, QueryValue value) => Where(BlittablePath.Parse(path), comparison, value);

    /// <summary>Passes the same documents, for a prepared path.</summary>
    /// <exception cref="BlittableException">The start of strings is not a string.</exception>
    public static Filter Where(BlittablePath path, FilterOperator comparison, QueryValue value)
    {
        ArgumentNullException.ThrowIfNull(path);
        ScalarComparison.Check(comparison, value);
        return new ComparisonFilter(path, comparison, value, isNamed: true);
    }

    /// <summary>Passes documents for which the result of an expression compares with a value as asked. Null compares with null alone.</summary>
    /// <exception cref="BlittableException">The start of strings is not a string.</exception>
    public static Filter Where(ScanExpression expression, FilterOperator comparison, QueryValue value)
    {
        ArgumentNullException.ThrowIfNull(expression);
        return expression.Unnamed.ValuePath is { } path ? Where(path, comparison, value)
            : new ValueFilter(expression, new ComparePredicate(comparison, value));
    }

    /// <summary>Passes documents for which the result of an expression, or the value at a path, is one of some values. Null never is.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="values"/> is null.</exception>
    public static Filter In(ScanExpression expression, IEnumerable<QueryValue> values)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(values);
        return new ValueFilter(expression, new SetPredicate(values));
    }

    /// <summary>Passes documents whose expression is a key of a table: an inner join, with <see cref="ScanExpression.Lookup(CollectionLookup, ScanExpression, string)"/> for columns.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="table"/> is null.</exception>
    public static Filter In(ScanExpression expression, CollectionLookup table)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(table);
        table.RequireKeys(1);
        return table.IsInFile ? new ValueFilter(expression, new LookupPredicate(table)) : In(expression, table.Keys);
    }

    /// <summary>Passes documents whose expressions are the keys of a row of a table: an inner join by several keys, with
    /// <see cref="ScanExpression.Lookup(CollectionLookup, ReadOnlySpan{ScanExpression}, string)"/> for columns.</summary>
    /// <param name="keys">The keys, in the order of the table's columns.</param>
    /// <param name="table">The table, of as many keys.</param>
    /// <exception cref="ArgumentException">The table has another number of keys.</exception>
    public static Filter In(ReadOnlySpan<ScanExpression> keys, CollectionLookup table)
    {
        ArgumentNullException.ThrowIfNull(table);
        table.RequireKeys(keys.Length);
        return keys.Length == 1 ? In(keys[0], table) : new ValueFilter(new TupleExpression(table, keys.ToArray(), column: null), new ComparePredicate(FilterOperator.Equal, true));
    }

    /// <summary>Passes documents for which an expression is among the values at a path of another query: a semijoin. The other query runs now.</summary>
    /// <param name="expression">The path or expression.</param>
    /// <param name="other">The other query, over the same collection or another one.</param>
    /// <param name="path">The path in the documents of the other query.</param>
    /// <exception cref="BlittableException">The other query fails.</exception>
    public static Filter In(ScanExpression expression, CollectionScan other, string path)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (other.MemoryLimit != long.MaxValue)
        {
            return In(expression, CollectionLookup.FromKeys(other.Select(path)));
        }

        var keys = other.GroupBy(path).Aggregate();
        return In(expression, Enumerable.Range(0, keys.Count).Select(row => keys[row, 0]));
    }

    /// <summary>Passes documents whose string at a path matches a pattern, in which <c>%</c> stands for any characters and <c>_</c> for one; a backslash
    /// before either makes it stand for itself. With a wildcard in the path, any of the strings may match.</summary>
    /// <param name="expression">The path or expression.</param>
    /// <param name="pattern">The pattern, for the whole string.</param>
    /// <param name="ignoreCase">Whether capital and small letters are the same.</param>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="pattern"/> is null.</exception>
    public static Filter Like(ScanExpression expression, string pattern, bool ignoreCase = false)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(pattern);
        return new ValueFilter(expression, LikePattern.Parse(pattern, ignoreCase));
    }

    /// <summary>Passes documents whose string at a path contains a text.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="text"/> is null.</exception>
    public static Filter HasText(ScanExpression expression, string text, bool ignoreCase = false)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Like(expression, $"%{LikePattern.Escape(text)}%", ignoreCase);
    }

    /// <summary>Passes documents whose string at a path ends with a text.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="text"/> is null.</exception>
    public static Filter EndsWith(ScanExpression expression, string text, bool ignoreCase = false)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Like(expression, $"%{LikePattern.Escape(text)}", ignoreCase);
    }

    /// <summary>Passes documents whose string at a path has a match of a regular expression. Its time is linear in the length of the string with
    /// <see cref="System.Text.RegularExpressions.RegexOptions.NonBacktracking"/>; other expressions should have a timeout.</summary>
    /// <remarks>A query in which the expression runs out of time throws
    /// <see cref="System.Text.RegularExpressions.RegexMatchTimeoutException"/>.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="regex"/> is null.</exception>
    public static Filter Matches(ScanExpression expression, System.Text.RegularExpressions.Regex regex)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(regex);
        return new ValueFilter(expression, new RegexPredicate(regex));
    }

    /// <summary>Passes the same documents, for a pattern, in time linear in the length of the string.</summary>
    /// <exception cref="ArgumentException">The pattern cannot be read.</exception>
    /// <exception cref="NotSupportedException">It refers back to what it matched, or looks around.</exception>
    public static Filter Matches(ScanExpression expression, [StringSyntax(StringSyntaxAttribute.Regex)] string pattern)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(pattern);
        return new ValueFilter(expression, RegexPredicate.Parse(pattern));
    }

    /// <summary>Passes documents with a value at a path, null included.</summary>
    /// <exception cref="BlittableException">The path cannot be read.</exception>
    public static Filter Exists(string path) => new ExistsFilter(BlittablePath.Parse(path));

    /// <summary>
    /// Passes documents whose value at a path contains a JSON value: an object has all of its properties, with values that contain theirs; an array
    /// has, for each of its elements, one that contains it; an array also contains a scalar that is one of its elements; scalars contain their equals.
    /// </summary>
    /// <exception cref="BlittableException">The path or the JSON cannot be read.</exception>
    public static Filter Contains(string path, string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        return new ContainsFilter(BlittablePath.Parse(path), Encoding.UTF8.GetBytes(json));
    }

    /// <summary>Passes documents that all filters pass.</summary>
    public static Filter All(params ReadOnlySpan<Filter> filters) => new CompoundFilter(filters.ToArray(), isAll: true);

    /// <summary>Passes documents that at least one filter passes.</summary>
    public static Filter Any(params ReadOnlySpan<Filter> filters) => new CompoundFilter(filters.ToArray(), isAll: false);

    /// <summary>Passes the documents that the filter does not pass, documents without a value at its path included.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="filter"/> is null.</exception>
    public static Filter Not(Filter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return new NotFilter(filter);
    }

    /// <summary>Returns the condition as text, which is a part of the name of a column that depends on it.</summary>
    public abstract override string ToString();

    /// <summary>The paths it needs.</summary>
    internal abstract IEnumerable<BlittablePath> Paths { get; }

    /// <summary>Looks the paths up in a snapshot, and refuses those that are not there or have values of other kinds.</summary>
    internal abstract BoundFilter Bind(QueryPlan plan);

    /// <summary>Looks the paths up for rows that are the elements of arrays.</summary>
    internal abstract BoundFilter BindRows(QueryPlan plan);
}
