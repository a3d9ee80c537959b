using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Filters;

/// <summary>Matches the documents that another filter does not match.</summary>
internal sealed class NotFilter(Filter filter) : Filter
{
    public Filter Filter => filter;

    internal override IEnumerable<BlittablePath> Paths => filter.Paths;

    public override string ToString() => $"not ({filter})";

    internal override BoundFilter Bind(QueryPlan plan) => new Bound(filter.Bind(plan));

    internal override BoundFilter BindRows(QueryPlan plan) => new Bound(filter.BindRows(plan));

    private sealed class Bound(BoundFilter filter) : BoundFilter
    {
        public override Match Prune(GroupCursor cursor) => filter.Prune(cursor) switch
        {
            Match.None => Match.All,
            Match.All => Match.None,
            _ => Match.Some,
        };

        public override double Estimate(GroupCursor cursor) => 1 - filter.Estimate(cursor);

        public override void Evaluate(GroupCursor cursor, Span<ulong> mask)
        {
            var passed = cursor.RentMask(mask.Length);
            mask.CopyTo(passed);
            filter.Evaluate(cursor, passed.AsSpan(0, mask.Length));
            for (var i = 0; i < mask.Length; i++)
            {
                mask[i] &= ~passed[i];
            }

            cursor.Return(passed);
        }

        public override bool Test(BlittableValue root) => !filter.Test(root);

        public override bool ReadsDocuments(int stripe) => filter.ReadsDocuments(stripe);
    }
}
