namespace Blittable.Collections;

/// <summary>Stores the rows that a query would group.</summary>
internal sealed class SpillingWorker(GroupedQuery query, SpilledGroups groups) : QueryWorker(query.Plan)
{
    public override void Add() => SpilledGroups.StoreRows(Cursor, query, groups);
}
