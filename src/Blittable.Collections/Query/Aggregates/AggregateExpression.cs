using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Represents the result of an aggregate in a condition on groups, to review the kinds that the condition compares. It is never evaluated.</summary>
internal sealed class AggregateExpression(Aggregate aggregate) : ScanExpression
{
    private static readonly BlittablePath s_root = BlittablePath.Parse("$");

    /// <summary>Gets the expression that has the kinds of the result, or <see langword="null"/> if the result is a number.</summary>
    public ScanExpression? Chosen => aggregate.Function switch
    {
        AggregateFunction.Min or AggregateFunction.Max or AggregateFunction.ArgMin or AggregateFunction.ArgMax
            or AggregateFunction.First or AggregateFunction.Last or AggregateFunction.Mode => aggregate.Inputs[0],
        _ => null,
    };

    internal override IEnumerable<BlittablePath> Paths => aggregate.Inputs.SelectMany(input => input.Paths).DefaultIfEmpty(s_root);

    public override string ToString() => aggregate.Name;

    internal override BoundExpression Bind(QueryPlan plan) => throw new NotSupportedException("The result of an aggregate is not a value of a document.");
}
