using System.Globalization;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Filters;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Language;

/// <summary>Creates filters and expressions from parsed query text.</summary>
/// <param name="text">The query text, which errors show.</param>
/// <param name="parameters">The values of its parameters.</param>
/// <param name="columns">Returns the expression of the result column that a node refers to, or null if it refers to none.</param>
internal sealed class QueryBinder(string text, (string Name, QueryValue Value)[] parameters, Func<QuerySyntax, ScanExpression?>? columns = null)
{
    /// <summary>An empty snapshot: a constant expression is bound to it and reads no document.</summary>
    private static readonly StripeSet s_nothing = new([], 0);

    private readonly ConstantReview _constants = new(text);

    /// <summary>Creates the filter for a condition.</summary>
    /// <exception cref="BlittableException">A function or parameter is unknown, or an operator does not apply to its operands.</exception>
    public Filter Filter(QuerySyntax syntax)
    {
        var filter = Bound(syntax);
        _constants.RequireVariable(syntax);
        return filter;
    }

    /// <summary>Creates the expression for a value with an optional name.</summary>
    public ScanExpression Expression((QuerySyntax Value, string? Name) named) =>
        named.Name is null ? Expression(named.Value) : Expression(named.Value).As(named.Name);

    /// <summary>Creates the expression for a value.</summary>
    /// <exception cref="BlittableException">A function or parameter is unknown, or an operator does not apply to its operands.</exception>
    public ScanExpression Expression(QuerySyntax syntax)
    {
        if (columns?.Invoke(syntax) is { } column)
        {
            return column;
        }

        switch (syntax.Kind)
        {
            case QuerySyntaxKind.Path:
                return ScanExpression.Path(syntax.Text);
            case QuerySyntaxKind.Arithmetic or QuerySyntaxKind.Negate:
                var operands = syntax.Operands.Select(operand => Required(operand, KindFlags.Number, syntax.Text.Length > 0 ? syntax.Text : "-")).ToArray();
                if (syntax.Text is "/" or "%")
                {
                    _constants.RequireDivisor(syntax.Operands[1], operands[1]);
                }

                return Folded(syntax, syntax.Text switch
                {
                    "+" => operands[0] + operands[1],
                    "-" => operands[0] - operands[1],
                    "*" => operands[0] * operands[1],
                    "/" => operands[0] / operands[1],
                    "%" => operands[0] % operands[1],
                    _ => -operands[0],
                });
            case QuerySyntaxKind.Cast:
                var target = Enum.Parse<QueryValueKind>(syntax.Text, ignoreCase: true);
                return Folded(syntax, Required(syntax.Operands[0], FunctionKinds.CastSources(target), $"cast as {syntax.Text}").Cast(target));
            case QuerySyntaxKind.Call:
                return Folded(syntax, Call(syntax));
            case QuerySyntaxKind.Case:
                var pairs = syntax.Operands.Chunk(2).ToLookup(pair => pair.Length == 2);
                return Folded(syntax, ScanExpression.Case(
                    [.. pairs[true].Select(pair => (Filter(pair[0]), Expression(pair[1])))], pairs[false].Select(pair => Expression(pair[0])).FirstOrDefault()));
            case QuerySyntaxKind.Column:
                throw At(syntax, $"'{syntax.Text}' is neither a path nor a value; write a path as $.{syntax.Text}, and a string as \"{syntax.Text}\".");
            default:
                return ScanExpression.Constant(Constant(syntax));
        }
    }

    public static FilterOperator OperatorOf(string symbol) => symbol switch
    {
        "=" => FilterOperator.Equal,
        "<>" => FilterOperator.NotEqual,
        "<" => FilterOperator.Less,
        "<=" => FilterOperator.LessOrEqual,
        ">" => FilterOperator.Greater,
        _ => FilterOperator.GreaterOrEqual,
    };

    /// <summary>Evaluates a literal, a parameter, or a computation on them.</summary>
    /// <exception cref="BlittableException">The value depends on a document.</exception>
    public QueryValue Constant(QuerySyntax syntax)
    {
        switch (syntax.Kind)
        {
            case QuerySyntaxKind.Literal:
                return syntax.Value;
            case QuerySyntaxKind.Parameter:
                var index = Array.FindIndex(parameters, parameter => parameter.Name == syntax.Text);
                return index >= 0
                    ? parameters[index].Value
                    : throw At(syntax, $"There is no parameter '{syntax.Text}'{Question(syntax.Text, parameters.Select(parameter => parameter.Name))}");
            default:
                return Expression(syntax) is ConstantExpression { Value: var value }
                    ? value
                    : throw At(syntax, "A constant is expected here, such as a literal.");
        }
    }

    private Filter Bound(QuerySyntax syntax) => syntax.Kind switch
    {
        QuerySyntaxKind.Or => Collections.Filter.Any([.. syntax.Operands.Select(Filter)]),
        QuerySyntaxKind.And => Collections.Filter.All([.. syntax.Operands.Select(Filter)]),
        QuerySyntaxKind.Not => Collections.Filter.Not(Filter(syntax.Operands[0])),
        QuerySyntaxKind.Exists => Collections.Filter.Exists(syntax.Operands[0].Text),
        QuerySyntaxKind.Contains => Collections.Filter.Contains(
            syntax.Operands[0].Text, syntax.Operands[1].Kind == QuerySyntaxKind.Json ? syntax.Operands[1].Text : Constant(syntax.Operands[1]).ToJson()),
        QuerySyntaxKind.In => Collections.Filter.In(Expression(syntax.Operands[0]), syntax.Operands.Skip(1).Select(Constant)),
        QuerySyntaxKind.Between => Between(syntax),
        QuerySyntaxKind.Match => Match(syntax),
        _ => Compare(syntax, OperatorOf(syntax.Text), syntax.Operands[0], syntax.Operands[1]),
    };

    private Filter Compare(QuerySyntax syntax, FilterOperator comparison, QuerySyntax left, QuerySyntax right)
    {
        var (first, second) = (Expression(left), Expression(right));
        return Checked(syntax, () => (first, second) switch
        {
            (_, ConstantExpression { Value: var value }) => Collections.Filter.Where(first, comparison, value),
            (ConstantExpression { Value: var value }, _) => Collections.Filter.Where(second, Mirrored(comparison), value),
            _ => Collections.Filter.Where(new ComparisonExpression(comparison, first, second), FilterOperator.Equal, true),
        });
    }

    private static FilterOperator Mirrored(FilterOperator comparison) => comparison switch
    {
        FilterOperator.Less => FilterOperator.Greater,
        FilterOperator.LessOrEqual => FilterOperator.GreaterOrEqual,
        FilterOperator.Greater => FilterOperator.Less,
        FilterOperator.GreaterOrEqual => FilterOperator.LessOrEqual,
        _ => comparison,
    };

    private Filter Between(QuerySyntax syntax)
    {
        var (value, least, most) = (syntax.Operands[0], syntax.Operands[1], syntax.Operands[2]);
        if (value.Kind != QuerySyntaxKind.Path || !BlittablePath.Parse(value.Text).HasWildcard)
        {
            return Collections.Filter.All(Compare(syntax, FilterOperator.GreaterOrEqual, value, least), Compare(syntax, FilterOperator.LessOrEqual, value, most));
        }

        // Of several values, one must be within both bounds.
        return (Expression(least), Expression(most)) is (ConstantExpression { Value: var low }, ConstantExpression { Value: var high })
            ? Checked(syntax, () => new ValueFilter(Expression(value), new RangePredicate(low, high)))
            : throw At(syntax, $"'{value.Text}' has several values, so the bounds must be constants.");
    }

    /// <summary>Creates the predicate for a pattern match.</summary>
    /// <exception cref="BlittableException">The pattern is not a string, or is invalid.</exception>
    public ValuePredicate Pattern(QuerySyntax syntax)
    {
        var pattern = Constant(syntax.Operands[1]);
        if (pattern.Kind != QueryValueKind.String)
        {
            throw At(syntax.Operands[1], $"'{syntax.Text}' requires a string, not {pattern.ToJson()}.");
        }

        var operand = pattern.GetString();
        return Checked(syntax.Operands[1], () => syntax.Text switch
        {
            "like" => LikePattern.Parse(operand, ignoreCase: false),
            "ilike" => LikePattern.Parse(operand, ignoreCase: true),
            "matches" => RegexPredicate.Parse(operand),
            "starts-with" => (ValuePredicate)new ComparePredicate(FilterOperator.StartsWith, pattern),
            "ends-with" => LikePattern.Parse($"%{LikePattern.Escape(operand)}", ignoreCase: false),
            _ => LikePattern.Parse($"%{LikePattern.Escape(operand)}%", ignoreCase: false),
        });
    }

    private Filter Match(QuerySyntax syntax)
    {
        // A starts-with comparison can be pruned by the bounds of chunks.
        var predicate = Pattern(syntax);
        var value = Expression(syntax.Operands[0]);
        return syntax.Text == "starts-with"
            ? Collections.Filter.Where(value, FilterOperator.StartsWith, Constant(syntax.Operands[1]))
            : new ValueFilter(value, predicate);
    }

    private ScanExpression Call(QuerySyntax syntax)
    {
        var arguments = syntax.Operands;
        switch (syntax.Text)
        {
            case "coalesce":
                RequireCount(syntax, 1, int.MaxValue);
                return ScanExpression.Coalesce([.. arguments.Select(Expression)]);
            case "date_trunc":
                RequireCount(syntax, 2, 2);
                return Enum.TryParse<DatePart>(Name(arguments[0]), ignoreCase: true, out var part) && Enum.IsDefined(part)
                    ? Required(arguments[1], KindFlags.Date, syntax.Text).Truncate(part)
                    : throw At(arguments[0], $"Expected one of {string.Join(", ", Enum.GetNames<DatePart>()).ToLowerInvariant()}, found {arguments[0]}.");
            case "time_bucket":
                RequireCount(syntax, 2, 3);
                return Bucket(arguments);
            default:
                if (!ScalarFunction.All.TryGetValue(syntax.Text, out var function))
                {
                    throw At(syntax, $"There is no function '{syntax.Text}'{Question(syntax.Text, ScalarFunction.All.Keys.Concat(["coalesce", "date_trunc", "time_bucket", "cast"]))}");
                }

                RequireCount(syntax, function.Least, function.Most);
                return new FunctionExpression(
                    function, [.. arguments.Select((argument, index) => Required(argument, FunctionKinds.Argument(function.Name, index), function.Name))]);
        }
    }

    private ScanExpression Bucket(QuerySyntax[] arguments)
    {
        if (!TimeSpan.TryParse(Name(arguments[0]), CultureInfo.InvariantCulture, out var width) || width <= TimeSpan.Zero)
        {
            throw At(arguments[0], $"Expected a width such as \"00:15:00\" or \"7.00:00:00\" (days.hours:minutes:seconds), found {arguments[0]}.");
        }

        DateTimeOffset? origin = null;
        if (arguments.Length > 2)
        {
            origin = ScalarComparison.TryReadDate(Constant(arguments[2]), out var date) && date.GetTimestamp().TryToDateTimeOffset(out var start)
                ? start
                : throw At(arguments[2], $"Expected an origin date, found {arguments[2]}.");
        }

        return Required(arguments[1], KindFlags.Date, "time_bucket").Bucket(width, origin);
    }

    /// <summary>Returns the name of a date part, which may be a word or a string.</summary>
    private string Name(QuerySyntax syntax) => syntax.Kind == QuerySyntaxKind.Column ? syntax.Text : Constant(syntax).ToString();

    private void RequireCount(QuerySyntax syntax, int least, int most)
    {
        if (syntax.Operands.Length < least || syntax.Operands.Length > most)
        {
            var expected = most == int.MaxValue ? $"at least {least}" : least == most ? $"{least}" : $"{least} to {most}";
            throw At(syntax, $"'{syntax.Text}' takes {expected} argument{(most == 1 ? "" : "s")}, not {syntax.Operands.Length}.");
        }
    }

    /// <summary>Creates the expression for an operand of an operator or a function that requires some kinds of values.</summary>
    /// <exception cref="BlittableException">The operand is a constant of another kind.</exception>
    private ScanExpression Required(QuerySyntax syntax, KindFlags wanted, string operation)
    {
        var operand = wanted == KindFlags.Date ? WithDates(Expression(syntax)) : Expression(syntax);
        _constants.RequireKind(syntax, operand, wanted, operation);
        return operand;
    }

    /// <summary>Replaces constant strings that are dates. A date in query text is a string, which compares with strings and with dates.</summary>
    private static ScanExpression WithDates(ScanExpression expression) => expression switch
    {
        ConstantExpression { Value: { Kind: QueryValueKind.String } value } when ScalarComparison.TryReadDate(value, out var date) => ScanExpression.Constant(date),
        CoalesceExpression coalesce => ScanExpression.Coalesce(Array.ConvertAll(coalesce.Values, WithDates)),
        CaseExpression choice => new CaseExpression([.. choice.Branches.Select(branch => (branch.When, WithDates(branch.Then)))], WithDates(choice.Otherwise)),
        _ => expression,
    };

    /// <summary>Evaluates constant expressions once, at binding.</summary>
    /// <exception cref="BlittableException">The result is null, but no operand is.</exception>
    private ScanExpression Folded(QuerySyntax syntax, ScanExpression expression)
    {
        if (expression.Paths.Any())
        {
            return expression;
        }

        var value = expression.Bind(new QueryPlan(s_nothing)).Of(default);
        return value.Kind != QueryValueKind.Null || HasNull(syntax) ? ScanExpression.Constant(value) : throw _constants.AlwaysNull(syntax);
    }

    private bool HasNull(QuerySyntax syntax) =>
        (syntax.Kind is QuerySyntaxKind.Literal or QuerySyntaxKind.Parameter && Constant(syntax).Kind == QueryValueKind.Null) || Array.Exists(syntax.Operands, HasNull);

    private T Checked<T>(QuerySyntax syntax, Func<T> create)
    {
        try
        {
            return create();
        }
        catch (NotSupportedException)
        {
            throw At(syntax, "Expressions are matched in linear time, so backreferences and lookarounds are not supported.");
        }
        catch (Exception fault) when (fault is BlittableException { Code: not BlittableErrorCode.InvalidQuery } or ArgumentException)
        {
            throw At(syntax, fault.Message);
        }
    }

    private static string Question(string name, IEnumerable<string> known) =>
        NameSuggestion.For(name, known) is { } meant
            ? $"; did you mean '{meant}'?"
            : known.Any() ? $"; the known names are {string.Join(", ", known.Order())}." : ".";

    private BlittableException At(QuerySyntax syntax, string message) => QueryFault.At(text, syntax.Position, message);
}
