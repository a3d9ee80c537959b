using Blittable.Collections.Query.Language;

namespace Blittable.Collections.Tests.Query;

/// <summary>Creates random conditions and values as syntax trees.</summary>
internal sealed class RandomSyntax(Random random)
{
    private static readonly string[] s_paths = ["$.a", "$['b c']", "$.list[*].n", "$.d[0]", "$[\"q\\\"]\"]", "$.é", "$.e.*"];
    private static readonly string[] s_texts = ["", "DE", "it's", "a \"quoted\" \\ text", "line\nbreak", "$.a", "and", "50%", "\U0001F600", "2024-03-01", "`"];
    private static readonly string[] s_numbers = ["0", "-0.10", "1e400", "12345678901234567890123456789012345.5", "7", "-3"];
    private static readonly string[] s_matches = ["like", "ilike", "matches", "starts-with", "ends-with", "has-text"];

    public QuerySyntax Condition(int depth) => random.Next(depth > 0 ? 10 : 7) switch
    {
        0 => New(QuerySyntaxKind.Match, Choose(s_matches), Value(depth), Text()),
        1 => New(QuerySyntaxKind.In, "", [Value(depth), .. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Literal())]),
        2 => New(QuerySyntaxKind.Between, "", Value(depth), Value(depth), Value(depth)),
        3 => New(QuerySyntaxKind.Exists, "", Path()),
        4 => New(QuerySyntaxKind.Contains, "", Path(), random.Next(2) == 0 ? Literal() : New(QuerySyntaxKind.Json, Choose("{\"a\": [1, \"}\"]}", "[]", "[\"x\", {\"y\": null}]"))),
        5 or 6 => New(QuerySyntaxKind.Comparison, Choose("=", "<>", "<", "<=", ">", ">="), Value(depth), Value(depth)),
        7 => New(QuerySyntaxKind.Not, "", Condition(depth - 1)),
        8 => New(QuerySyntaxKind.And, "", [.. Enumerable.Range(0, random.Next(2, 4)).Select(_ => Condition(depth - 1))]),
        _ => New(QuerySyntaxKind.Or, "", [.. Enumerable.Range(0, random.Next(2, 4)).Select(_ => Condition(depth - 1))]),
    };

    public QuerySyntax Value(int depth) => random.Next(depth > 0 ? 10 : 4) switch
    {
        0 => Literal(),
        1 or 2 => Path(),
        3 => New(random.Next(2) == 0 ? QuerySyntaxKind.Parameter : QuerySyntaxKind.Column, Choose("rate", "x_1", "é")),
        4 or 5 => New(QuerySyntaxKind.Arithmetic, Choose("+", "-", "*", "/", "%"), Value(depth - 1), Value(depth - 1)),
        6 => New(QuerySyntaxKind.Negate, "", NotNumber(depth - 1)),
        8 => New(
            QuerySyntaxKind.Case,
            "",
            [.. Enumerable.Range(0, random.Next(1, 3)).SelectMany(_ => (QuerySyntax[])[Condition(depth - 1), Value(depth - 1)]), .. random.Next(2) == 0 ? [Value(depth - 1)] : (QuerySyntax[])[]]),
        7 => New(QuerySyntaxKind.Cast, Choose("number", "string", "date", "boolean"), Value(depth - 1)),
        _ => New(QuerySyntaxKind.Call, Choose("lower", "round", "coalesce", "unknown"), [.. Enumerable.Range(0, random.Next(4)).Select(_ => Value(depth - 1))]),
    };

    /// <summary>Returns a value that is not a number, because the sign of a number is part of the literal.</summary>
    private QuerySyntax NotNumber(int depth)
    {
        var value = Value(depth);
        return value is { Kind: QuerySyntaxKind.Literal, Value.Kind: QueryValueKind.Number } ? Path() : value;
    }

    private QuerySyntax Path() => New(QuerySyntaxKind.Path, Choose(s_paths));

    private QuerySyntax Text() => QuerySyntax.Literal(0, Choose(s_texts));

    private QuerySyntax Literal() => random.Next(5) switch
    {
        0 => QuerySyntax.Literal(0, QueryValue.Null),
        1 => QuerySyntax.Literal(0, random.Next(2) == 0),
        2 => QuerySyntax.Literal(0, QueryValue.ParseNumber(Choose(s_numbers))),
        _ => Text(),
    };

    private T Choose<T>(params T[] values) => values[random.Next(values.Length)];

    private static QuerySyntax New(QuerySyntaxKind kind, string text, params QuerySyntax[] operands) => new(kind, 0, text, operands);
}
