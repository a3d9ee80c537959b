namespace Blittable.Paths;

/// <summary>A logical expression of a filter.</summary>
internal abstract class FilterExpression
{
    /// <summary>Determines whether it holds for the value that <c>@</c> stands for.</summary>
    public abstract bool Test(ref QueryRun run, BlittableValue current);
}
