using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents a query over one snapshot, with its paths resolved and its filters bound. Shared by workers.</summary>
internal sealed class QueryPlan
{
    private readonly List<PathPlan> _paths = [];
    private readonly List<(ScanExpression Expression, bool BindsElements, PathPlan Plan)> _expressions = [];
    private long _skippedGroups;

    /// <param name="snapshot">The snapshot.</param>
    /// <param name="filter">The filter for documents, or null for all.</param>
    /// <param name="unnest">The path of the array elements that are the query's rows, or null if documents are.</param>
    /// <param name="rowFilter">The filter for these elements, or null for all.</param>
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

    /// <summary>Gets or sets the profile of the query, or null if its statistics are not wanted.</summary>
    public QueryProfile? Profile { get; set; }

    public BoundFilter? Filter { get; }

    /// <summary>Gets the arrays whose elements are the rows, or null if documents are.</summary>
    public UnnestPlan? Unnest { get; }

    /// <summary>Gets the plan of the path of these elements.</summary>
    public PathPlan? Elements { get; }

    public BoundFilter? RowFilter { get; }

    /// <summary>Gets a value that indicates whether expressions and filters are now bound to array elements. Those bound before select documents.</summary>
    public bool BindsElements { get; }

    public IReadOnlyList<PathPlan> Paths => _paths;

    /// <summary>Gets the number of chunk groups in all stripes.</summary>
    public int GroupCount => GroupsBefore(Snapshot.Stripes.Count, 0);

    /// <summary>Gets the number of chunk groups that bounds and membership filters ruled out without reading rows.</summary>
    public long SkippedGroups => Interlocked.Read(ref _skippedGroups);

    /// <summary>Returns the number of chunk groups before the specified one.</summary>
    public int GroupsBefore(int stripe, int group) => Snapshot.Stripes.Take(stripe).Sum(earlier => earlier.GroupCount) + group;

    /// <summary>Counts a skipped chunk group. Thread-safe.</summary>
    public void CountSkipped() => Interlocked.Increment(ref _skippedGroups);

    /// <summary>Returns the plan of a path, shared by all its uses.</summary>
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

    /// <summary>Adds a function of the value at a path. Only if the rows are array elements.</summary>
    public PathPlan AddReader(BlittablePath path, Func<BlittableValue, QueryValue> read)
    {
        var added = new PathPlan(_paths.Count, path, Snapshot, Unnest!.LevelOf(path)) { Reader = read };
        _paths.Add(added);
        added.UseDocuments();
        return added;
    }

    /// <summary>Adds values that are given with each row.</summary>
    /// <param name="source">The path or expression that the values come from, or null if there is none.</param>
    public PathPlan AddGiven(PathPlan? source)
    {
        var added = new PathPlan(_paths.Count, source);
        _paths.Add(added);
        return added;
    }

    /// <summary>Returns the plan of an expression, shared by all of its uses for which <see cref="ScanExpression.IsSame"/> is true.</summary>
    public PathPlan Add(ScanExpression expression)
    {
        if (expression.Unnamed.ValuePath is { } path)
        {
            return Add(path);
        }

        foreach (var (known, bindsElements, plan) in _expressions)
        {
            if (bindsElements == BindsElements && known.IsSame(expression.Unnamed))
            {
                return plan;
            }
        }

        var bound = expression.Bind(this);
        var stranger = expression.Paths.FirstOrDefault(path => path.HasWildcard && (BindsElements ? Unnest!.LevelOf(path) : 0) <= 0);
        var added = new PathPlan(_paths.Count, bound, Snapshot, stranger);
        _paths.Add(added);
        _expressions.Add((expression.Unnamed, BindsElements, added));
        return added;
    }

    /// <summary>Completes the plan after all paths are added. If rows are array elements and any path is only in documents, all elements are read from
    /// documents.</summary>
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
