using System.Text;

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

    /// <summary>Gets the number of levels of the tree.</summary>
    public int Depth { get; } = 1 + operands.Select(operand => operand.Depth).DefaultIfEmpty().Max();

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
    public override string ToString()
    {
        var written = new StringBuilder();
        Write(this, written);
        return written.ToString();
    }

    private object[] Parts() => kind switch
    {
        QuerySyntaxKind.Literal => [Value.ToJson()],
        QuerySyntaxKind.Parameter => ["@", text],
        QuerySyntaxKind.Column => ["`", text, "`"],
        QuerySyntaxKind.Path or QuerySyntaxKind.Json => [text],
        QuerySyntaxKind.Negate => operands[0].Value.Kind == QueryValueKind.Number ? ["-(", operands[0], ")"] : ["-", .. Nested(operands[0])],
        QuerySyntaxKind.Arithmetic or QuerySyntaxKind.Comparison or QuerySyntaxKind.Match => [.. Nested(operands[0]), " ", text, " ", .. Nested(operands[1])],
        QuerySyntaxKind.Contains => [.. Nested(operands[0]), " contains ", .. Nested(operands[1])],
        QuerySyntaxKind.Call => [text, "(", .. Joined(", ", operands.Select(operand => (object[])[operand])), ")"],
        QuerySyntaxKind.Cast => ["cast(", operands[0], " as ", text, ")"],
        QuerySyntaxKind.Case =>
            ["case ", .. operands.Chunk(2).SelectMany(pair => pair is [var condition, var value] ? (object[])["when ", condition, " then ", value, " "] : ["else ", pair[0], " "]), "end"],
        QuerySyntaxKind.In => [.. Nested(operands[0]), " in (", .. Joined(", ", operands.Skip(1).Select(operand => (object[])[operand])), ")"],
        QuerySyntaxKind.Between => [.. Nested(operands[0]), " between ", .. Nested(operands[1]), " and ", .. Nested(operands[2])],
        QuerySyntaxKind.Exists => [operands[0], " exists"],
        QuerySyntaxKind.Not => ["not ", .. Nested(operands[0])],
        QuerySyntaxKind.And => [.. Joined(" and ", operands.Select(Nested))],
        _ => [.. Joined(" or ", operands.Select(Nested))],
    };

    /// <summary>Writes strings and the text of nodes. Nodes write to one builder, because nested strings would be copied once per level.</summary>
    private static void Write(object part, StringBuilder written)
    {
        if (part is not QuerySyntax syntax)
        {
            written.Append((string)part);
            return;
        }

        foreach (var inner in syntax.Parts())
        {
            Write(inner, written);
        }
    }

    private static IEnumerable<object> Joined(string separator, IEnumerable<object[]> items) =>
        items.SelectMany((item, index) => index == 0 ? item : [separator, .. item]);

    private static object[] Nested(QuerySyntax operand) =>
        operand.Kind is QuerySyntaxKind.Negate or QuerySyntaxKind.Arithmetic or >= QuerySyntaxKind.Comparison ? ["(", operand, ")"] : [operand];
}
