namespace Blittable.Paths;

/// <summary>A conjunction (<c>&amp;&amp;</c>) or disjunction (<c>||</c>) of expressions.</summary>
internal sealed class JunctionExpression(FilterExpression[] parts, bool isAny) : FilterExpression
{
    public override bool Test(ref QueryRun run, BlittableValue current)
    {
        foreach (var part in parts)
        {
            if (part.Test(ref run, current) == isAny)
            {
                return isAny;
            }
        }

        return !isAny;
    }
}
