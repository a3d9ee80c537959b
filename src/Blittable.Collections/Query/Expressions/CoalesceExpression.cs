using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Returns the first of several values that is not null.</summary>
internal sealed class CoalesceExpression(ScanExpression[] values) : ScanExpression
{
    public ScanExpression[] Values => values;

    internal override IEnumerable<BlittablePath> Paths => values.SelectMany(value => value.Paths);

    public override string ToString() => $"coalesce({string.Join(", ", (object[])values)})";

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(Array.ConvertAll(values, value => value.Bind(plan)));

    private sealed class Bound(BoundExpression[] values) : BoundExpression
    {
        public override PathPlan? OnlyPath { get; } = OnlyPathOf(values);

        public override QueryValue OfScalar(in QueryValue scalar)
        {
            foreach (var value in values)
            {
                if (value.OfScalar(scalar) is { Kind: not QueryValueKind.Null } found)
                {
                    return found;
                }
            }

            return QueryValue.Null;
        }

        public override QueryValue At(GroupCursor cursor, int row)
        {
            foreach (var value in values)
            {
                if (value.At(cursor, row) is { Kind: not QueryValueKind.Null } found)
                {
                    return found;
                }
            }

            return QueryValue.Null;
        }

        public override bool AreNumbers(GroupCursor cursor) => Array.TrueForAll(values, value => value.AreNumbers(cursor));

        public override bool ExpectsMantissas(GroupCursor cursor) => Array.TrueForAll(values, value => value.ExpectsMantissas(cursor));

        public override bool TryNumbers(GroupCursor cursor, NumberVector numbers)
        {
            // A value of another kind is not replaced.
            if (!Array.TrueForAll(values[..^1], value => value.AreNumbers(cursor)) || !values[0].TryNumbers(cursor, numbers))
            {
                return false;
            }

            var next = new NumberVector();
            foreach (var value in values.AsSpan(1))
            {
                if (!value.TryNumbers(cursor, next) || !numbers.TryCoalesce(next))
                {
                    return false;
                }
            }

            return !numbers.HasDoubles;
        }

        public override bool TryEstimate(GroupCursor cursor, EstimateVector estimates)
        {
            if (!values[0].TryEstimate(cursor, estimates))
            {
                return false;
            }

            var next = new EstimateVector();
            foreach (var value in values.AsSpan(1))
            {
                if (!value.TryEstimate(cursor, next))
                {
                    return false;
                }

                estimates.Coalesce(next);
            }

            return true;
        }

        public override QueryValue Of(BlittableValue root)
        {
            foreach (var value in values)
            {
                if (value.Of(root) is { Kind: not QueryValueKind.Null } found)
                {
                    return found;
                }
            }

            return QueryValue.Null;
        }
    }
}
