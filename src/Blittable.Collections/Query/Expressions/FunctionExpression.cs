using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>A function of the values of other expressions.</summary>
internal sealed class FunctionExpression(ScalarFunction function, ScanExpression[] arguments) : ScanExpression
{
    internal override IEnumerable<BlittablePath> Paths => arguments.SelectMany(argument => argument.Paths);

    public override string ToString() => $"{function.Name}({string.Join(", ", (object[])arguments)})";

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(function, Array.ConvertAll(arguments, argument => argument.Bind(plan)));

    internal sealed class Bound(ScalarFunction function, BoundExpression[] arguments) : BoundExpression
    {
        /// <summary>The place of the only argument that is a path, if all others are constants; otherwise -1.</summary>
        private readonly int _varying = arguments.Count(argument => argument.Constant is null) == 1 ? Array.FindIndex(arguments, argument => argument.Path is not null) : -1;

        /// <summary>The function of the varying argument, made once instead of for each row.</summary>
        private Func<QueryValue, QueryValue>? _compute;

        public override bool AreComputed => function.Numbers is not null;

        public override bool AreMantissas(GroupCursor cursor) => function.Numbers is not null && TryNumbers(cursor, new NumberVector());

        public override bool TryNumbers(GroupCursor cursor, NumberVector numbers) => function.Numbers?.Invoke(arguments, cursor, numbers) == true && numbers.AreMantissas;

        public override QueryValue At(GroupCursor cursor, int row)
        {
            if (_varying >= 0 && cursor.ResultsOfStrings(this, arguments[_varying].Path!) is { } results)
            {
                return results.At(row, _compute ??= Of);
            }

            var values = new QueryValue[arguments.Length];
            for (var i = 0; i < values.Length; i++)
            {
                values[i] = arguments[i].At(cursor, row);
            }

            return function.Apply(values);
        }

        private QueryValue Of(QueryValue varying) =>
            function.Apply([.. arguments.Select((argument, i) => i == _varying ? varying : argument.Constant!.Value)]);

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
