namespace Blittable.Paths;

/// <summary>Holds where a query leads to a value at all.</summary>
internal sealed class ExistenceExpression(JsonPathQuery query) : FilterExpression
{
    private readonly bool _isSingular = query.IsSingular;

    public override bool Test(ref QueryRun run, BlittableValue current) =>
        _isSingular ? query.TryEvaluateSingular(ref run, current, out _) : run.Count(query, current, most: 1, out _) > 0;
}
