namespace Blittable.Collections;

/// <summary>Two numbers added, subtracted, multiplied or divided: exactly as long as decimals hold the result.</summary>
internal sealed class ArithmeticExpression(char operation, ScanExpression left, ScanExpression right) : ScanExpression
{
    internal override IEnumerable<BlittablePath> Paths => left.Paths.Concat(right.Paths);

    public override string ToString() => $"({left} {operation} {right})";

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(operation, left.Bind(plan), right.Bind(plan));

    private static QueryValue Compute(char operation, in QueryValue left, in QueryValue right)
    {
        if (left.Kind != QueryValueKind.Number || right.Kind != QueryValueKind.Number || (operation is '/' or '%' && right.GetDouble() == 0))
        {
            return QueryValue.Null;
        }

        if (left.IsExact && right.IsExact)
        {
            try
            {
                var (a, b) = (left.GetDecimal(), right.GetDecimal());
                return QueryValue.FromDecimal(operation switch { '+' => a + b, '-' => a - b, '*' => a * b, '/' => a / b, _ => a % b });
            }
            catch (OverflowException)
            {
                // Beyond 28 digits numbers are doubles.
            }
        }

        var (x, y) = (left.GetDouble(), right.GetDouble());
        return QueryValue.FromDouble(operation switch { '+' => x + y, '-' => x - y, '*' => x * y, '/' => x / y, _ => x % y });
    }

    private sealed class Bound(char operation, BoundExpression left, BoundExpression right) : BoundExpression
    {
        public override QueryValue At(GroupCursor cursor, int row) => Compute(operation, left.At(cursor, row), right.At(cursor, row));

        public override QueryValue Of(BlittableValue root) => Compute(operation, left.Of(root), right.Of(root));

        public override bool TryNumbers(GroupCursor cursor, NumberVector numbers)
        {
            var second = new NumberVector();
            if (operation is not ('+' or '-' or '*') || !left.TryNumbers(cursor, numbers) || !right.TryNumbers(cursor, second))
            {
                return false;
            }

            if (operation == '*')
            {
                numbers.Multiply(second);
            }
            else
            {
                numbers.Add(second, operation == '-');
            }

            return true;
        }
    }
}
