namespace Blittable.Paths;

/// <summary>An expression that holds where another does not.</summary>
internal sealed class NotExpression(FilterExpression inner) : FilterExpression
{
    public override bool Test(ref QueryRun run, BlittableValue current) => !inner.Test(ref run, current);
}
