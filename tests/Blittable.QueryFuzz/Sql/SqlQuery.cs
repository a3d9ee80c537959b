using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Sql;

/// <summary>Writes a query in DuckDB SQL. Each cell is a text that starts with the letter of its kind. Having, order and limit are left out.</summary>
internal static class SqlQuery
{
    /// <exception cref="NotInSqlException">A part of the query has no SQL.</exception>
    public static string Write(QueryModel query, Func<PathModel, PathFacts> facts)
    {
        var elements = query.Elements;
        if (query.Find is not null || elements?.Wildcards > 1)
        {
            throw new NotInSqlException();
        }

        var documents = new SqlFilter(new SqlExpression(facts, null));
        var expressions = new SqlExpression(facts, elements);
        var rows = new SqlFilter(expressions);
        var keys = query.Columns.Select(column => Column(expressions, column.Expression)).ToList();
        var cells = query.Form == QueryForm.Count ? ["'n' || count(*)"] : keys.Concat(query.Aggregates.Select(aggregate => Aggregate(expressions, rows, aggregate)));
        var from = elements is null ? "t" : $"(SELECT doc, unnest(json_extract(doc, {SqlExpression.Quote(SqlExpression.JsonPath(elements.Steps.AsSpan(0, elements.Steps.Length - 1)) + "[*]")})) AS element FROM t{Where(query.Filters.Select(documents.Write))})";
        var filters = elements is null ? query.Filters.Select(documents.Write) : query.RowFilters.Select(rows.Write);
        var group = query.Form == QueryForm.Group ? $" GROUP BY {string.Join(", ", Enumerable.Range(1, keys.Count))}" : "";
        return $"SELECT {string.Join(", ", cells)} FROM {from}{Where(filters)}{group}";
    }

    /// <summary>Removes the filters, columns and aggregates that have no SQL, so that most queries can be compared.</summary>
    /// <exception cref="NotInSqlException">Nothing is left.</exception>
    public static QueryModel Writable(QueryModel query, Func<PathModel, PathFacts> facts)
    {
        var elements = query.Elements;
        var documents = new SqlFilter(new SqlExpression(facts, null));
        var expressions = new SqlExpression(facts, elements);
        var rows = new SqlFilter(expressions);
        var left = query with
        {
            // Rows remain the same elements, whatever is removed.
            Unnest = elements,
            Filters = Array.FindAll(query.Filters, filter => CanWrite(() => documents.Write(filter))),
            RowFilters = Array.FindAll(query.RowFilters, filter => CanWrite(() => rows.Write(filter))),
            Columns = Array.FindAll(query.Columns, column => CanWrite(() => Column(expressions, column.Expression))),
            Aggregates = Array.FindAll(query.Aggregates, aggregate => CanWrite(() => Aggregate(expressions, rows, aggregate))),
            Having = [],
            Order = [],
            Limit = null,
            Offset = 0,
        };
        return left.Form is QueryForm.Group or QueryForm.Select && left.Columns.Length == 0 ? throw new NotInSqlException()
            : left.Form == QueryForm.Aggregate && left.Aggregates.Length == 0 ? throw new NotInSqlException()
            : left;
    }

    private static bool CanWrite(Func<string> write)
    {
        try
        {
            write();
            return true;
        }
        catch (NotInSqlException)
        {
            return false;
        }
    }

    private static string Where(IEnumerable<string> filters)
    {
        var all = string.Join(" AND ", filters);
        return all.Length == 0 ? "" : $" WHERE {all}";
    }

    private static string Column(SqlExpression expressions, ExpressionModel expression) =>
        expression is ExpressionModel.Path path ? expressions.Key(path.Value) : Text(expressions.Number(expression).Sql);

    private static string Text(string number) => $"'n' || CAST({number} AS VARCHAR)";

    private static string Aggregate(SqlExpression expressions, SqlFilter filters, AggregateModel aggregate)
    {
        var filter = aggregate.Filter is { } own ? $" FILTER (WHERE {filters.Write(own)})" : "";
        if (aggregate.Inputs.Length == 0)
        {
            return Text($"count(*){filter}");
        }

        return aggregate.Function switch
        {
            AggregateKind.Count => Text($"count({Column(expressions, aggregate.Inputs[0])}){filter}"),
            AggregateKind.CountDistinct => Text($"count(DISTINCT {Column(expressions, aggregate.Inputs[0])}){filter}"),
            AggregateKind.Sum => Text($"sum({Input(expressions, aggregate).Sql}){filter}"),
            AggregateKind.Min or AggregateKind.Max => Extreme(expressions, aggregate, filter),
            _ => throw new NotInSqlException(),
        };
    }

    private static SqlNumber Input(SqlExpression expressions, AggregateModel aggregate) =>
        aggregate.Inputs.Select(expressions.Number).Aggregate(SqlExpression.Multiply);

    /// <summary>Returns the minimum or maximum of a path with values of one kind.</summary>
    private static string Extreme(SqlExpression expressions, AggregateModel aggregate, string filter)
    {
        var function = aggregate.Function == AggregateKind.Min ? "min" : "max";
        if (aggregate.Inputs is not [ExpressionModel.Path path])
        {
            return Text($"{function}({Input(expressions, aggregate).Sql}){filter}");
        }

        var kinds = expressions.Facts(path.Value).Kinds;
        Kind[] scalars = [.. kinds.Where(kind => kind is not (Kind.Null or Kind.Container))];
        return scalars switch
        {
            [Kind.Number] => Text($"{function}({Input(expressions, aggregate).Sql}){filter}"),
            [Kind.String] => $"'s' || {function}({expressions.StringAt(path.Value)}){filter}",
            [Kind.Boolean] => $"'b' || CAST({function}({expressions.BooleanAt(path.Value)}){filter} AS VARCHAR)",
            _ => throw new NotInSqlException(),
        };
    }
}
