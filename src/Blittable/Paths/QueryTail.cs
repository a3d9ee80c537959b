namespace Blittable.Paths;

/// <summary>Represents the rest of a query. Each value that a segment selects is passed through the subsequent segments before the next value is
/// selected.</summary>
/// <remarks>This is the order of RFC 9535, in which the results of one value precede the results of the next, and needs no intermediate lists.</remarks>
internal readonly struct QueryTail(QuerySegment[] segments, int next, QueryOutput output)
{
    /// <summary>Gets a value that indicates whether no more values are needed.</summary>
    public bool IsDone => output.IsFull;

    /// <summary>Gets a value that indicates whether the output needs the position of each child.</summary>
    public bool NeedsPlaces => output.Trail is not null;

    /// <summary>Processes a selected child.</summary>
    /// <param name="run">The evaluation.</param>
    /// <param name="child">The child.</param>
    /// <param name="place">The position among its siblings. Undefined unless <see cref="NeedsPlaces"/> is true.</param>
    public void Take(ref QueryRun run, BlittableValue child, int place)
    {
        Enter(place);
        Take(ref run, child);
        Leave();
    }

    /// <summary>Marks subsequent values as descendants of a child.</summary>
    public void Enter(int place) => output.Trail?.Enter(place);

    /// <summary>Ends the descendants of the last entered child.</summary>
    public void Leave() => output.Trail?.Leave();

    /// <summary>Processes a selected value.</summary>
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
