using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>Tests that files are small, and that a type is found by its name or beside the type that it helps.</summary>
public sealed class FileTests
{
    private const int MaxLines = 400;

    /// <summary>The length up to which a type is found beside a related type, even if other folders use it.</summary>
    private const int MaxHelperLines = 60;

    private const string Generated = "src/Blittable/Generated";

    /// <summary>Names of two types, with the reason.</summary>
    private static readonly (string Name, string Reason)[] SameNames =
    [
        ("BlittableDocumentComparer", "Both are public: one implements IEqualityComparer, the other one is a ValueComparer of EF Core."),
    ];

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

    /// <summary>
    /// Further types must be internal. Each derives from the type of the file name, or only its folder uses it, or it is short. Only generated code uses the public
    /// types of Blittable.Generated, so a family of them can share a file.
    /// </summary>
    [Fact]
    public void A_file_contains_the_type_of_its_name_and_its_helpers()
    {
        var users = SourceProject.Packages
            .SelectMany(package => package.Trees.SelectMany(tree => package.TypesUsedIn(tree).Select(type => (Type: type.ToDisplayString(), Folder: FolderOf(package, tree)))))
            .ToLookup(use => use.Type, use => use.Folder, StringComparer.Ordinal);
        Check.Empty(
            from package in SourceProject.Packages
            from tree in package.Trees
            where tree.FilePath.StartsWith(package.Folder + "/", StringComparison.Ordinal)
            let name = NameOf(tree.FilePath)
            from declaration in tree.GetRoot().DescendantNodes(node => node is not BaseTypeDeclarationSyntax)
            where declaration is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax
            let type = (INamedTypeSymbol)package.Model(tree).GetDeclaredSymbol(declaration)!
            let isHidden = type.DeclaredAccessibility == Accessibility.Internal || FolderOf(package, tree) == Generated
            let isHelper = IsKindOf(type, name) || IsShort(declaration) || users[type.ToDisplayString()].All(user => user == FolderOf(package, tree))
            where type.Name != name && !(isHidden && isHelper)
            select $"{tree.FilePath} holds {type.Name}");
    }

    /// <summary>A nested type must not have the name of a type outside it either.</summary>
    [Fact]
    public void Types_have_different_simple_names()
    {
        var types = SourceProject.Packages.SelectMany(package => package.Trees
            .Where(tree => tree.FilePath.StartsWith(package.Folder + "/", StringComparison.Ordinal))
            .SelectMany(tree => tree.GetRoot().DescendantNodes().OfType<BaseTypeDeclarationSyntax>().Select(node => package.Model(tree).GetDeclaredSymbol(node)!))
            .Distinct<INamedTypeSymbol>(SymbolEqualityComparer.Default)).ToList();
        var outer = types.Where(type => type.ContainingType is null).ToLookup(type => type.Name, StringComparer.Ordinal);
        Check.Same(
            SameNames.Select(entry => entry.Name),
            types.Where(type => outer[type.Name].Any(other => other.ToDisplayString() != type.ToDisplayString())).Select(type => type.Name));
    }

    private static bool IsKindOf(INamedTypeSymbol type, string name) => type.BaseType?.Name == name || type.AllInterfaces.Any(face => face.Name == name);

    private static bool IsShort(SyntaxNode declaration) =>
        declaration.GetLocation().GetLineSpan() is var lines && lines.EndLinePosition.Line - lines.StartLinePosition.Line < MaxHelperLines;

    /// <summary>Returns the folder that is a layer, or the folder of the file.</summary>
    private static string FolderOf(SourceProject package, SyntaxTree tree) =>
        LayeredPackage.All.SingleOrDefault(layered => layered.Folder == package.Folder) is { } layered
            ? $"{package.Folder}/{layered.LayerOf(tree.FilePath)}"
            : Path.GetDirectoryName(tree.FilePath)!.Replace('\\', '/');

    private static string NameOf(string file) => Path.GetFileName(file).Split('.', '{')[0];
}
