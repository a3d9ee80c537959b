using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Rows;

/// <summary>A query over one snapshot: its paths looked up, its filters bound to them. Workers share it.</summary>
internal sealed class QueryPlan
{
    private readonly List<PathPlan> _paths = [];
    private long _skippedGroups;

    /// <param name="snapshot">The snapshot.</param>
    /// <param name="filter">Which documents count; null for all.</param>
    /// <param name="unnest">The elements of arrays that are the query's rows; null where documents are.</param>
    /// <param name="rowFilter">Which of these elements count; null for all.</param>
    public QueryPlan(StripeSet snapshot, Filter? filter = null, BlittablePath? unnest = null, Filter? rowFilter = null)
    {
        Snapshot = snapshot;
        if (unnest is not null)
        {
            Unnest = new UnnestPlan(unnest);
            Elements = Add(unnest);
            Elements.ExpectFound();
        }

        Filter = filter?.Bind(this);
        BindsElements = unnest is not null;
        RowFilter = rowFilter?.BindRows(this);
    }

    public StripeSet Snapshot { get; }

    public BoundFilter? Filter { get; }

    /// <summary>The arrays whose elements are the rows; null where documents are.</summary>
    public UnnestPlan? Unnest { get; }

    /// <summary>The path of these elements.</summary>
    public PathPlan? Elements { get; }

    public BoundFilter? RowFilter { get; }

    /// <summary>Gets a value that indicates whether the expressions and filters that are bound are about elements of arrays: those bound before choose documents.</summary>
    public bool BindsElements { get; }

    public IReadOnlyList<PathPlan> Paths => _paths;

    /// <summary>The chunk groups of all stripes.</summary>
    public int GroupCount => GroupsBefore(Snapshot.Stripes.Count, 0);

    /// <summary>The number of chunk groups that bounds and membership filters ruled out without reading rows.</summary>
    public long SkippedGroups => Interlocked.Read(ref _skippedGroups);

    /// <summary>The chunk groups before one.</summary>
    public int GroupsBefore(int stripe, int group) => Snapshot.Stripes.Take(stripe).Sum(earlier => earlier.GroupCount) + group;

    /// <summary>Counts a chunk group that is skipped. Thread-safe.</summary>
    public void CountSkipped() => Interlocked.Increment(ref _skippedGroups);

    /// <summary>The plan of a path, one for all its uses.</summary>
    public PathPlan Add(BlittablePath path)
    {
        foreach (var plan in _paths)
        {
            if (plan.Expression is null && plan.Reader is null && plan.Path.Equals(path))
            {
                return plan;
            }
        }

        var added = new PathPlan(_paths.Count, path, Snapshot, Unnest?.LevelOf(path) ?? 0);
        _paths.Add(added);
        return added;
    }

    /// <summary>Adds what a function makes of the value at a path; only where elements of arrays are the rows.</summary>
    public PathPlan AddReader(BlittablePath path, Func<BlittableValue, QueryValue> read)
    {
        var added = new PathPlan(_paths.Count, path, Snapshot, Unnest!.LevelOf(path)) { Reader = read };
        _paths.Add(added);
        added.UseDocuments();
        return added;
    }

    /// <summary>Adds values that are given with each row.</summary>
    /// <param name="source">The path or expression that they are of; null if they are of none.</param>
    public PathPlan AddGiven(PathPlan? source)
    {
        var added = new PathPlan(_paths.Count, source);
        _paths.Add(added);
        return added;
    }

    /// <summary>The plan of an expression.</summary>
    public PathPlan Add(ScanExpression expression)
    {
        if (expression.Unnamed.ValuePath is { } path)
        {
            return Add(path);
        }

        var bound = expression.Bind(this);
        var stranger = expression.Paths.FirstOrDefault(path => path.HasWildcard && (BindsElements ? Unnest!.LevelOf(path) : 0) <= 0);
        var added = new PathPlan(_paths.Count, bound, Snapshot, stranger);
        _paths.Add(added);
        return added;
    }

    /// <summary>Once all paths were added: where elements of arrays have any of them in documents only, they are taken from these altogether.</summary>
    public void Seal()
    {
        if (Unnest is null || !_paths.Exists(path => path.Expression is null && path.Level >= 0 && path.HasDocuments))
        {
            return;
        }

        foreach (var path in _paths.Where(path => path.Expression is null && path.Level >= 0))
        {
            path.UseDocuments();
        }
    }
}
