namespace Blittable.Collections;

/// <summary>Documents in groups that have the same scalars at some paths. Immutable; each call gives another one.</summary>
/// <remarks>
/// A document that has nothing, null, an object or an array at a path is in the group of null. A path that leads to objects and arrays only, as <c>$</c> most
/// often, makes no groups and is refused.
/// </remarks>
public sealed class GroupedScan
{
    private readonly CollectionScan _scan;
    private readonly BlittablePath[] _paths;
    private readonly RowOrder _order;
    private readonly long _limit;

    internal GroupedScan(CollectionScan scan, BlittablePath[] paths)
        : this(scan, paths, new RowOrder([]), long.MaxValue)
    {
    }

    private GroupedScan(CollectionScan scan, BlittablePath[] paths, RowOrder order, long limit)
    {
        _scan = scan;
        _paths = paths;
        _order = order;
        _limit = limit;
    }

    /// <summary>Orders the result by a column: a path of the groups, or an aggregate's name. Called again, rows that are equal so far are ordered by
    /// another.</summary>
    /// <remarks>Without an order, groups come in the order of their keys.</remarks>
    public GroupedScan OrderBy(string column, bool descending = false) => new(_scan, _paths, _order.Then(column, descending), _limit);

    /// <summary>Only the first rows of the result.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public GroupedScan Limit(long rows)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(rows);
        return new(_scan, _paths, _order, rows);
    }

    /// <summary>Runs the query.</summary>
    /// <returns>A row for each group: its keys, then what the aggregates come to.</returns>
    /// <exception cref="BlittableException">A path is not there or has values of another kind, or the file is damaged.</exception>
    public QueryTable Aggregate(params ReadOnlySpan<Aggregate> aggregates) => _scan.Aggregate(_paths, [.. aggregates], _order, _limit);
}
