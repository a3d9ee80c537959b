namespace Blittable.Collections;

/// <summary>The first of several values that is not null.</summary>
internal sealed class CoalesceExpression(ScanExpression[] values) : ScanExpression
{
    internal override IEnumerable<BlittablePath> Paths => values.SelectMany(value => value.Paths);

    public override string ToString() => $"coalesce({string.Join(", ", (object[])values)})";

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(Array.ConvertAll(values, value => value.Bind(plan)));

    private sealed class Bound(BoundExpression[] values) : BoundExpression
    {
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
