using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>Tests that the documentation of public members lists the types of exceptions that the members throw themselves.</summary>
public sealed class PublicDocumentationTests
{
    /// <summary>Exceptions that any method may throw for an invalid argument or a disposed object, without documentation.</summary>
    private static readonly string[] Understood = ["ArgumentNullException", "ObjectDisposedException"];

    private static readonly string[] Programs = ["Blittable.Cli", "Blittable.Arrow.Tool", "Blittable.Generators", "Blittable.Generators.CodeFixes"];

    [Fact]
    public void A_public_member_documents_each_exception_that_it_throws() =>
        Check.Empty(
            from package in SourceProject.Packages
            where !Programs.Contains(package.Name)
            from tree in package.Trees
            from member in tree.GetRoot().DescendantNodes().OfType<MemberDeclarationSyntax>()
            where IsPublic(member)
            let comment = Comment(member)
            where !comment.Contains("<inheritdoc", StringComparison.Ordinal)
            let documented = Documented(comment)
            from thrown in Thrown(member, package.Model(tree)).Distinct<ITypeSymbol>(SymbolEqualityComparer.Default)
            where !Understood.Contains(thrown.Name) && !BasesOf(thrown).Any(type => documented.Contains(type.Name))
            select $"{tree.FilePath}: {NameOf(member)} throws {thrown.Name}");

    [Fact]
    public void A_public_member_that_rejects_data_documents_the_exception() =>
        Check.Empty(
            from package in SourceProject.Packages
            where !Programs.Contains(package.Name)
            from tree in package.Trees
            from member in tree.GetRoot().DescendantNodes().OfType<MemberDeclarationSyntax>()
            where IsPublic(member) && CallsThrowHelper(member, package.Model(tree))
            let comment = Comment(member)
            where !comment.Contains("<inheritdoc", StringComparison.Ordinal) && Documented(comment).Count == 0
            select $"{tree.FilePath}: {NameOf(member)}");

    private static bool CallsThrowHelper(MemberDeclarationSyntax member, SemanticModel model) =>
        member.DescendantNodes().OfType<InvocationExpressionSyntax>().Any(call =>
            call.Expression.ToString().Contains("ThrowHelper", StringComparison.Ordinal) && model.GetSymbolInfo(call).Symbol?.ContainingType.Name == "ThrowHelper");

    private static bool IsPublic(MemberDeclarationSyntax member) =>
        member is BaseMethodDeclarationSyntax or BasePropertyDeclarationSyntax
            && member.Modifiers.Any(SyntaxKind.PublicKeyword) && member.Ancestors().OfType<TypeDeclarationSyntax>().All(type => type.Modifiers.Any(SyntaxKind.PublicKeyword));

    private static IEnumerable<ITypeSymbol> Thrown(MemberDeclarationSyntax member, SemanticModel model)
    {
        foreach (var node in member.DescendantNodes(node => node is not (LambdaExpressionSyntax or LocalFunctionStatementSyntax)))
        {
            var expression = node switch
            {
                ThrowStatementSyntax statement => statement.Expression,
                ThrowExpressionSyntax thrown => thrown.Expression,
                _ => null,
            };
            if (expression is not null && model.GetTypeInfo(expression).Type is { } type && type.Name != "Exception")
            {
                yield return type;
            }
            else if (node is SimpleNameSyntax name && name.Identifier.ValueText.StartsWith("ThrowIf", StringComparison.Ordinal)
                && !name.Identifier.ValueText.StartsWith("ThrowIfNull", StringComparison.Ordinal) && model.GetSymbolInfo(name).Symbol is IMethodSymbol method && BasesOf(method.ContainingType).Any(type => type.Name == "Exception"))
            {
                yield return method.ContainingType;
            }
        }
    }

    private static IEnumerable<ITypeSymbol> BasesOf(ITypeSymbol type)
    {
        for (var current = type; current is not null; current = current.BaseType)
        {
            yield return current;
        }
    }

    /// <summary>Returns the simple names of the types that the comment refers to as exceptions.</summary>
    private static HashSet<string> Documented(string comment) =>
        [.. comment.Split("<exception cref=\"").Skip(1).Select(rest => rest[..rest.IndexOf('"', StringComparison.Ordinal)].Split('.')[^1])];

    private static string Comment(SyntaxNode node) =>
        string.Concat(node.GetLeadingTrivia().Where(trivia => trivia.HasStructure).Select(trivia => trivia.ToFullString()));

    private static string NameOf(MemberDeclarationSyntax member) => member switch
    {
        MethodDeclarationSyntax method => method.Identifier.ValueText,
        PropertyDeclarationSyntax property => property.Identifier.ValueText,
        ConstructorDeclarationSyntax constructor => constructor.Identifier.ValueText,
        IndexerDeclarationSyntax => "this[]",
        _ => member.Kind().ToString(),
    };
}
