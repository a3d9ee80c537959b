using System.Text.Json;
using Blittable.QueryFuzz.Model;

namespace Blittable.QueryFuzz.Oracle;

/// <summary>Answers a query from the JSON of the documents, one row at a time, without indexes, statistics or columns.</summary>
internal static class NaiveQuery
{
    /// <summary>Answers a query.</summary>
    /// <param name="query">The query.</param>
    /// <param name="documents">The documents in the order of the collection's rows.</param>
    public static Answer Run(QueryModel query, IEnumerable<JsonElement> documents)
    {
        if (query.Find is { } find)
        {
            return new(query.Labels, documents.Select(document => new Row(document)).Where(find.Passes).Select(row => (Value[])[row.Id]).ToList());
        }

        var rows = documents.Select(document => new Row(document)).Where(row => query.Filters.All(filter => filter.Passes(row)));
        if (query.Elements is { } elements)
        {
            rows = rows.SelectMany(row => row.Unnest(elements)).Where(row => query.RowFilters.All(filter => filter.Passes(row)));
        }

        var found = rows.ToList();
        var answer = query.Form switch
        {
            QueryForm.Count => [[Value.Of(found.Count)]],
            QueryForm.Aggregate => [Aggregate(query, found)],
            QueryForm.Select => found.Select(row => Array.ConvertAll(query.Columns, column => Select(column.Expression, row))).ToList(),
            _ => Group(query, found),
        };
        return new(query.Labels, Order(query, answer));
    }

    private static Value[] Aggregate(QueryModel query, List<Row> rows) => Array.ConvertAll(query.Aggregates, aggregate => aggregate.Evaluate(rows));

    private static Value Select(ExpressionModel expression, Row row) =>
        expression is not ExpressionModel.Path path ? expression.Evaluate(row) : row.ValueAt(path.Value) is { Kind: not Kind.Missing } value ? value : Value.Null;

    /// <summary>Returns the groups. The key of a group is the key of its first row.</summary>
    private static List<Value[]> Group(QueryModel query, List<Row> rows)
    {
        var groups = new Dictionary<string, (Value[] Keys, List<Row> Rows)>();
        foreach (var row in rows)
        {
            var keys = Array.ConvertAll(query.Columns, column => column.Expression.Evaluate(row));
            var text = string.Join('\u0001', keys.Select(key => key.ToKey()));
            if (!groups.TryGetValue(text, out var group))
            {
                groups[text] = group = (keys, []);
            }

            group.Rows.Add(row);
        }

        return groups.Values.Select(group => (Value[])[.. group.Keys, .. Aggregate(query, group.Rows)])
            .Where(row => query.Having.All(having => Comparison.Passes(row[Array.IndexOf(query.Labels, having.Column)], having.Operator, having.Literal.Value)))
            .ToList();
    }

    /// <summary>Sorts the rows. Groups have an order even without an OrderBy. Rows that are equal in all columns keep the order of the collection.</summary>
    private static List<Value[]> Order(QueryModel query, List<Value[]> rows)
    {
        var columns = query.Order.Select(order => (Column: Array.IndexOf(query.Labels, order.Column), order.IsDescending)).ToList();
        if (query.Form == QueryForm.Group || columns.Count > 0)
        {
            columns.AddRange(Enumerable.Range(0, query.Labels.Length).Select(column => (column, false)));
            var first = columns[0];
            var sorted = first.IsDescending ? rows.OrderByDescending(row => row[first.Column]) : rows.OrderBy(row => row[first.Column]);
            foreach (var (column, isDescending) in columns.Skip(1))
            {
                sorted = isDescending ? sorted.ThenByDescending(row => row[column]) : sorted.ThenBy(row => row[column]);
            }

            rows = [.. sorted];
        }

        return [.. rows.Skip((int)query.Offset).Take((int)(query.Limit ?? int.MaxValue))];
    }
}
