namespace Blittable.Paths;

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
