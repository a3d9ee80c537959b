namespace Blittable.JsonPath;

/// <summary>Expressions of which all must hold (<c>&amp;&amp;</c>) or any (<c>||</c>).</summary>
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
