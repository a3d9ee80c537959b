using Blittable.Columns;

namespace Blittable.Collections.Query.Rows;

/// <summary>The results of a function over the strings of a batch, computed once for each distinct string.</summary>
internal sealed class StringResults(StringBatch strings)
{
    private readonly QueryValue?[] _results = new QueryValue?[strings.EntryCount];

    /// <summary>Returns the result of a row.</summary>
    /// <param name="row">The row.</param>
    /// <param name="compute">Computes the result of a string.</param>
    public QueryValue At(int row, Func<QueryValue, QueryValue> compute)
    {
        var code = strings.Codes[row];
        return code == StringBatch.NullCode ? QueryValue.Null : _results[code] ??= compute(QueryValue.FromString(strings.GetString(row)));
    }
}
