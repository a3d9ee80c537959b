namespace Blittable.Collections.Query.Filters;

/// <summary>Matches scalars that are keys of a table.</summary>
internal sealed class LookupPredicate(CollectionLookup table) : ValuePredicate
{
    public override string ToString() => "in (a table)";

    public override bool Passes(in QueryValue value) => table.TryGet(value, 0, out _);
}
