using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>Tests that files are small, and that a type is found by its name or by the name of the only type that uses it.</summary>
public sealed class FileTests
{
    private const int MaxLines = 400;

    /// <summary>A single loop over the tokens of a text, whose state stays in registers.</summary>
    private const string Loop = "src/Blittable/Json/JsonParser.Run.cs";

    private static readonly string[] Folders = ["src", "tests", "benchmarks", "samples", "datasets", "build", "tools"];

    [Fact]
    public void A_file_has_at_most_400_lines()
    {
        var tooLong = Folders.SelectMany(SourceTree.Files)
            .Select(file => (File: file, Lines: SourceTree.Read(file).AsSpan().Count('\n')))
            .Where(entry => entry.Lines > MaxLines && entry.File != Loop)
            .Select(entry => $"{entry.File}: {entry.Lines} lines");
        Check.Empty(tooLong);
    }

    /// <summary>Further types must be internal, and either derive from the type of the file name or be used only by it.</summary>
    [Fact]
    public void A_file_contains_the_type_of_its_name_and_types_used_only_by_it()
    {
        var wrong = new List<string>();
        foreach (var package in SourceProject.Packages)
        {
            var users = package.Trees
                .SelectMany(tree => package.TypesUsedIn(tree).Select(type => (Type: type, User: NameOf(tree.FilePath))))
                .ToLookup<(INamedTypeSymbol Type, string User), ISymbol, string>(use => use.Type, use => use.User, SymbolEqualityComparer.Default);
            wrong.AddRange(
                from tree in package.Trees
                where tree.FilePath.StartsWith(package.Folder + "/", StringComparison.Ordinal)
                let name = NameOf(tree.FilePath)
                from declaration in tree.GetRoot().DescendantNodes(node => node is not BaseTypeDeclarationSyntax)
                where declaration is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax
                let type = (INamedTypeSymbol)package.Model(tree).GetDeclaredSymbol(declaration)!
                where type.Name != name && !(type.DeclaredAccessibility == Accessibility.Internal && (IsKindOf(type, name) || IsUsedByAlone(users[type], name)))
                select $"{tree.FilePath} holds {type.Name}");
        }

        Check.Empty(wrong);
    }

    private static bool IsKindOf(INamedTypeSymbol type, string name) => type.BaseType?.Name == name || type.AllInterfaces.Any(face => face.Name == name);

    private static bool IsUsedByAlone(IEnumerable<string> users, string name) => users.Any() && users.All(user => user == name);

    private static string NameOf(string file) => Path.GetFileName(file).Split('.', '{')[0];
}
