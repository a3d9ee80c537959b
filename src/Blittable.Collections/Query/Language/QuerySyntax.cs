
namespace Blittable.Collections.Query.Language;

/// <summary>Represents query text as an unbound syntax tree. Immutable. Trees are equal if they have the same meaning, regardless of their positions.</summary>
/// <param name="kind">The kind of node.</param>
/// <param name="position">The position in the text, in characters.</param>
/// <param name="text">The operator, function, path or name.</param>
/// <param name="operands">The child nodes.</param>
internal sealed class QuerySyntax(QuerySyntaxKind kind, int position, string text, params QuerySyntax[] operands) : IEquatable<QuerySyntax>
{
    public QuerySyntaxKind Kind => kind;

    public int Position => position;

    public string Text => text;

    public QuerySyntax[] Operands => operands;

    /// <summary>Gets the value of a literal.</summary>
    public QueryValue Value { get; private init; }

    /// <summary>Gets a value that indicates whether the node is a condition, which is true or false for a document.</summary>
    public bool IsCondition => kind >= QuerySyntaxKind.Comparison;

    public static QuerySyntax Literal(int position, QueryValue value) => new(QuerySyntaxKind.Literal, position, "") { Value = value };

    public bool Equals(QuerySyntax? other) =>
        other is not null && other.Kind == kind && other.Text == text && other.Value.Kind == Value.Kind && other.Value.ToString() == Value.ToString()
        && operands.AsSpan().SequenceEqual(other.Operands);

    public override bool Equals(object? obj) => Equals(obj as QuerySyntax);

    public override int GetHashCode() => operands.Aggregate(HashCode.Combine(kind, text, Value.ToString()), HashCode.Combine);

    /// <summary>Returns text that parses to an equal tree.</summary>
    public override string ToString() => kind switch
    {
        QuerySyntaxKind.Literal => Value.ToJson(),
        QuerySyntaxKind.Parameter => $"@{text}",
        QuerySyntaxKind.Column => $"`{text}`",
        QuerySyntaxKind.Path or QuerySyntaxKind.Json => text,
        QuerySyntaxKind.Negate => $"-{Nested(operands[0])}",
        QuerySyntaxKind.Arithmetic or QuerySyntaxKind.Comparison or QuerySyntaxKind.Match => $"{Nested(operands[0])} {text} {Nested(operands[1])}",
        QuerySyntaxKind.Contains => $"{Nested(operands[0])} contains {Nested(operands[1])}",
        QuerySyntaxKind.Call => $"{text}({string.Join(", ", (object[])operands)})",
        QuerySyntaxKind.Cast => $"cast({operands[0]} as {text})",
        QuerySyntaxKind.Case => $"case {string.Concat(operands.Chunk(2).Select(pair => pair is [var condition, var value] ? $"when {condition} then {value} " : $"else {pair[0]} "))}end",
        QuerySyntaxKind.In => $"{Nested(operands[0])} in ({string.Join(", ", operands.Skip(1))})",
        QuerySyntaxKind.Between => $"{Nested(operands[0])} between {Nested(operands[1])} and {Nested(operands[2])}",
        QuerySyntaxKind.Exists => $"{operands[0]} exists",
        QuerySyntaxKind.Not => $"not {Nested(operands[0])}",
        QuerySyntaxKind.And => string.Join(" and ", operands.Select(Nested)),
        _ => string.Join(" or ", operands.Select(Nested)),
    };

    private static string Nested(QuerySyntax operand) =>
        operand.Kind is QuerySyntaxKind.Negate or QuerySyntaxKind.Arithmetic or >= QuerySyntaxKind.Comparison ? $"({operand})" : operand.ToString();
}
