using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Filters;

/// <summary>Combines filters with AND or OR.</summary>
internal sealed class CompoundFilter(Filter[] filters, bool isAll) : Filter
{
    public Filter[] Filters => filters;

    internal override IEnumerable<BlittablePath> Paths => filters.SelectMany(filter => filter.Paths);

    public override string ToString() => string.Join(isAll ? " and " : " or ", filters.Select(filter => filter is CompoundFilter ? $"({filter})" : filter.ToString()));

    internal override BoundFilter Bind(QueryPlan plan) => new Bound([.. filters.Select(filter => filter.Bind(plan))], isAll);

    internal override BoundFilter BindRows(QueryPlan plan) => new Bound([.. filters.Select(filter => filter.BindRows(plan))], isAll);

    private sealed class Bound(BoundFilter[] filters, bool isAll) : BoundFilter
    {
        public override Match Prune(GroupCursor cursor)
        {
            var decisive = isAll ? Match.None : Match.All;
            var result = isAll ? Match.All : Match.None;
            foreach (var filter in filters)
            {
                var match = filter.Prune(cursor);
                if (match == decisive)
                {
                    return decisive;
                }

                result = match == Match.Some ? Match.Some : result;
            }

            return result;
        }

        /// <summary>Estimates as if the conditions were independent of one another.</summary>
        public override double Estimate(GroupCursor cursor)
        {
            var product = 1.0;
            foreach (var filter in filters)
            {
                product *= isAll ? filter.Estimate(cursor) : 1 - filter.Estimate(cursor);
            }

            return isAll ? product : 1 - product;
        }

        public override void Evaluate(GroupCursor cursor, Span<ulong> mask)
        {
            // Evaluate filters that read documents last, when few rows are left.
            for (var pass = 0; pass < 2; pass++)
            {
                foreach (var filter in filters)
                {
                    if (filter.ReadsDocuments(cursor.StripeIndex) == (pass == 1) && isAll)
                    {
                        Narrow(filter, cursor, mask);
                    }
                }
            }

            if (!isAll)
            {
                EvaluateAny(cursor, mask);
            }
        }

        public override bool Test(BlittableValue root)
        {
            foreach (var filter in filters)
            {
                if (filter.Test(root) != isAll)
                {
                    return !isAll;
                }
            }

            return isAll;
        }

        public override bool ReadsDocuments(int stripe) => Array.Exists(filters, filter => filter.ReadsDocuments(stripe));

        private static void Narrow(BoundFilter filter, GroupCursor cursor, Span<ulong> mask)
        {
            switch (filter.Prune(cursor))
            {
                case Match.None:
                    mask.Clear();
                    break;
                case Match.Some when mask.ContainsAnyExcept(0UL):
                    filter.Evaluate(cursor, mask);
                    break;
            }
        }

        /// <summary>Evaluates each filter only for rows that no previous filter has matched.</summary>
        private void EvaluateAny(GroupCursor cursor, Span<ulong> mask)
        {
            var rented = cursor.RentMask(mask.Length);
            var rest = rented.AsSpan(0, mask.Length);
            mask.CopyTo(rest);
            foreach (var filter in filters)
            {
                var passed = cursor.RentMask(mask.Length);
                rest.CopyTo(passed);
                Narrow(filter, cursor, passed.AsSpan(0, mask.Length));
                for (var i = 0; i < rest.Length; i++)
                {
                    rest[i] &= ~passed[i];
                }

                cursor.Return(passed);
            }

            for (var i = 0; i < mask.Length; i++)
            {
                mask[i] &= ~rest[i];
            }

            cursor.Return(rented);
        }
    }
}
