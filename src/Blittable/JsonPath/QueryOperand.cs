namespace Blittable.JsonPath;

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

        var places = query.Evaluate(ref run, current);
        value = places.Count == 1 ? run.At(places[0]) : default;
        return places.Count == 1;
    }
}
