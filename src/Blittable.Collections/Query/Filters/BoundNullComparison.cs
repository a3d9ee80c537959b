using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Filters;

/// <summary>Compares a path with null: a literal null is equal, any other value is not.</summary>
internal sealed class BoundNullComparison(PathPlan path, FilterOperator comparison, BlittablePath? arrays) : BoundFilter
{
    private readonly ComparePredicate _predicate = new(comparison, QueryValue.Null);

    public override Match Prune(GroupCursor cursor) => path[cursor.StripeIndex].Coverage == PathCoverage.Absent ? Match.None : Match.Some;

    public override void Evaluate(GroupCursor cursor, Span<ulong> mask)
    {
        if (ReadsDocuments(cursor.StripeIndex))
        {
            EvaluateDocuments(cursor, mask);
            return;
        }

        NodeStates.Keep(path[cursor.StripeIndex].Node!, cursor, mask, state => _predicate.Passes(NodeStates.ToValue(state)));
    }

    public override bool Test(BlittableValue root)
    {
        foreach (var value in (arrays ?? path.Path).Evaluate(root))
        {
            if (arrays is null ? Passes(value) : value.Kind == BlittableValueKind.Array && TestElements(value))
            {
                return true;
            }
        }

        return false;
    }

    public override bool ReadsDocuments(int stripe) => path[stripe].Coverage == PathCoverage.Documents || NodeStates.IsBelowArray(path[stripe].Node);

    private bool TestElements(BlittableValue array)
    {
        foreach (var element in array.EnumerateArray())
        {
            if (Passes(element))
            {
                return true;
            }
        }

        return false;
    }

    private bool Passes(BlittableValue value) => _predicate.Passes(QueryValue.FromScalar(value));
}
