using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Sql;

/// <summary>Writes paths and expressions in DuckDB SQL over a table with a column <c>doc</c>, and after <c>UNNEST</c> a column <c>element</c>.</summary>
/// <param name="facts">Returns the statistics of a path.</param>
/// <param name="elements">The elements that are rows, or null if rows are documents.</param>
internal sealed class SqlExpression(Func<PathModel, PathFacts> facts, PathModel? elements)
{
    /// <summary>The maximum number of digits of a decimal.</summary>
    private const int MostDigits = 38;

    private const string NumberTypes = "('BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT', 'DOUBLE')";

    /// <summary>Returns the type of the JSON at a path, or NULL if there is none.</summary>
    public string TypeOf(PathModel path) => $"json_type({Place(path)})";

    /// <summary>Returns the string at a path, or NULL if the value is not a string.</summary>
    public string StringAt(PathModel path) => $"(CASE WHEN {TypeOf(path)} = 'VARCHAR' THEN json_extract_string({Place(path)}) END)";

    public string BooleanAt(PathModel path) => $"(CASE WHEN {TypeOf(path)} = 'BOOLEAN' THEN CAST(json_extract_string({Place(path)}) AS BOOLEAN) END)";

    /// <summary>Returns a text that distinguishes scalars of all kinds, or NULL for other values.</summary>
    public string Key(PathModel path)
    {
        RefuseDates(path);
        var number = Facts(path).Kinds.Contains(Kind.Number) ? $" WHEN {TypeOf(path)} IN {NumberTypes} THEN 'n' || CAST({NumberAt(path).Sql} AS VARCHAR)" : "";
        return $"(CASE WHEN {TypeOf(path)} = 'VARCHAR' THEN 's' || json_extract_string({Place(path)}) WHEN {TypeOf(path)} = 'BOOLEAN' THEN 'b' || json_extract_string({Place(path)}){number} END)";
    }

    /// <summary>Returns the number of an expression, or NULL if it has none.</summary>
    public SqlNumber Number(ExpressionModel expression) => expression switch
    {
        ExpressionModel.Path path => NumberAt(path.Value),
        ExpressionModel.Constant { Value.Value: { Kind: Kind.Number, Text: { } text } } => Constant(text),
        ExpressionModel.Arithmetic { Operation: '+' or '-' } sum => Add(sum.Operation, Number(sum.Left), Number(sum.Right)),
        ExpressionModel.Arithmetic { Operation: '*' } product => Multiply(Number(product.Left), Number(product.Right)),
        ExpressionModel.Coalesce coalesce when coalesce.Values.All(IsNumber) => Coalesce(Array.ConvertAll(coalesce.Values, Number)),
        ExpressionModel.Case choice when choice.Branches.All(branch => IsNumber(branch.Then)) && (choice.Otherwise is null || IsNumber(choice.Otherwise)) => Case(choice),
        _ => throw new NotInSqlException(),
    };

    public static SqlNumber Multiply(SqlNumber left, SqlNumber right) =>
        new($"({left.Sql} * {right.Sql})", Checked(left.Integers + right.Integers, left.Fractions + right.Fractions), left.Fractions + right.Fractions);

    /// <summary>Writes the number of a literal.</summary>
    public static SqlNumber Constant(string text) => PathFacts.TryCount(text, out var integers, out var fractions)
        ? new($"CAST('{text}' AS DECIMAL({Checked(integers, fractions) + fractions}, {fractions}))", integers, fractions)
        : throw new NotInSqlException();

    public static string Quote(string text) => text.Contains('\0', StringComparison.Ordinal) ? throw new NotInSqlException() : $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    /// <summary>Rejects a path with dates, which are instants in nanoseconds here and strings in DuckDB.</summary>
    public void RefuseDates(PathModel path)
    {
        if (Facts(path).Kinds.Contains(Kind.Date))
        {
            throw new NotInSqlException();
        }
    }

    public PathFacts Facts(PathModel path) => facts(path);

    private static int Checked(int integers, int fractions) => integers + fractions <= MostDigits ? integers : throw new NotInSqlException();

    private static SqlNumber Add(char operation, SqlNumber left, SqlNumber right)
    {
        var (integers, fractions) = (Math.Max(left.Integers, right.Integers) + 1, Math.Max(left.Fractions, right.Fractions));
        return new($"({left.Sql} {operation} {right.Sql})", Checked(integers, fractions), fractions);
    }

    private static SqlNumber Coalesce(SqlNumber[] values)
    {
        var (integers, fractions) = (values.Max(value => value.Integers), values.Max(value => value.Fractions));
        var type = $"DECIMAL({Checked(integers, fractions) + fractions}, {fractions})";
        return new($"coalesce({string.Join(", ", values.Select(value => $"CAST({value.Sql} AS {type})"))})", integers, fractions);
    }

    private SqlNumber Case(ExpressionModel.Case choice)
    {
        var filters = new SqlFilter(this);
        var values = choice.Branches.Select(branch => Number(branch.Then)).ToList();
        var otherwise = choice.Otherwise is null ? values[0] with { Sql = "NULL" } : Number(choice.Otherwise);
        var (integers, fractions) = (Math.Max(otherwise.Integers, values.Max(value => value.Integers)), Math.Max(otherwise.Fractions, values.Max(value => value.Fractions)));
        var type = $"DECIMAL({Checked(integers, fractions) + fractions}, {fractions})";
        var branches = choice.Branches.Zip(values, (branch, value) => $"WHEN {filters.Write(branch.When)} THEN CAST({value.Sql} AS {type})");
        return new($"(CASE {string.Join(' ', branches)} ELSE CAST({otherwise.Sql} AS {type}) END)", integers, fractions);
    }

    private bool IsNumber(ExpressionModel expression) => expression switch
    {
        ExpressionModel.Path path => !Facts(path.Value).Kinds.Overlaps([Kind.String, Kind.Date, Kind.Boolean]),
        ExpressionModel.Constant constant => constant.Value.Value.Kind == Kind.Number,
        _ => expression is ExpressionModel.Arithmetic,
    };

    private SqlNumber NumberAt(PathModel path)
    {
        var found = Facts(path);
        if (!found.AreExact)
        {
            throw new NotInSqlException();
        }

        var type = $"DECIMAL({Checked(found.Integers, found.Fractions) + found.Fractions}, {found.Fractions})";
        return new($"(CASE WHEN {TypeOf(path)} IN {NumberTypes} THEN CAST(json_extract_string({Place(path)}) AS {type}) END)", found.Integers, found.Fractions);
    }

    /// <summary>Returns the two arguments that locate a path.</summary>
    private string Place(PathModel path)
    {
        if (!path.HasWildcard)
        {
            return $"doc, {Quote(JsonPath(path.Steps))}";
        }

        // A wildcard may also lead to the elements of another array, or to the array itself.
        return elements is not null && path.Wildcards == 1 && path.Steps.AsSpan().StartsWith(elements.Steps) ? $"element, {Quote(JsonPath(path.Steps.AsSpan(elements.Steps.Length)))}" : throw new NotInSqlException();
    }

    /// <summary>Writes steps as a DuckDB path.</summary>
    public static string JsonPath(ReadOnlySpan<Step> steps)
    {
        var text = new System.Text.StringBuilder("$");
        foreach (var step in steps)
        {
            text.Append(step switch
            {
                { Name: { Length: > 0 } name } when !name.AsSpan().ContainsAny('"', '\\', '*') => $".\"{name}\"",
                { Index: >= 0 } => $"[{step.Index}]",
                { Index: < 0 } => $"[#{step.Index}]",
                _ => throw new NotInSqlException(),
            });
        }

        return text.ToString();
    }
}
