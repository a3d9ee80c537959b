namespace Blittable.Collections;

/// <summary>A function of the values of other expressions.</summary>
internal sealed class FunctionExpression(ScalarFunction function, ScanExpression[] arguments) : ScanExpression
{
    internal override IEnumerable<BlittablePath> Paths => arguments.SelectMany(argument => argument.Paths);

    public override string ToString() => $"{function.Name}({string.Join(", ", (object[])arguments)})";

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(function, Array.ConvertAll(arguments, argument => argument.Bind(plan)));

    private sealed class Bound(ScalarFunction function, BoundExpression[] arguments) : BoundExpression
    {
        public override QueryValue At(GroupCursor cursor, int row)
        {
            var values = new QueryValue[arguments.Length];
            for (var i = 0; i < values.Length; i++)
            {
                values[i] = arguments[i].At(cursor, row);
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
