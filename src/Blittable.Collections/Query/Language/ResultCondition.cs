using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Filters;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Language;

/// <summary>Tests a result row, like <c>HAVING</c> in SQL. Immutable; shared by workers.</summary>
internal sealed class ResultCondition
{
    private readonly Func<Func<int, QueryValue>, bool> _test;

    private ResultCondition(Func<Func<int, QueryValue>, bool> test) => _test = test;

    /// <summary>Creates a condition on one column.</summary>
    /// <exception cref="BlittableException">The column does not exist.</exception>
    public static ResultCondition Of(IReadOnlyList<string> columns, string column, ValuePredicate predicate)
    {
        var index = ColumnNames.IndexOf(columns, column);
        return new(row => predicate.Passes(row(index)));
    }

    /// <summary>Binds a condition to the columns of a result.</summary>
    /// <param name="syntax">The condition.</param>
    /// <param name="columns">The column names.</param>
    /// <param name="text">The text of the condition.</param>
    /// <param name="binder">The binder that evaluates constants.</param>
    /// <exception cref="BlittableException">A column does not exist, or the condition requires documents.</exception>
    public static ResultCondition Parse(QuerySyntax syntax, IReadOnlyList<string> columns, string text, QueryBinder binder) =>
        new(new Reader(columns, text, binder).Condition(syntax));

    /// <summary>Determines whether a row satisfies the condition.</summary>
    /// <param name="row">Returns the value of a column.</param>
    public bool Passes(Func<int, QueryValue> row) => _test(row);

    /// <summary>Finds the column that a column name, a path or a call refers to.</summary>
    /// <returns>The index of the column, or -1 if there is none.</returns>
    /// <exception cref="BlittableException">An operand of a call is invalid.</exception>
    public static int IndexOf(QuerySyntax syntax, IReadOnlyList<string> columns, QueryBinder binder)
    {
        if (syntax.Kind is not (QuerySyntaxKind.Column or QuerySyntaxKind.Path or QuerySyntaxKind.Call))
        {
            return -1;
        }

        var names = NamesOf(syntax, binder);
        for (var i = 0; i < columns.Count; i++)
        {
            if (Array.IndexOf(names, columns[i]) >= 0
                || (syntax.Kind == QuerySyntaxKind.Path && BlittablePath.TryParse(columns[i], out var path) && path.Equals(BlittablePath.Parse(syntax.Text))))
            {
                return i;
            }
        }

        return -1;
    }

    /// <summary>Returns the names of columns that a node refers to. An aggregate has no parentheses around its only expression, and a product of several paths
    /// is named after its factors.</summary>
    private static string[] NamesOf(QuerySyntax syntax, QueryBinder binder)
    {
        // count() and count(*) refer to the column 'count'. Other calls are identified by the text of their expressions, regardless of spaces.
        if (syntax.Kind != QuerySyntaxKind.Call || syntax.Operands is [] or [{ Kind: QuerySyntaxKind.Column, Text: "*" }])
        {
            return [syntax.Text];
        }

        string[] operands = [.. syntax.Operands.Select(operand => binder.Expression(operand).ToString())];
        var name = $"{syntax.Text}({string.Join(", ", operands)})";
        return syntax.Operands is [{ Kind: QuerySyntaxKind.Arithmetic } only] && operands[0] is ['(', .. var inner, ')']
            ? [name, $"{syntax.Text}({inner})", $"{syntax.Text}({FactorsOf(only, binder)})"]
            : [name];
    }

    private static string FactorsOf(QuerySyntax operand, QueryBinder binder) => operand is { Kind: QuerySyntaxKind.Arithmetic, Text: "*" }
        ? $"{FactorsOf(operand.Operands[0], binder)} * {FactorsOf(operand.Operands[1], binder)}"
        : binder.Expression(operand).ToString();

    private sealed class Reader(IReadOnlyList<string> columns, string text, QueryBinder binder)
    {
        private readonly ConstantReview _constants = new(text);

        public Func<Func<int, QueryValue>, bool> Condition(QuerySyntax syntax)
        {
            var condition = Bound(syntax);
            _constants.RequireVariable(syntax);
            return condition;
        }

        private Func<Func<int, QueryValue>, bool> Bound(QuerySyntax syntax)
        {
            switch (syntax.Kind)
            {
                case QuerySyntaxKind.And:
                    var all = syntax.Operands.Select(Condition).ToArray();
                    return row => Array.TrueForAll(all, part => part(row));
                case QuerySyntaxKind.Or:
                    var any = syntax.Operands.Select(Condition).ToArray();
                    return row => Array.Exists(any, part => part(row));
                case QuerySyntaxKind.Not:
                    var negated = Condition(syntax.Operands[0]);
                    return row => !negated(row);
                case QuerySyntaxKind.In:
                    return Tested(syntax.Operands[0], new SetPredicate(syntax.Operands.Skip(1).Select(binder.Constant)));
                case QuerySyntaxKind.Match:
                    return Tested(syntax.Operands[0], binder.Pattern(syntax));
                case QuerySyntaxKind.Between:
                    var (value, least, most) = (Value(syntax.Operands[0]), Value(syntax.Operands[1]), Value(syntax.Operands[2]));
                    return row => Passes(FilterOperator.GreaterOrEqual, value(row), least(row)) && Passes(FilterOperator.LessOrEqual, value(row), most(row));
                case QuerySyntaxKind.Comparison:
                    var comparison = QueryBinder.OperatorOf(syntax.Text);
                    var (left, right) = (Value(syntax.Operands[0]), Value(syntax.Operands[1]));
                    return row => Passes(comparison, left(row), right(row));
                default:
                    throw QueryFault.At(text, syntax.Position, "'contains' and 'exists' test documents, but the columns of groups contain only scalars.");
            }
        }

        private static bool Passes(FilterOperator comparison, QueryValue left, QueryValue right)
        {
            // Any column may be null. Null equals only null.
            if (left.Kind == QueryValueKind.Null || right.Kind == QueryValueKind.Null)
            {
                return comparison switch
                {
                    FilterOperator.NotEqual => left.Kind != QueryValueKind.Null && right.Kind == QueryValueKind.Null,
                    FilterOperator.Less or FilterOperator.Greater => false,
                    _ => left.Kind == right.Kind,
                };
            }

            return ComparisonExpression.Compare(comparison, left, right) is { Kind: QueryValueKind.Boolean } result && result.GetBoolean();
        }

        private Func<Func<int, QueryValue>, bool> Tested(QuerySyntax operand, ValuePredicate predicate)
        {
            var value = Value(operand);
            return row => predicate.Passes(value(row));
        }

        private Func<Func<int, QueryValue>, QueryValue> Value(QuerySyntax syntax)
        {
            // A column may be named after a path or an aggregate: sum($.price * $.quantity).
            if (IndexOf(syntax, columns, binder) is >= 0 and var index)
            {
                return row => row(index);
            }

            switch (syntax.Kind)
            {
                case QuerySyntaxKind.Arithmetic:
                    var (left, right, operation) = (Number(syntax.Operands[0], syntax.Text), Number(syntax.Operands[1], syntax.Text), syntax.Text[0]);
                    return row => ArithmeticExpression.Compute(operation, left(row), right(row));
                case QuerySyntaxKind.Negate:
                    var number = Number(syntax.Operands[0], "-");
                    return row => ArithmeticExpression.Compute('-', 0, number(row));
                case QuerySyntaxKind.Case:
                    return Case(syntax.Operands);
                case QuerySyntaxKind.Literal or QuerySyntaxKind.Parameter:
                    var constant = binder.Constant(syntax);
                    return _ => constant;
                default:
                    throw QueryFault.At(
                        text, syntax.Position, $"There is no column '{syntax.Text}'; the columns are {string.Join(", ", columns.Select(column => $"`{column}`"))}.");
            }
        }

        private Func<Func<int, QueryValue>, QueryValue> Number(QuerySyntax syntax, string operation)
        {
            if (syntax.Kind is QuerySyntaxKind.Literal or QuerySyntaxKind.Parameter)
            {
                _constants.RequireKind(syntax, ScanExpression.Constant(binder.Constant(syntax)), KindFlags.Number, operation);
            }

            return Value(syntax);
        }

        private Func<Func<int, QueryValue>, QueryValue> Case(QuerySyntax[] operands)
        {
            var conditions = operands.Chunk(2).Where(pair => pair.Length == 2).Select(pair => Condition(pair[0])).ToArray();
            var values = operands.Chunk(2).Select(pair => Value(pair[^1])).ToArray();
            return row => Array.FindIndex(conditions, condition => condition(row)) is >= 0 and var choice ? values[choice](row)
                : values.Length > conditions.Length ? values[^1](row)
                : QueryValue.Null;
        }

    }
}
