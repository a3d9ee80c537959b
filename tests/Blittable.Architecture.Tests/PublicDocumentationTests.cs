using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>The documentation of a public type tells what its signature cannot: whether threads may share it, what it throws, and in which unit it counts.</summary>
public sealed class PublicDocumentationTests
{
    private static readonly string[] Units =
    [
        "byte", "character", "bit", "element", "item", "value", "document", "row", "second", "tick", "day", "year", "index", "number", "count", "percent",
        "level", "nest", "thread", "worker", "name", "shape", "propert", "column", "position", "offset", "line", "code", "version", "digit", "hour", "minute", "month", "power",
        "address", "chunk", "stripe", "commit", "entr", "key", "slot", "symbol", "string", "text", "date", "times", "sample", "share", "dictionar", "group", "hash", "identity",
    ];

    [Fact]
    public void A_public_class_or_struct_says_whether_threads_may_share_it()
    {
        var silent = PublicTypes()
            .Where(entry => entry.Type is ClassDeclarationSyntax or StructDeclarationSyntax or RecordDeclarationSyntax && IsShareable(entry.Type))
            .GroupBy(entry => entry.Type.Identifier.ValueText)
            .Where(parts => !parts.Any(part => Comment(part.Type).Contains("thread", StringComparison.OrdinalIgnoreCase)))
            .Select(parts => parts.First().File);
        Check.Empty(silent);
    }

    [Fact]
    public void A_public_member_that_throws_says_what_it_throws()
    {
        var silent = from entry in PublicTypes()
                     from member in entry.Type.Members
                     where IsPublic(member, entry.Type) && Throws(member) && !SaysWhatItThrows(member)
                     select $"{entry.File}: {NameOf(member)}";
        Check.Empty(silent);
    }

    [Fact]
    public void A_public_count_or_length_says_its_unit()
    {
        var silent = from entry in PublicTypes()
                     from member in entry.Type.Members.OfType<PropertyDeclarationSyntax>()
                     where IsPublic(member, entry.Type) && member.Type.ToString() is "int" or "long" or "uint" or "ulong" or "int?" or "long?"
                     let comment = Comment(member)
                     where !comment.Contains("inheritdoc", StringComparison.Ordinal) && !Units.Any(unit => comment.Contains(unit, StringComparison.OrdinalIgnoreCase))
                     select $"{entry.File}: {NameOf(member)}";
        Check.Empty(silent);
    }

    private static IEnumerable<(string File, TypeDeclarationSyntax Type)> PublicTypes() =>
        from file in SourceTree.Files("src")
        where !file.StartsWith("src/Blittable.Cli/", StringComparison.Ordinal)
        from type in SourceTree.Parse(file).DescendantNodes(node => node is not TypeDeclarationSyntax).OfType<TypeDeclarationSyntax>()
        where type.Modifiers.Any(SyntaxKind.PublicKeyword)
        select (file, type);

    /// <summary>Types without instances, records of options, exceptions and attributes are not asked for a sentence about threads.</summary>
    private static bool IsShareable(TypeDeclarationSyntax type) =>
        !type.Modifiers.Any(SyntaxKind.StaticKeyword) && !type.Modifiers.Any(SyntaxKind.ReadOnlyKeyword) && !type.Modifiers.Any(SyntaxKind.RefKeyword)
            && type is not RecordDeclarationSyntax
            && !type.Identifier.ValueText.EndsWith("Exception", StringComparison.Ordinal) && !type.Identifier.ValueText.EndsWith("Attribute", StringComparison.Ordinal);

    private static bool IsPublic(MemberDeclarationSyntax member, TypeDeclarationSyntax type) =>
        member.Modifiers.Any(SyntaxKind.PublicKeyword) && member is not TypeDeclarationSyntax && type.Modifiers.Any(SyntaxKind.PublicKeyword);

    private static bool Throws(MemberDeclarationSyntax member) =>
        member.DescendantNodes().Any(node => node is ThrowStatementSyntax or ThrowExpressionSyntax)
            || member.DescendantNodes().OfType<InvocationExpressionSyntax>().Any(call => call.Expression is MemberAccessExpressionSyntax access
                && (access.Expression.ToString() == "ThrowHelper" || access.Name.Identifier.ValueText.StartsWith("ThrowIf", StringComparison.Ordinal)));

    private static bool SaysWhatItThrows(MemberDeclarationSyntax member) =>
        Comment(member) is var comment && (comment.Contains("<exception", StringComparison.Ordinal) || comment.Contains("inheritdoc", StringComparison.Ordinal));

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
