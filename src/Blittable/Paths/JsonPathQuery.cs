namespace Blittable.Paths;

/// <summary>A query of RFC 9535: segments that lead from a value to others.</summary>
/// <param name="IsRelative">Whether it starts at the value that a filter looks at (<c>@</c>) rather than at the root (<c>$</c>).</param>
/// <param name="Segments">Its segments.</param>
internal sealed record JsonPathQuery(bool IsRelative, QuerySegment[] Segments)
{
    /// <summary>Gets whether it leads to one value at most: names and indexes alone, one a segment.</summary>
    public bool IsSingular => Array.TrueForAll(Segments, segment => segment.IsSingular);

    /// <summary>Finds the values that the query leads to, in the order of the RFC.</summary>
    /// <param name="run">The evaluation.</param>
    /// <param name="current">The value that <c>@</c> stands for.</param>
    /// <param name="output">Takes them.</param>
    public void Evaluate(ref QueryRun run, BlittableValue current, QueryOutput output) =>
        new QueryTail(Segments, 0, output).Take(ref run, IsRelative ? current : run.Root);

    /// <summary>Finds the value that a singular query leads to, without a list.</summary>
    public bool TryEvaluateSingular(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = IsRelative ? current : run.Root;
        foreach (var segment in Segments)
        {
            run.Count();
            if (!segment.Selectors[0].TryFollow(value, out value))
            {
                return false;
            }
        }

        return true;
    }
}
