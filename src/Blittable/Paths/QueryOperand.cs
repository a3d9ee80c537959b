namespace Blittable.Paths;

/// <summary>The value that a query leads to: one of a singular query, or of any query within the function <c>value</c>, if there is exactly one.</summary>
internal sealed class QueryOperand(JsonPathQuery query) : FilterOperand
{
    private readonly bool _isSingular = query.IsSingular;

    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        if (_isSingular)
        {
            return query.TryEvaluateSingular(ref run, current, out value);
        }

        var isOne = run.Count(query, current, most: 2, out var first) == 1;
        value = isOne ? run.At(first) : default;
        return isOne;
    }
}
