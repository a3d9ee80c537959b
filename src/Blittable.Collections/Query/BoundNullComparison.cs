namespace Blittable.Collections;

/// <summary>A path compared with null: equal where the literal null is, unequal where there is anything else.</summary>
internal sealed class BoundNullComparison(PathPlan path, FilterOperator comparison, BlittablePath? arrays) : BoundFilter
{
    public override Match Prune(GroupCursor cursor) => path[cursor.StripeIndex].Coverage == PathCoverage.Absent ? Match.None : Match.Some;

    public override void Evaluate(GroupCursor cursor, Span<ulong> mask)
    {
        if (ReadsDocuments(cursor.StripeIndex))
        {
            EvaluateDocuments(cursor, mask);
            return;
        }

        NodeStates.Keep(path[cursor.StripeIndex].Node!, cursor, mask, state => Passes(state == NodeState.Missing, state == NodeState.Null));
    }

    public override bool Test(BlittableValue root)
    {
        foreach (var value in (arrays ?? path.Path).Evaluate(root))
        {
            var passes = arrays is null
                ? Passes(isMissing: false, value.Kind == BlittableValueKind.Null)
                : value.Kind == BlittableValueKind.Array && TestElements(value);
            if (passes)
            {
                return true;
            }
        }

        return false;
    }

    private bool TestElements(BlittableValue array)
    {
        foreach (var element in array.EnumerateArray())
        {
            if (Passes(isMissing: false, element.Kind == BlittableValueKind.Null))
            {
                return true;
            }
        }

        return false;
    }

    public override bool ReadsDocuments(int stripe) => path[stripe].Coverage == PathCoverage.Documents || NodeStates.IsBelowArray(path[stripe].Node);

    private bool Passes(bool isMissing, bool isNull) => !isMissing && comparison switch
    {
        FilterOperator.Equal or FilterOperator.LessOrEqual or FilterOperator.GreaterOrEqual => isNull,
        FilterOperator.NotEqual => !isNull,
        _ => false,
    };
}
