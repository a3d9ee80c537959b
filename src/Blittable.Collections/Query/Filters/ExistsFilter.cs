using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Filters;

/// <summary>Matches documents with a value at a path.</summary>
internal sealed class ExistsFilter(BlittablePath path) : Filter
{
    internal override IEnumerable<BlittablePath> Paths => [path];

    public override string ToString() => $"{path} exists";

    internal override BoundFilter Bind(QueryPlan plan)
    {
        var bound = plan.Add(path);
        bound.ExpectFound();
        return new Bound(bound);
    }

    internal override BoundFilter BindRows(QueryPlan plan) => new ValueFilter(new PathExpression(path), new ExistsPredicate()).BindRows(plan);

    private sealed class Bound(PathPlan path) : BoundFilter
    {
        public override Match Prune(GroupCursor cursor)
        {
            ref readonly var at = ref path[cursor.StripeIndex];
            return at.Coverage == PathCoverage.Absent ? Match.None
                : at.Coverage == PathCoverage.Columns && !NodeStates.IsBelowArray(at.Node) && at.Node!.TryGetConstantState(cursor.Group, out var state)
                    ? state == NodeState.Missing ? Match.None : Match.All
                : Match.Some;
        }

        public override void Evaluate(GroupCursor cursor, Span<ulong> mask)
        {
            if (ReadsDocuments(cursor.StripeIndex))
            {
                EvaluateDocuments(cursor, mask);
                return;
            }

            NodeStates.Keep(path[cursor.StripeIndex].Node!, cursor, mask, state => state != NodeState.Missing);
        }

        public override bool Test(BlittableValue root) => path.Path.TryEvaluate(root, out _);

        public override bool ReadsDocuments(int stripe) => path[stripe].Coverage == PathCoverage.Documents || NodeStates.IsBelowArray(path[stripe].Node);
    }
}
