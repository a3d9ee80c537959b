using System.Globalization;
using System.Text;
using Blittable.Collections;
using Blittable.QueryFuzz.Generation;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>Writes filters and expressions in the query language, and has the library parse them.</summary>
internal sealed class QueryText
{
    private readonly StringBuilder _text = new();
    private readonly List<(string Name, QueryValue Value)> _parameters = [];

    private QueryText()
    {
    }

    /// <summary>Returns the filter that the library parses from the text; null if the language cannot express it.</summary>
    public static Filter? Parse(FilterModel filter)
    {
        var text = new QueryText();
        return text.TryWrite(filter) ? Filter.Parse(text._text.ToString(), [.. text._parameters]) : null;
    }

    /// <summary>Returns the expression that the library parses from the text; null if the language cannot express it.</summary>
    public static ScanExpression? Parse(ExpressionModel expression)
    {
        var text = new QueryText();
        return text.TryWrite(expression) ? ScanExpression.Parse(text._text.ToString(), [.. text._parameters]) : null;
    }

    private static string Quoted(string text) => text.Contains('\'', StringComparison.Ordinal) || text.Length % 2 == 0
        ? StringTexts.ToJson(text)
        : $"'{text}'";

    private static string Sign(FilterOperator comparison) => comparison switch
    {
        FilterOperator.Equal => "=",
        FilterOperator.NotEqual => "<>",
        FilterOperator.Less => "<",
        FilterOperator.LessOrEqual => "<=",
        FilterOperator.Greater => ">",
        FilterOperator.GreaterOrEqual => ">=",
        _ => "starts-with",
    };

    private bool TryWrite(FilterModel filter) => filter switch
    {
        FilterModel.Compare compare => Write($"{compare.Path.Text} {Sign(compare.Operator)} ") && Write(compare.Literal),
        FilterModel.Between between => Write($"{between.Path.Text} between ") && Write(between.Least) && Write(" and ") && Write(between.Most),
        FilterModel.State state => Write($"{state.Path.Text} is {(state.IsNegated ? "not " : "")}{(state.IsMissing ? "missing" : "null")}"),
        FilterModel.CompareValues values => TryWrite(values.Left) && Write($" {Sign(values.Operator)} ") && TryWrite(values.Right),
        // The language refuses conditions without a path.
        { Paths: var paths } when !paths.Any() => false,
        FilterModel.CompareExpression compare => TryWrite(compare.Expression) && Write($" {Sign(compare.Operator)} ") && Write(compare.Literal),
        FilterModel.In { Literals: [_, ..] literals } list =>
            TryWrite(list.Expression) && Write(" in (") && TryWriteList(literals, Write) && Write(")"),
        FilterModel.Exists exists => Write($"{exists.Path.Text} exists"),
        FilterModel.Contains contains => Write($"{contains.Path.Text} contains {contains.Json}"),
        FilterModel.Compound { Filters: [_, ..] filters } compound =>
            Write("(") && TryWriteList(filters, TryWrite, compound.IsAll ? " and " : " or ") && Write(")"),
        FilterModel.Not not => Write("not (") && TryWrite(not.Operand) && Write(")"),
        FilterModel.Like like => TryWrite(like.Expression) && Write($" {(like.IgnoreCase ? "ilike" : "like")} {Quoted(like.Pattern)}"),
        FilterModel.Text text => TryWrite(text.Expression) && Write($" {(text.IsEnd ? "ends-with" : "has-text")} {Quoted(text.Part)}"),
        FilterModel.Matches matches => TryWrite(matches.Expression) && Write($" matches {Quoted(matches.Pattern)}"),
        _ => false,
    };

    private bool TryWrite(ExpressionModel expression) => expression switch
    {
        ExpressionModel.Path path => Write(path.Value.Text),
        ExpressionModel.Constant constant => Write(constant.Value),
        // The language refuses computations on constants that result in null, and a constant divisor of 0.
        { Paths: var paths } when !paths.Any() => false,
        ExpressionModel.Arithmetic { Operation: '/' or '%', Right: ExpressionModel.Constant { Value.Value.Number.IsZero: true } } => false,
        ExpressionModel.Arithmetic arithmetic =>
            Write("(") && TryWrite(arithmetic.Left) && Write($" {arithmetic.Operation} ") && TryWrite(arithmetic.Right) && Write(")"),
        ExpressionModel.Coalesce coalesce => Write("coalesce(") && TryWriteList(coalesce.Values, TryWrite) && Write(")"),
        ExpressionModel.Cast cast => Write("cast(") && TryWrite(cast.Source) && Write($" as {cast.To.ToString().ToLowerInvariant()})"),
        ExpressionModel.Truncate truncate => Write($"date_trunc({truncate.Part.ToString().ToLowerInvariant()}, ") && TryWrite(truncate.Source) && Write(")"),
        ExpressionModel.Bucket bucket => Write($"time_bucket(\"{bucket.Width:c}\", ") && TryWrite(bucket.Source)
            && Write(bucket.Origin is { } origin ? $", \"{origin:yyyy-MM-ddTHH:mm:sszzz}\")" : ")"),
        ExpressionModel.Case choice => Write("case") && TryWriteList(choice.Branches, TryWriteBranch, " ")
            && (choice.Otherwise is null || (Write(" else ") && TryWrite(choice.Otherwise))) && Write(" end"),
        CallModel call => Write($"{call.Function}(") && TryWrite(call.Source)
            && Write(call.Digits is { } digits ? string.Create(CultureInfo.InvariantCulture, $", {digits})") : ")"),
        TextCallModel call => Write($"{call.Function}(") && TryWriteList(call.Arguments, TryWrite) && Write(")"),
        _ => false,
    };

    private bool TryWriteBranch((FilterModel When, ExpressionModel Then) branch) =>
        Write(" when ") && TryWrite(branch.When) && Write(" then ") && TryWrite(branch.Then);

    private bool TryWriteList<T>(T[] items, Func<T, bool> tryWrite, string separator = ", ")
    {
        for (var i = 0; i < items.Length; i++)
        {
            if ((i > 0 && !Write(separator)) || !tryWrite(items[i]))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Writes a literal, or a parameter if the language has no literal for the value.</summary>
    private bool Write(Literal literal)
    {
        switch (literal.Query.Kind)
        {
            case QueryValueKind.Null:
                return Write("null");
            case QueryValueKind.Boolean:
                return Write(literal.Value.Number.IsZero ? "false" : "true");
            case QueryValueKind.Number when literal.Value.Text is { } text:
                return Write(text);
            case QueryValueKind.String when literal.Value.Text is { } text:
                return Write(Quoted(text));
            default:
                _parameters.Add(($"p{_parameters.Count}", literal.Query));
                return Write($"@{_parameters[^1].Name}");
        }
    }

    private bool Write(string text)
    {
        _text.Append(text);
        return true;
    }
}
