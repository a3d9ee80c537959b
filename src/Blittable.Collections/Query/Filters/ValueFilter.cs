using System.Numerics;
using System.Runtime.Intrinsics.X86;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <summary>Matches documents by a predicate on an expression or a path.</summary>
internal sealed class ValueFilter(ScanExpression source, ValuePredicate predicate) : Filter
{
    public ScanExpression Source => source;

    public ValuePredicate Predicate => predicate;

    internal override IEnumerable<BlittablePath> Paths => source.Paths;

    public override string ToString() =>
        source is ComparisonExpression && predicate is ComparePredicate { Comparison: FilterOperator.Equal } ? source.ToString()[1..^1] : $"{source} {predicate}";

    internal override BoundFilter Bind(QueryPlan plan)
    {
        var path = plan.Add(source);
        path.ExpectFound();
        if (path.Expression is not null)
        {
            path.RequireSingle("to compare documents");
        }

        return new Bound(path, predicate);
    }

    internal override BoundFilter BindRows(QueryPlan plan)
    {
        plan.Add(source).RequireSingle("to compare elements of arrays");
        return Bind(plan);
    }

    internal sealed class Bound(PathPlan path, ValuePredicate predicate) : BoundFilter
    {
        /// <summary>The maximum number of values in a list that are compared with the bounds of each chunk.</summary>
        private const int MostCompared = 64;

        /// <summary>Comparisons one of which a matching value passes, or none if bounds rule out nothing.</summary>
        private readonly BoundComparison[] _alternatives = Alternatives(path, predicate);

        public override Match Prune(GroupCursor cursor)
        {
            if (path.Expression is not null || cursor.IsUnnested)
            {
                return Match.Some;
            }

            if (path[cursor.StripeIndex].Coverage == PathCoverage.Absent)
            {
                return predicate.Passes(QueryValue.Missing) ? Match.Some : Match.None;
            }

            foreach (var alternative in _alternatives)
            {
                if (alternative.Prune(cursor) != Match.None)
                {
                    return Match.Some;
                }
            }

            return _alternatives.Length > 0 ? Match.None : Match.Some;
        }

        public override double Estimate(GroupCursor cursor) => _alternatives.Length > 0 && Prune(cursor) == Match.Some
            ? Math.Min(1, _alternatives.Sum(alternative => alternative.Estimate(cursor)))
            : base.Estimate(cursor);

        public override void Evaluate(GroupCursor cursor, Span<ulong> mask)
        {
            if (!cursor.IsUnnested && ReadsDocuments(cursor.StripeIndex) && path.Expression is null)
            {
                EvaluateDocuments(cursor, mask);
                return;
            }

            if (path.Path.HasWildcard && !cursor.IsUnnested)
            {
                EvaluateElements(cursor, path[cursor.StripeIndex].Node!, mask);
                return;
            }

            var rows = cursor.Narrow(mask);
            if (rows.Selection.Count == 0)
            {
                return;
            }

            var rented = cursor.RentMask(mask.Length);
            if (path.Expression is null || !ExpressionSelection.TrySelect(path, predicate, rows, rented))
            {
                predicate.Evaluate(rows.Values(path), rows, rented);
            }

            Deposit(rented, mask);
            cursor.Return(rented);
        }

        public override bool Test(BlittableValue root)
        {
            if (path.Expression is { } expression)
            {
                return predicate.Passes(expression.Of(root));
            }

            if (!path.Path.HasWildcard)
            {
                return predicate.Passes(path.Path.TryEvaluate(root, out var found) ? Scalar(found) : QueryValue.Missing);
            }

            foreach (var value in path.Path.Evaluate(root))
            {
                if (predicate.Passes(Scalar(value)))
                {
                    return true;
                }
            }

            return false;
        }

        public override bool ReadsDocuments(int stripe) =>
            path.Expression is null
            && (path[stripe].Coverage == PathCoverage.Documents
                || (predicate is TextPredicate && path[stripe].Node is { Dates: not null })
                || (path.Path.HasWildcard && path[stripe].Node is { } node
                    && (predicate is not TextPredicate || !NodeStates.IsBelowArray(node) || predicate.Passes(QueryValue.Null))));

        private static BoundComparison[] Alternatives(PathPlan path, ValuePredicate predicate) => predicate switch
        {
            _ when path.Expression is not null || path.Path.HasWildcard => [],
            SetPredicate { Values.Count: <= MostCompared } set when set.Values.All(value => value.Kind != QueryValueKind.Json) =>
                [.. set.Values.Select(value => new BoundComparison(path, FilterOperator.Equal, value, arrays: null))],
            LikePredicate { Prefix.Length: > 0 } like => [new BoundComparison(path, FilterOperator.StartsWith, like.Prefix, arrays: null)],
            _ => [],
        };

        /// <summary>Returns the scalar of a value. Text predicates receive dates as text.</summary>
        private QueryValue Scalar(BlittableValue value) =>
            predicate is TextPredicate && value.Kind == BlittableValueKind.String ? QueryValue.FromText(value.GetString()) : QueryValue.FromScalar(value);

        /// <summary>Matches rows that have a matching element.</summary>
        private void EvaluateElements(GroupCursor cursor, StripeNode node, Span<ulong> mask)
        {
            var passed = cursor.RentMask(mask.Length);
            var words = MaskKernel.Words(node.SpaceRows(cursor.Group));
            var elements = cursor.RentMask(words);
            elements.AsSpan().Clear();
            if (node.Strings?.Chunk(cursor.Group) is { Format: not ChunkFormat.Absent })
            {
                node.Strings.ReadStrings(cursor.Group, cursor.Strings);
                ((TextPredicate)predicate).Select(cursor.Strings, cursor, elements);
            }

            ElementRows.Fold(node, cursor, elements, passed.AsSpan(0, mask.Length));
            for (var i = 0; i < mask.Length; i++)
            {
                mask[i] &= passed[i];
            }

            cursor.Return(elements);
            cursor.Return(passed);
        }

        /// <summary>Clears each set bit for which the next bit in a second mask is not set (<c>pdep</c>).</summary>
        private static void Deposit(ReadOnlySpan<ulong> passed, Span<ulong> mask)
        {
            var next = 0;
            foreach (ref var word in mask)
            {
                if (word == 0)
                {
                    continue;
                }

                var count = BitOperations.PopCount(word);
                var shift = next & 63;
                var bits = passed[next >> 6] >> shift;
                if (shift + count > 64)
                {
                    bits |= passed[(next >> 6) + 1] << (64 - shift);
                }

                word = Bmi2.X64.IsSupported ? Bmi2.X64.ParallelBitDeposit(bits, word) : Deposit(bits, word);
                next += count;
            }
        }

        private static ulong Deposit(ulong bits, ulong mask)
        {
            ulong deposited = 0;
            for (; mask != 0; mask &= mask - 1, bits >>= 1)
            {
                deposited |= (bits & 1) << BitOperations.TrailingZeroCount(mask);
            }

            return deposited;
        }
    }
}
