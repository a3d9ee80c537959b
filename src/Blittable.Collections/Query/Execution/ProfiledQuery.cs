using System.Diagnostics;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Query.Execution;

/// <summary>Runs queries, and reports their statistics if they are wanted.</summary>
internal static class ProfiledQuery
{
    /// <summary>Runs a query on this thread.</summary>
    /// <param name="scan">The scan of the query.</param>
    /// <param name="steps">Returns the steps of the plan after the scan, the last one first.</param>
    /// <param name="query">Runs the query with a profile, or without one if no statistics are wanted. Returns its result, or null if its rows were passed to a
    /// callback.</param>
    public static QueryTable? Run(CollectionScan scan, Func<IEnumerable<string>> steps, Func<QueryProfile?, QueryTable?> query)
    {
        if (scan.Report is not { } report)
        {
            return query(null);
        }

        var profile = new QueryProfile();
        var start = Stopwatch.GetTimestamp();
        var outer = ReadMeter.Exchange(profile.Meter);
        QueryTable? result;
        try
        {
            result = query(profile);
        }
        finally
        {
            ReadMeter.Exchange(outer);
        }

        report(new QueryStatistics(profile, [.. steps(), scan.Describe()], result?.Count, Stopwatch.GetElapsedTime(start)));
        return result;
    }

    /// <summary>Returns an expression with its name, if it has one: <c>$.price * 2 as twice</c>.</summary>
    public static string TextOf(ScanExpression expression) => expression is NamedExpression ? $"{expression.Unnamed} as {expression}" : expression.ToString();

    /// <summary>Returns the steps that order and limit rows.</summary>
    public static IEnumerable<string> Steps(RowOrder order, long limit, long offset)
    {
        if (limit != long.MaxValue || offset != 0)
        {
            yield return $"{(limit == long.MaxValue ? "" : $"limit {limit}")}{(offset == 0 ? "" : $" offset {offset}")}".TrimStart();
        }

        if (!order.IsEmpty)
        {
            yield return $"order by {order}";
        }
    }
}
