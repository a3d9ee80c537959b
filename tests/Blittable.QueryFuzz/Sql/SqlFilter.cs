using Blittable.Collections;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Sql;

/// <summary>Writes filters in SQL. No filter is ever NULL: a missing value either passes or does not.</summary>
internal sealed class SqlFilter(SqlExpression expressions)
{
    public string Write(FilterModel filter) => filter switch
    {
        FilterModel.Compare compare => Compare(compare.Path, compare.Operator, compare.Literal.Value),
        FilterModel.CompareExpression { Expression: ExpressionModel.Path path } compare => Compare(path.Value, compare.Operator, compare.Literal.Value),
        FilterModel.CompareExpression compare => CompareNumber(compare),
        FilterModel.In { Expression: ExpressionModel.Path path } list => In(path.Value, list.Literals.Select(literal => literal.Value)),
        FilterModel.InScan { Expression: ExpressionModel.Path path } list => In(path.Value, list.Other.Values),
        FilterModel.Exists exists => $"({expressions.TypeOf(exists.Path)} IS NOT NULL)",
        FilterModel.Like { IgnoreCase: false, Expression: ExpressionModel.Path path } like => $"coalesce({expressions.StringAt(Texts(path.Value))} LIKE {SqlExpression.Quote(Pattern(like.Pattern))} ESCAPE '\\', false)",
        FilterModel.Text { Expression: ExpressionModel.Path path } text =>
            $"coalesce({(text.IsEnd ? "suffix" : "contains")}({expressions.StringAt(Texts(path.Value))}, {SqlExpression.Quote(text.Part)}), false)",
        FilterModel.Not not => $"(NOT {Write(not.Operand)})",
        FilterModel.Compound { Filters.Length: > 0 } all => $"({string.Join(all.IsAll ? " AND " : " OR ", all.Filters.Select(Write))})",
        _ => throw new NotInSqlException(),
    };

    /// <summary>A backslash that escapes nothing is a literal backslash here.</summary>
    private static string Pattern(string pattern)
    {
        var text = new System.Text.StringBuilder();
        for (var i = 0; i < pattern.Length; i++)
        {
            var isEscape = pattern[i] == '\\' && i + 1 < pattern.Length && pattern[i + 1] is '%' or '_' or '\\';
            text.Append(pattern[i] == '\\' ? "\\" : "").Append(pattern[isEscape ? ++i : i]);
        }

        return text.ToString();
    }

    private static string Operator(FilterOperator comparison) => comparison switch
    {
        FilterOperator.Equal or FilterOperator.NotEqual => "=",
        FilterOperator.Less => "<",
        FilterOperator.LessOrEqual => "<=",
        FilterOperator.Greater => ">",
        FilterOperator.GreaterOrEqual => ">=",
        _ => throw new NotInSqlException(),
    };

    private string In(PathModel path, IEnumerable<Value> values)
    {
        var parts = values.Where(value => value.Kind != Kind.Null).Select(value => Compare(path, FilterOperator.Equal, value)).ToList();
        return parts.Count == 0 ? "false" : $"({string.Join(" OR ", parts)})";
    }

    private string Compare(PathModel path, FilterOperator comparison, Value literal)
    {
        expressions.RefuseDates(path);
        var type = expressions.TypeOf(path);
        if (literal.Kind == Kind.Null)
        {
            return comparison switch
            {
                FilterOperator.Equal or FilterOperator.LessOrEqual or FilterOperator.GreaterOrEqual => $"coalesce({type} = 'NULL', false)",
                FilterOperator.NotEqual => $"coalesce({type} <> 'NULL', false)",
                _ => "false",
            };
        }

        if (comparison == FilterOperator.StartsWith)
        {
            return $"coalesce(starts_with({expressions.StringAt(path)}, {SqlExpression.Quote(literal.Text!)}), false)";
        }

        var (value, operand) = literal.Kind switch
        {
            Kind.Number => (expressions.Number(new ExpressionModel.Path(path)).Sql, SqlExpression.Constant(literal.Text!).Sql),
            Kind.String => (expressions.StringAt(path), SqlExpression.Quote(literal.Text!)),
            Kind.Boolean => (expressions.BooleanAt(path), literal.Number.IsZero ? "false" : "true"),
            _ => throw new NotInSqlException(),
        };
        var passes = $"coalesce({value} {Operator(comparison)} {operand}, false)";
        return comparison == FilterOperator.NotEqual ? $"(coalesce({type} <> 'NULL', false) AND NOT {passes})" : passes;
    }

    /// <summary>The result of an expression is null or a number.</summary>
    private string CompareNumber(FilterModel.CompareExpression filter)
    {
        var number = expressions.Number(filter.Expression).Sql;
        var literal = filter.Literal.Value;
        return (literal.Kind, filter.Operator) switch
        {
            (Kind.Null, FilterOperator.Equal or FilterOperator.LessOrEqual or FilterOperator.GreaterOrEqual) => $"({number} IS NULL)",
            (Kind.Null, FilterOperator.NotEqual) or (not Kind.Number, FilterOperator.NotEqual) => $"({number} IS NOT NULL)",
            (Kind.Null, _) => "false",
            (Kind.Number, FilterOperator.NotEqual) => $"coalesce({number} <> {SqlExpression.Constant(literal.Text!).Sql}, false)",
            (Kind.Number, _) => $"coalesce({number} {Operator(filter.Operator)} {SqlExpression.Constant(literal.Text!).Sql}, false)",
            _ => "false",
        };
    }

    private PathModel Texts(PathModel path)
    {
        expressions.RefuseDates(path);
        return path;
    }
}
