namespace Blittable.JsonPath;

/// <summary>The rest of a query: each value that a segment selects goes through the segments after it before the next one is selected.</summary>
/// <remarks>That is the order of the RFC, in which the results of one value come before those of the next, and needs no list of what lies between.</remarks>
internal readonly struct QueryTail(QuerySegment[] segments, int next, QueryOutput output)
{
    /// <summary>Whether no more values are needed.</summary>
    public bool IsDone => output.IsFull;

    /// <summary>Takes a value that was selected.</summary>
    public void Take(ref QueryRun run, BlittableValue value)
    {
        if (next == segments.Length)
        {
            output.Add(value);
            return;
        }

        segments[next].Select(ref run, value, new QueryTail(segments, next + 1, output));
    }
}
