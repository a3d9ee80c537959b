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

/// <summary>Records the path from the root to each value that a query selects, as the positions of children among their siblings.</summary>
/// <remarks>Paths share common prefixes, so memory is proportional to the number of values on the paths, however deep the results are.</remarks>
internal sealed class QueryTrail
{
    private const int NotKept = -1;

    private readonly List<(int Place, int Node)> _current = [];
    private readonly List<(int Parent, int Place, int Depth)> _nodes = [];
    private readonly List<int> _results = [];

    /// <summary>Gets the number of recorded paths.</summary>
    public int Count => _results.Count;

    /// <summary>Returns the positions of the children on the path to a result.</summary>
    public int[] this[int result]
    {
        get
        {
            var node = _results[result];
            if (node == NotKept)
            {
                return [];
            }

            var places = new int[_nodes[node].Depth];
            for (var i = places.Length - 1; i >= 0; i--)
            {
                places[i] = _nodes[node].Place;
                node = _nodes[node].Parent;
            }

            return places;
        }
    }

    /// <summary>Enters a child.</summary>
    public void Enter(int place) => _current.Add((place, NotKept));

    /// <summary>Leaves the last entered child.</summary>
    public void Leave() => _current.RemoveAt(_current.Count - 1);

    /// <summary>Records the path to the current value.</summary>
    public void Keep()
    {
        var known = _current.Count;
        while (known > 0 && _current[known - 1].Node == NotKept)
        {
            known--;
        }

        var node = known == 0 ? NotKept : _current[known - 1].Node;
        for (var i = known; i < _current.Count; i++)
        {
            _nodes.Add((node, _current[i].Place, i + 1));
            node = _nodes.Count - 1;
            _current[i] = (_current[i].Place, node);
        }

        _results.Add(node);
    }
}

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

/// <summary>Stores the locations of selected values in pieces that never move, in memory proportional to their number.</summary>
internal sealed class QueryPlaces
{
    private const int Shift = 12;
    private const int PieceLength = 1 << Shift;
    private const int FirstLength = 8;

    private readonly List<QueryPlace[]> _pieces = [];

    public int Count { get; private set; }

    /// <summary>Gets or sets the paths to the values, once requested.</summary>
    public QueryTrail? Trail { get; set; }

    public QueryPlace this[int index] => _pieces[index >> Shift][index & (PieceLength - 1)];

    public void Add(QueryPlace place)
    {
        var index = Count & (PieceLength - 1);
        if (index == 0)
        {
            _pieces.Add(new QueryPlace[Count == 0 ? FirstLength : PieceLength]);
        }

        var piece = _pieces[^1];
        if (index == piece.Length)
        {
            Array.Resize(ref piece, Math.Min(2 * index, PieceLength));
            _pieces[^1] = piece;
        }

        piece[index] = place;
        Count++;
    }
}

/// <summary>Represents the location in a document of a value that a query has selected.</summary>
/// <param name="Address">The address of the value.</param>
/// <param name="ShapeTable">The shape table of the document; for an element of a number array, its index.</param>
internal readonly record struct QueryPlace(int Address, int ShapeTable)
{
    public static QueryPlace Of(BlittableValue value) => new(value.Address, value.ShapeTable);
}
