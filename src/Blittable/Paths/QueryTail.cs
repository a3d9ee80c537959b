namespace Blittable.Paths;

/// <summary>The rest of a query: each value that a segment selects goes through the segments after it before the next one is selected.</summary>
/// <remarks>That is the order of the RFC, in which the results of one value come before those of the next, and needs no list of what lies between.</remarks>
internal readonly struct QueryTail(QuerySegment[] segments, int next, QueryOutput output)
{
    /// <summary>Gets a value that indicates whether no more values are needed.</summary>
    public bool IsDone => output.IsFull;

    /// <summary>Gets a value that indicates whether the output needs the place of each child.</summary>
    public bool NeedsPlaces => output.Trail is not null;

    /// <summary>Takes a child that was selected.</summary>
    /// <param name="run">The evaluation.</param>
    /// <param name="child">The child.</param>
    /// <param name="place">Its place among its siblings; without meaning unless <see cref="NeedsPlaces"/>.</param>
    public void Take(ref QueryRun run, BlittableValue child, int place)
    {
        Enter(place);
        Take(ref run, child);
        Leave();
    }

    /// <summary>Notes that what follows is below a child.</summary>
    public void Enter(int place) => output.Trail?.Enter(place);

    /// <summary>Notes that what follows is beside the child entered last, not below it.</summary>
    public void Leave() => output.Trail?.Leave();

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
