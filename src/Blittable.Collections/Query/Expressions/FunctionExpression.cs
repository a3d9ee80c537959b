using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Calls a function with the values of other expressions.</summary>
internal sealed class FunctionExpression(ScalarFunction function, ScanExpression[] arguments) : ScanExpression
{
    public ScalarFunction Function => function;

    public ScanExpression[] Arguments => arguments;

    internal override IEnumerable<BlittablePath> Paths => arguments.SelectMany(argument => argument.Paths);

    public override string ToString() => $"{function.Name}({string.Join(", ", (object[])arguments)})";

    internal override bool IsSame(ScanExpression other) =>
        other is FunctionExpression same && same.Function == function && same.Arguments.Length == arguments.Length
        && Enumerable.Range(0, arguments.Length).All(i => arguments[i].IsSame(same.Arguments[i]));

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(function, Array.ConvertAll(arguments, argument => argument.Bind(plan)));

    internal sealed class Bound(ScalarFunction function, BoundExpression[] arguments) : BoundExpression
    {
        public override PathPlan? OnlyPath { get; } = OnlyPathOf(arguments);

        public override bool AreComputed => function.Numbers is not null;

        public override bool ExpectsMantissas(GroupCursor cursor) => function.Numbers is not null && (!function.IsAbsolute || arguments[0].ExpectsMantissas(cursor));

        public override bool TryNumbers(GroupCursor cursor, NumberVector numbers) => function.Numbers?.Invoke(arguments, cursor, numbers) == true && (numbers.AreMantissas || numbers.AreDecimals);

        public override bool TryEstimate(GroupCursor cursor, EstimateVector estimates)
        {
            if (function.IsAbsolute && arguments[0].TryEstimate(cursor, estimates))
            {
                estimates.Abs();
                return true;
            }

            var numbers = cursor.RentNumbers();
            var areEstimated = TryNumbers(cursor, numbers) && estimates.TryLoad(numbers, areAll: true);
            cursor.Return(numbers);
            return areEstimated;
        }

        public override bool AreStrings => function.Strings is not null;

        public override bool TryStrings(GroupCursor cursor, StringBatch strings) => function.Strings?.Invoke(arguments, cursor, strings) == true;

        public override QueryValue At(GroupCursor cursor, int row)
        {
            if (cursor.ResultsOfStrings(this) is { } results)
            {
                return results[row];
            }

            var values = new QueryValue[arguments.Length];
            for (var i = 0; i < values.Length; i++)
            {
                values[i] = arguments[i].At(cursor, row);
            }

            return function.Apply(values);
        }

        public override QueryValue OfScalar(in QueryValue scalar)
        {
            var values = new QueryValue[arguments.Length];
            for (var i = 0; i < values.Length; i++)
            {
                values[i] = arguments[i].OfScalar(scalar);
            }

            return function.Apply(values);
        }

        public override QueryValue Of(BlittableValue root)
        {
            var values = new QueryValue[arguments.Length];
            for (var i = 0; i < values.Length; i++)
            {
                values[i] = arguments[i].Of(root);
            }

            return function.Apply(values);
        }
    }
}
