namespace Blittable.Paths;

/// <summary>Takes the values that a query leads to, one by one, and says when it has enough.</summary>
/// <param name="places">Holds them all; null where only their number counts.</param>
/// <param name="most">How many are enough.</param>
/// <param name="trail">Holds the way to each of them; null if nobody asks.</param>
internal sealed class QueryOutput(QueryPlaces? places, int most = int.MaxValue, QueryTrail? trail = null)
{
    /// <summary>Gets the way to the value that the query has reached.</summary>
    public QueryTrail? Trail => trail;

    /// <summary>How many values came.</summary>
    public int Count { get; private set; }

    /// <summary>The first one.</summary>
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
