namespace Blittable.Collections;

/// <summary>One value for all rows.</summary>
internal sealed class ConstantExpression(QueryValue value) : ScanExpression
{
    internal override IEnumerable<BlittablePath> Paths => [];

    public override string ToString() => value.ToJson();

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(value);

    private sealed class Bound(QueryValue value) : BoundExpression
    {
        public override QueryValue At(GroupCursor cursor, int row) => value;

        public override QueryValue Of(BlittableValue root) => value;

        public override bool TryNumbers(GroupCursor cursor, NumberVector numbers)
        {
            if (value.Kind != QueryValueKind.Number)
            {
                return false;
            }

            var rows = cursor.Selection.Count;
            var scale = value.IsExact ? value.GetDecimal().Scale : 0;
            if (value.TryGetMantissa(scale, out var mantissa))
            {
                numbers.StartExact(rows, scale, (ulong)Int128.Abs(mantissa));
                numbers.Mantissas.Fill(mantissa);
            }
            else
            {
                numbers.StartDouble(rows);
                numbers.Doubles.Fill(value.GetDouble());
            }

            return true;
        }
    }
}
