using Blittable.Collections.Query.Expressions;

namespace Blittable.Collections.Query.Execution;

/// <summary>Describes the steps of a plan.</summary>
internal static class PlanText
{
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
