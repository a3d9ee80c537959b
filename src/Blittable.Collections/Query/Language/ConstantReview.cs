using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Language;

/// <summary>Rejects constants that make a part of a query null or independent of the documents.</summary>
/// <remarks>
/// The kinds at a path are known only when a query runs, so a wrong one is a warning. The kind of a constant is known when the text is read. Without an error, the
/// query would silently pass no document, or all of them, and a change would write null.
/// </remarks>
/// <param name="text">The query text, which errors show.</param>
internal sealed class ConstantReview(string text)
{
    /// <summary>Ensures that a comparison or a test depends on a path, a column or a parameter. For <c>between</c>, both comparisons must.</summary>
    /// <exception cref="BlittableException">All operands are literals, or computations on literals.</exception>
    public void RequireVariable(QuerySyntax condition)
    {
        var operands = condition.Operands;
        var isConstant = condition.Kind switch
        {
            QuerySyntaxKind.Comparison or QuerySyntaxKind.Match => AreConstant(operands[0], operands[1]),
            QuerySyntaxKind.Between => AreConstant(operands[0], operands[1]) || AreConstant(operands[0], operands[2]),
            QuerySyntaxKind.In => Array.TrueForAll(operands, IsConstant) && !(operands.Length == 2 && operands[0].Equals(operands[1])),
            _ => false,
        };
        if (!isConstant)
        {
            return;
        }

        var name = NameIn(condition);
        throw At(
            name ?? operands[0],
            name is not null
                ? $"{name} is a string, so this condition is the same for each document; {Path(name.Value)}."
                : $"{(condition.Kind == QuerySyntaxKind.Between ? "A comparison of 'between'" : "This condition")} has only constants, so it is the same for each document. "
                    + "Write a path such as $.price, and protect it from the shell with single quotes.");
    }

    /// <summary>Ensures that an operand is not a constant of a kind that makes the result null.</summary>
    /// <param name="syntax">The operand.</param>
    /// <param name="operand">The bound operand.</param>
    /// <param name="wanted">The kinds that give a result.</param>
    /// <param name="operation">The operator or function.</param>
    /// <exception cref="BlittableException">The operand is a constant of another kind. Null is accepted, because it is typed on purpose.</exception>
    public void RequireKind(QuerySyntax syntax, ScanExpression operand, KindFlags wanted, string operation)
    {
        if (operand is ConstantExpression { Value: var value } && KindText.FlagsOf(value.Kind) is not KindFlags.None and var kind && (kind & wanted) == 0)
        {
            throw At(syntax, $"'{operation}' requires {KindText.Many(wanted)}, not {value.ToJson()}.{Correction(value, wanted, operation)}");
        }
    }

    /// <summary>Ensures that a divisor is not the constant 0.</summary>
    public void RequireDivisor(QuerySyntax syntax, ScanExpression operand)
    {
        if (operand is ConstantExpression { Value: { Kind: QueryValueKind.Number } value } && value.Number.IsZero)
        {
            throw At(syntax, "This is always null: a number cannot be divided by 0.");
        }
    }

    /// <summary>Creates the error for a computation on constants that results in null without a null operand.</summary>
    public BlittableException AlwaysNull(QuerySyntax syntax) => At(syntax, $"'{syntax}' is always null; check the kinds of its operands.");

    private static QuerySyntax? NameIn(QuerySyntax syntax) =>
        IsName(syntax.Value) ? syntax : syntax.Operands.Select(NameIn).FirstOrDefault(name => name is not null);

    /// <summary>Determines whether a comparison is the same for each document. Programs write <c>1 = 1</c> for a condition that always holds.</summary>
    private static bool AreConstant(QuerySyntax left, QuerySyntax right) => IsConstant(left) && IsConstant(right) && !left.Equals(right);

    private static bool IsConstant(QuerySyntax syntax) => syntax.Kind switch
    {
        QuerySyntaxKind.Literal => true,
        QuerySyntaxKind.Path or QuerySyntaxKind.Parameter or QuerySyntaxKind.Column => false,
        // A call without arguments is a column of groups.
        _ => syntax.Operands.Length > 0 && Array.TrueForAll(syntax.Operands, IsConstant),
    };

    private static string Correction(in QueryValue value, KindFlags wanted, string operation)
    {
        var correction = KindText.Correction(value, wanted, operand: null);
        if (value.Kind != QueryValueKind.String || (wanted & KindFlags.String) != 0)
        {
            return correction;
        }

        return wanted == KindFlags.Number && ScalarComparison.TryReadDate(value, out _) ? $" The seconds of a date are epoch({value.ToJson()}); a day has 86400."
            : wanted == KindFlags.Number && correction.Length > 0 ? correction
            : operation == "+" ? " Join strings with 'concat'."
            : IsName(value) ? $" To use a property, {Path(value)}."
            : correction;
    }

    private static string Path(in QueryValue name) => $"write a path as $.{name}";

    private static bool IsName(in QueryValue value) =>
        value.Kind == QueryValueKind.String && value.ToString() is [var first, ..] name && !char.IsAsciiDigit(first)
        && name.All(character => char.IsLetterOrDigit(character) || character == '_');

    private BlittableException At(QuerySyntax syntax, string message) => QueryFault.At(text, syntax.Position, message);
}
