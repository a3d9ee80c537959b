namespace Blittable.Collections;

/// <summary>What documents are grouped by and what is computed of each group, with their paths looked up. Workers share it.</summary>
internal sealed record GroupedQuery(QueryPlan Plan, PathPlan[] Keys, BoundAggregate[] Aggregates)
{
    public AggregateWorker CreateWorker() => new(Plan, Keys, Aggregates);
}
