using System.Diagnostics.CodeAnalysis;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Filters;
using Blittable.Collections.Query.Language;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Reading;

namespace Blittable.Collections;

/// <summary>Selects documents of a query. Immutable and thread-safe; queries can share a filter.</summary>
public abstract class Filter
{
    private protected Filter()
    {
    }

    /// <summary>Parses a filter from text: <c>$.price &gt;= 10 and $.country in ("DE", "FR")</c>.</summary>
    /// <param name="text">A condition in the language described in docs/EXPRESSIONS.md.</param>
    /// <param name="parameters">The values of parameters such as <c>@country</c>. Use them instead of concatenating user input.</param>
    /// <exception cref="BlittableException">The text is not a valid condition (<see cref="BlittableErrorCode.InvalidQuery"/>).
    /// <see cref="BlittableException.Offset"/> counts characters.</exception>
    public static Filter Parse(string text, params ReadOnlySpan<(string Name, QueryValue Value)> parameters) =>
        new QueryBinder(text, parameters.ToArray()).Filter(QueryParser.ParseCondition(text));

    /// <summary>Matches documents whose value at a path satisfies a comparison. If the path has a wildcard, any of its values may satisfy it.</summary>
    /// <param name="path">The path.</param>
    /// <param name="comparison">The comparison operator.</param>
    /// <param name="value">The value to compare with. A string in the form of a date also compares with dates.</param>
    /// <exception cref="BlittableException">The path is invalid, or the operand of <see cref="FilterOperator.StartsWith"/> is not a string.</exception>
    public static Filter Where(string path, FilterOperator comparison, QueryValue value) => Where(BlittablePath.Parse(path), comparison, value);

    /// <summary>Matches documents whose value at a parsed path satisfies a comparison. If the path has a wildcard, any of its values may satisfy it.</summary>
    /// <exception cref="BlittableException">The operand of <see cref="FilterOperator.StartsWith"/> is not a string.</exception>
    public static Filter Where(BlittablePath path, FilterOperator comparison, QueryValue value)
    {
        ArgumentNullException.ThrowIfNull(path);
        ScalarComparison.Check(comparison, value);
        return new ComparisonFilter(path, comparison, value, isNamed: true);
    }

    /// <summary>Matches documents for which the result of an expression satisfies a comparison. Null only compares with null.</summary>
    /// <exception cref="BlittableException">The operand of <see cref="FilterOperator.StartsWith"/> is not a string.</exception>
    public static Filter Where(ScanExpression expression, FilterOperator comparison, QueryValue value)
    {
        ArgumentNullException.ThrowIfNull(expression);
        return expression.Unnamed.ValuePath is { } path ? Where(path, comparison, value)
            : new ValueFilter(expression, new ComparePredicate(comparison, value));
    }

    /// <summary>Matches documents for which the result of an expression, or the value at a path, is one of the specified values. Null never matches.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="values"/> is null.</exception>
    public static Filter In(ScanExpression expression, IEnumerable<QueryValue> values)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(values);
        return new ValueFilter(expression, new SetPredicate(values));
    }

    /// <summary>Matches documents for which an expression is a key of a table (inner join). Use
    /// <see cref="ScanExpression.Lookup(CollectionLookup, ScanExpression, string)"/> to select columns of the table.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="table"/> is null.</exception>
    public static Filter In(ScanExpression expression, CollectionLookup table)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(table);
        table.RequireKeys(1);
        return table.IsInFile ? new ValueFilter(expression, new LookupPredicate(table)) : In(expression, table.Keys);
    }

    /// <summary>Matches documents for which expressions are a composite key of a table (inner join). Use
    /// <see cref="ScanExpression.Lookup(CollectionLookup, ReadOnlySpan{ScanExpression}, string)"/> to select columns of the table.</summary>
    /// <param name="keys">The key expressions, in the order of the table's key columns.</param>
    /// <param name="table">The table. It must have the same number of key columns.</param>
    /// <exception cref="ArgumentException">The table has a different number of key columns.</exception>
    public static Filter In(ReadOnlySpan<ScanExpression> keys, CollectionLookup table)
    {
        ArgumentNullException.ThrowIfNull(table);
        table.RequireKeys(keys.Length);
        return keys.Length == 1 ? In(keys[0], table) : new ValueFilter(new TupleExpression(table, keys.ToArray(), column: null), new ComparePredicate(FilterOperator.Equal, true));
    }

    /// <summary>Matches documents for which an expression equals one of the values at a path in another query (semijoin). The other query runs
    /// immediately.</summary>
    /// <param name="expression">The path or expression.</param>
    /// <param name="other">The other query, over this or another collection.</param>
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

    /// <summary>Matches documents whose string at a path matches a pattern. <c>%</c> matches any characters, <c>_</c> matches one, and a backslash escapes
    /// either. If the path has a wildcard, any of the strings may match.</summary>
    /// <param name="expression">The path or expression.</param>
    /// <param name="pattern">The pattern. It must match the whole string.</param>
    /// <param name="ignoreCase"><see langword="true"/> to ignore case.</param>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="pattern"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="pattern"/> contains a lone surrogate.</exception>
    public static Filter Like(ScanExpression expression, string pattern, bool ignoreCase = false)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(pattern);
        Utf8Text.RequireWholePairs(pattern, nameof(pattern));
        return new ValueFilter(expression, LikePattern.Parse(pattern, ignoreCase));
    }

    /// <summary>Matches documents whose string at a path contains a text.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="text"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="text"/> contains a lone surrogate.</exception>
    public static Filter HasText(ScanExpression expression, string text, bool ignoreCase = false)
    {
        ArgumentNullException.ThrowIfNull(text);
        Utf8Text.RequireWholePairs(text, nameof(text));
        return Like(expression, $"%{LikePattern.Escape(text)}%", ignoreCase);
    }

    /// <summary>Matches documents whose string at a path ends with a text.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="text"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="text"/> contains a lone surrogate.</exception>
    public static Filter EndsWith(ScanExpression expression, string text, bool ignoreCase = false)
    {
        ArgumentNullException.ThrowIfNull(text);
        Utf8Text.RequireWholePairs(text, nameof(text));
        return Like(expression, $"%{LikePattern.Escape(text)}", ignoreCase);
    }

    /// <summary>Matches documents whose string at a path contains a match of a regular expression. Matching takes linear time with
    /// <see cref="System.Text.RegularExpressions.RegexOptions.NonBacktracking"/>. Set a timeout for other expressions.</summary>
    /// <remarks>If the expression times out, the query throws <see cref="System.Text.RegularExpressions.RegexMatchTimeoutException"/>.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="expression"/> or <paramref name="regex"/> is null.</exception>
    public static Filter Matches(ScanExpression expression, System.Text.RegularExpressions.Regex regex)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(regex);
        return new ValueFilter(expression, new RegexPredicate(regex));
    }

    /// <summary>Matches documents whose string at a path contains a match of a regular expression, in time linear in the length of the string.</summary>
    /// <exception cref="ArgumentException">The pattern is invalid.</exception>
    /// <exception cref="NotSupportedException">The pattern uses backreferences or lookarounds.</exception>
    public static Filter Matches(ScanExpression expression, [StringSyntax(StringSyntaxAttribute.Regex)] string pattern)
    {
        ArgumentNullException.ThrowIfNull(expression);
        ArgumentNullException.ThrowIfNull(pattern);
        return new ValueFilter(expression, RegexPredicate.Parse(pattern));
    }

    /// <summary>Matches documents with a value at a path, including null.</summary>
    /// <exception cref="BlittableException">The path is invalid.</exception>
    public static Filter Exists(string path) => new ExistsFilter(BlittablePath.Parse(path));

    /// <summary>Matches documents whose value at a path contains a JSON value. An object contains an object if it has all of its properties with values that
    /// contain theirs. An array contains an array if, for each of its elements, some element contains it. An array also contains a scalar that is one of its
    /// elements. A scalar contains equal scalars.</summary>
    /// <exception cref="BlittableException">The path or the JSON is invalid.</exception>
    public static Filter Contains(string path, string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        return new ContainsFilter(BlittablePath.Parse(path), Utf8Text.Encode(json));
    }

    /// <summary>Matches documents that match all of the filters.</summary>
    public static Filter All(params ReadOnlySpan<Filter> filters) => new CompoundFilter(filters.ToArray(), isAll: true);

    /// <summary>Matches documents that match at least one of the filters.</summary>
    public static Filter Any(params ReadOnlySpan<Filter> filters) => new CompoundFilter(filters.ToArray(), isAll: false);

    /// <summary>Matches documents that do not match the filter, including documents without a value at its path.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="filter"/> is null.</exception>
    public static Filter Not(Filter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return new NotFilter(filter);
    }

    /// <summary>Returns the filter as text, which appears in the names of columns that depend on it.</summary>
    public abstract override string ToString();

    /// <summary>Gets the paths that the filter reads.</summary>
    internal abstract IEnumerable<BlittablePath> Paths { get; }

    /// <summary>Binds the filter to a query plan, and throws if a path is missing or its values have other kinds.</summary>
    internal abstract BoundFilter Bind(QueryPlan plan);

    /// <summary>Binds the filter to rows that are elements of arrays.</summary>
    internal abstract BoundFilter BindRows(QueryPlan plan);
}
