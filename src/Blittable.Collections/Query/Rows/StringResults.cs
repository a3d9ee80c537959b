using Blittable.Columns;

namespace Blittable.Collections.Query.Rows;

/// <summary>Caches the results of an expression over the strings of a batch: each distinct string is computed once.</summary>
/// <param name="strings">The strings at the only path of the expression.</param>
/// <param name="expression">The expression.</param>
internal sealed class StringResults(StringBatch strings, BoundExpression expression)
{
    private readonly QueryValue?[] _results = new QueryValue?[strings.EntryCount + 1];

    /// <summary>Gets the result of a row.</summary>
    public QueryValue this[int row] =>
        _results[strings.Codes[row] + 1] ??= expression.OfScalar(strings.Codes[row] == StringBatch.NullCode ? QueryValue.Null : QueryValue.FromText(strings.GetString(row)));
}
