namespace Blittable.Paths;

/// <summary>Collects the values that a query selects, one by one, and determines when there are enough.</summary>
/// <param name="places">The list for the values; null if only their number matters.</param>
/// <param name="most">The number of values that are enough.</param>
/// <param name="trail">The recorder of the path to each value; null if paths are not needed.</param>
internal sealed class QueryOutput(QueryPlaces? places, int most = int.MaxValue, QueryTrail? trail = null)
{
    /// <summary>Gets the recorder of the path to the current value.</summary>
    public QueryTrail? Trail => trail;

    /// <summary>Gets the number of values collected.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the first value.</summary>
    public QueryPlace First { get; private set; }

    /// <summary>Gets a value that indicates whether no more are needed.</summary>
    public bool IsFull => Count >= most;

    public void Add(BlittableValue value)
    {
        var place = QueryPlace.Of(value);
        if (Count++ == 0)
        {
            First = place;
        }

        places?.Add(place);
        trail?.Keep();
    }
}
