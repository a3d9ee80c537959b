using Blittable.Collections.Query.Aggregates;
using Blittable.Collections.Query.Filters;
using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Execution;

/// <summary>What documents are grouped by and what is computed of each group, with their paths looked up. Workers share it.</summary>
internal sealed record GroupedQuery(QueryPlan Plan, PathPlan[] Keys, BoundAggregate[] Aggregates)
{
    /// <summary>The paths and expressions whose values a row is grouped and aggregated by: the keys first, then the others, each once.</summary>
    public PathPlan[] Slots { get; } = [.. Keys, .. Aggregates.SelectMany(aggregate => aggregate.Paths).Except(Keys).Distinct()];

    /// <summary>The filters of aggregates.</summary>
    public BoundFilter[] Filters { get; } = [.. Aggregates.Select(aggregate => aggregate.Filter).OfType<BoundFilter>()];

    public AggregateWorker CreateWorker(long limit, bool maySplit) => new(Plan, Keys, Aggregates, limit, maySplit);

    /// <summary>The query over rows that are given: each has the values of <see cref="Slots"/>, and then for each of <see cref="Filters"/> whether it
    /// passes.</summary>
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
