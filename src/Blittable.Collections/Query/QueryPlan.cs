namespace Blittable.Collections;

/// <summary>A query over one snapshot: its paths looked up, its filter bound to them. Workers share it.</summary>
internal sealed class QueryPlan
{
    private readonly List<PathPlan> _paths = [];

    public QueryPlan(CollectionSnapshot snapshot, Filter? filter)
    {
        Snapshot = snapshot;
        Filter = filter?.Bind(this);
    }

    public CollectionSnapshot Snapshot { get; }

    public BoundFilter? Filter { get; }

    public IReadOnlyList<PathPlan> Paths => _paths;

    /// <summary>The plan of a path, one for all its uses.</summary>
    public PathPlan Add(BlittablePath path)
    {
        var text = path.ToString();
        foreach (var plan in _paths)
        {
            if (plan.Path.ToString() == text)
            {
                return plan;
            }
        }

        var added = new PathPlan(_paths.Count, path, Snapshot);
        _paths.Add(added);
        return added;
    }
}
