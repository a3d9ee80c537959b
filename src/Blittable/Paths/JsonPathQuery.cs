namespace Blittable.Paths;

/// <summary>Represents an RFC 9535 query: segments that lead from one value to others.</summary>
/// <param name="IsRelative">True if the query starts at the current value of a filter (<c>@</c>) instead of the root (<c>$</c>).</param>
/// <param name="Segments">The segments.</param>
internal sealed record JsonPathQuery(bool IsRelative, QuerySegment[] Segments)
{
    /// <summary>Gets a value that indicates whether the query selects at most one value, because each segment is a single name or index.</summary>
    public bool IsSingular => Array.TrueForAll(Segments, segment => segment.IsSingular);

    /// <summary>Finds the values that the query selects, in the order of RFC 9535.</summary>
    /// <param name="run">The evaluation.</param>
    /// <param name="current">The value of <c>@</c>.</param>
    /// <param name="output">The output for the values.</param>
    public void Evaluate(ref QueryRun run, BlittableValue current, QueryOutput output) =>
        new QueryTail(Segments, 0, output).Take(ref run, IsRelative ? current : run.Root);

    /// <summary>Finds the value that a singular query selects, without a list.</summary>
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
