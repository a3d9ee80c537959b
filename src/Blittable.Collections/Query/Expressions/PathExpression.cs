using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Returns the scalar at a path.</summary>
internal sealed class PathExpression(BlittablePath path) : ScanExpression
{
    internal override IEnumerable<BlittablePath> Paths => [path];

    internal override BlittablePath? ValuePath => path;

    public override string ToString() => path.ToString();

    internal override bool IsSame(ScanExpression other) => other is PathExpression && path.Equals(other.ValuePath);

    internal override BoundExpression Bind(QueryPlan plan)
    {
        var bound = plan.Add(path);
        bound.ExpectFound();
        return new Bound(bound);
    }

    private sealed class Bound(PathPlan path) : BoundExpression
    {
        public override PathPlan Path => path;

        public override PathPlan OnlyPath => path;

        public override QueryValue OfScalar(in QueryValue scalar) => scalar.Scalar;

        public override QueryValue At(GroupCursor cursor, int row) => cursor.Values(path)[row];

        public override QueryValue Of(BlittableValue root) =>
            path.Path.TryEvaluate(root, out var value) ? QueryValue.FromScalar(value) : QueryValue.Null;

        public override bool MayBeStrings => path.HasStrings;

        public override bool AreNumbers(GroupCursor cursor) => cursor.Values(path).HasOnlyNumbers;

        public override bool ExpectsMantissas(GroupCursor cursor) => cursor.Values(path) is { HasOnlyNumbers: true } values && values.Numbers().AreMantissas;

        public override bool TryEstimate(GroupCursor cursor, EstimateVector estimates)
        {
            var values = cursor.Values(path);
            return estimates.TryLoad(values.Numbers(), values.HasOnlyNumbers);
        }

        public override bool TryNumbers(GroupCursor cursor, NumberVector numbers)
        {
            numbers.CopyFrom(cursor.Values(path).Numbers());
            return true;
        }
    }
}
