using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Adds, subtracts, multiplies or divides two numbers exactly, rounded to 38 digits.</summary>
internal sealed class ArithmeticExpression(char operation, ScanExpression left, ScanExpression right) : ScanExpression
{
    public char Operation => operation;

    public ScanExpression Left => left;

    public ScanExpression Right => right;

    internal override IEnumerable<BlittablePath> Paths => left.Paths.Concat(right.Paths);

    public override string ToString() => $"({left} {operation} {right})";

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(operation, left.Bind(plan), right.Bind(plan));

    internal override bool IsSame(ScanExpression other) =>
        other is ArithmeticExpression same && same.Operation == operation && left.IsSame(same.Left) && right.IsSame(same.Right);

    /// <summary>Computes the result for two numbers, or null if either is not a number.</summary>
    public static QueryValue Compute(char operation, in QueryValue left, in QueryValue right)
    {
        if (left.Kind != QueryValueKind.Number || right.Kind != QueryValueKind.Number)
        {
            return QueryValue.Null;
        }

        var (a, b) = (left.Number, right.Number);
        if (!a.IsFinite || !b.IsFinite || (operation is '/' or '%' && b.IsZero))
        {
            return QueryValue.Null;
        }

        return QueryValue.FromNumber(operation switch
        {
            '+' => ExactNumber.Add(a, b),
            '-' => ExactNumber.Add(a, ExactNumber.Negate(b)),
            '*' => ExactNumber.Multiply(a, b),
            '/' => ExactNumber.Divide(a, b),
            _ => ExactNumber.Remainder(a, b),
        });
    }

    private sealed class Bound(char operation, BoundExpression left, BoundExpression right) : BoundExpression
    {
        public override QueryValue At(GroupCursor cursor, int row) => Compute(operation, left.At(cursor, row), right.At(cursor, row));

        public override QueryValue Of(BlittableValue root) => Compute(operation, left.Of(root), right.Of(root));

        public override bool AreComputed => true;

        public override bool ExpectsMantissas(GroupCursor cursor) => operation != '/' && left.ExpectsMantissas(cursor) && right.ExpectsMantissas(cursor);

        public override bool TryDivision(GroupCursor cursor, NumberVector dividend, NumberVector divisor) =>
            operation == '/' && left.TryNumbers(cursor, dividend) && right.TryNumbers(cursor, divisor);

        public override bool TryEstimate(GroupCursor cursor, EstimateVector estimates)
        {
            var second = cursor.RentEstimates();
            var areEstimated = operation != '%' && left.TryEstimate(cursor, estimates) && right.TryEstimate(cursor, second);
            if (areEstimated)
            {
                Combine(estimates, second);
            }

            cursor.Return(second);
            return areEstimated;
        }

        private void Combine(EstimateVector estimates, EstimateVector second)
        {
            switch (operation)
            {
                case '*':
                    estimates.Multiply(second);
                    break;
                case '/':
                    estimates.Divide(second);
                    break;
                default:
                    estimates.Add(second, operation == '-');
                    break;
            }
        }

        public override bool TryNumbers(GroupCursor cursor, NumberVector numbers)
        {
            var second = cursor.RentNumbers();
            var areNumbers = left.TryNumbers(cursor, numbers) && right.TryNumbers(cursor, second) && TryCombine(numbers, second);
            cursor.Return(second);
            return areNumbers;
        }

        private bool TryCombine(NumberVector numbers, NumberVector second)
        {
            if (operation == '%')
            {
                return numbers.TryRemainder(second);
            }

            if (operation == '/')
            {
                numbers.Divide(second);
            }
            else if (operation == '*')
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
