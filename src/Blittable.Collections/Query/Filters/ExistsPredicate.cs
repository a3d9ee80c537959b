using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Filters;

/// <summary>Matches all values that are not missing.</summary>
internal sealed class ExistsPredicate : ValuePredicate
{
    public override bool NeedsStates => true;

    public override string ToString() => "exists";

    public override bool Passes(in QueryValue value) => value.State != ValueState.Missing;
}
