using Blittable.Collections.Query.Aggregates;
using Blittable.Collections.Query.Filters;
using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Execution;

/// <summary>Represents grouping keys and aggregates bound to a query plan. Shared by workers.</summary>
internal sealed record GroupedQuery(QueryPlan Plan, PathPlan[] Keys, BoundAggregate[] Aggregates)
{
    /// <summary>Gets the distinct paths and expressions of keys and aggregates, keys first.</summary>
    public PathPlan[] Slots { get; } = [.. Keys, .. Aggregates.SelectMany(aggregate => aggregate.Paths).Except(Keys).Distinct()];

    /// <summary>Gets the filters of aggregates.</summary>
    public BoundFilter[] Filters { get; } = [.. Aggregates.Select(aggregate => aggregate.Filter).OfType<BoundFilter>()];

    public AggregateWorker CreateWorker(long limit, bool maySplit) => new(Plan, Keys, Aggregates, limit, maySplit);

    /// <summary>Returns the query for given rows, which consist of the values of <see cref="Slots"/> and, for each of <see cref="Filters"/>, whether the row
    /// matches.</summary>
    public GroupedQuery OverGivenRows()
    {
        var plan = new QueryPlan(Plan.Snapshot);
        var slots = Array.ConvertAll(Slots, plan.AddGiven);
        var filters = Filters.Select(_ => new ValueFilter.Bound(plan.AddGiven(null), new ComparePredicate(FilterOperator.Equal, true))).ToArray();
        var next = 0;
        return new GroupedQuery(
            plan,
            slots[..Keys.Length],
            Array.ConvertAll(
                Aggregates,
                aggregate => aggregate with
                {
                    Paths = [.. aggregate.Paths.Select(path => slots[Array.IndexOf(Slots, path)])],
                    Filter = aggregate.Filter is null ? null : filters[next++],
                }));
    }
}
