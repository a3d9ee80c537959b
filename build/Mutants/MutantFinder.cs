using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Mutants;

/// <summary>Finds mutations that a test should detect, in comparisons, conditions, arithmetic, compound assignments and method calls.</summary>
internal static class MutantFinder
{
    private static readonly Dictionary<SyntaxKind, (SyntaxKind Token, string Other)> s_operators = new()
    {
        [SyntaxKind.LessThanExpression] = (SyntaxKind.LessThanToken, "<="),
        [SyntaxKind.LessThanOrEqualExpression] = (SyntaxKind.LessThanEqualsToken, "<"),
        [SyntaxKind.GreaterThanExpression] = (SyntaxKind.GreaterThanToken, ">="),
        [SyntaxKind.GreaterThanOrEqualExpression] = (SyntaxKind.GreaterThanEqualsToken, ">"),
        [SyntaxKind.EqualsExpression] = (SyntaxKind.EqualsEqualsToken, "!="),
        [SyntaxKind.NotEqualsExpression] = (SyntaxKind.ExclamationEqualsToken, "=="),
        [SyntaxKind.LogicalAndExpression] = (SyntaxKind.AmpersandAmpersandToken, "||"),
        [SyntaxKind.LogicalOrExpression] = (SyntaxKind.BarBarToken, "&&"),
        [SyntaxKind.AddExpression] = (SyntaxKind.PlusToken, "-"),
        [SyntaxKind.SubtractExpression] = (SyntaxKind.MinusToken, "+"),
        [SyntaxKind.MultiplyExpression] = (SyntaxKind.AsteriskToken, "+"),
        [SyntaxKind.LeftShiftExpression] = (SyntaxKind.LessThanLessThanToken, ">>"),
        [SyntaxKind.RightShiftExpression] = (SyntaxKind.GreaterThanGreaterThanToken, "<<"),
    };

    /// <summary>Lists the mutations of one file.</summary>
    public static IEnumerable<(CSharpSyntaxNode Node, string Replacement)> Find(SyntaxNode root) =>
        root.DescendantNodes().OfType<CSharpSyntaxNode>().Where(CanChange).SelectMany(node => ReplacementsOf(node).Select(text => (node, text)));

    private static IEnumerable<string> ReplacementsOf(CSharpSyntaxNode node)
    {
        if (node is BinaryExpressionSyntax binary && s_operators.TryGetValue(binary.Kind(), out var change) && !IsText(binary))
        {
            yield return $"{binary.Left} {change.Other} {binary.Right}";
        }

        if (node is IsPatternExpressionSyntax pattern)
        {
            yield return $"!({pattern})";
        }

        if (node is ExpressionSyntax condition && condition.Parent switch
        {
            IfStatementSyntax owner => owner.Condition == condition,
            ConditionalExpressionSyntax owner => owner.Condition == condition,
            _ => false,
        })
        {
            yield return "false";
            yield return "true";
        }

        if (node is ExpressionStatementSyntax { Expression: InvocationExpressionSyntax or AssignmentExpressionSyntax { RawKind: not (int)SyntaxKind.SimpleAssignmentExpression } })
        {
            yield return "";
        }
    }

    /// <summary>Determines whether a node can be mutated. Constants cannot depend on a mutant, and variable declarations cannot be duplicated. A mutated
    /// assertion is not a fault of the library.</summary>
    private static bool CanChange(CSharpSyntaxNode node) =>
        !node.ContainsDirectives
            && !node.AncestorsAndSelf().Any(outer => outer is InvocationExpressionSyntax call && IsAssertion(call)
                || outer is ExpressionStatementSyntax { Expression: InvocationExpressionSyntax statement } && IsAssertion(statement))
            && !node.DescendantNodesAndSelf().Any(inner => inner is DeclarationExpressionSyntax or SingleVariableDesignationSyntax)
            && !node.Ancestors().Any(outer => outer is AttributeSyntax or PatternSyntax or CaseSwitchLabelSyntax or EnumMemberDeclarationSyntax or ParameterSyntax
                || (outer is FieldDeclarationSyntax field && field.Modifiers.Any(SyntaxKind.ConstKeyword))
                || (outer is LocalDeclarationStatementSyntax local && local.Modifiers.Any(SyntaxKind.ConstKeyword)));

    private static bool IsAssertion(InvocationExpressionSyntax call) => call.Expression.ToString() == "Debug.Assert";

    private static bool IsText(BinaryExpressionSyntax node) =>
        node.DescendantNodes().Any(inner => inner is InterpolatedStringExpressionSyntax || inner.IsKind(SyntaxKind.StringLiteralExpression));
}
