using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>Files are small and hold one type, so that a type is found by its name.</summary>
public sealed class FileTests
{
    private const int MaxLines = 400;

    /// <summary>One loop over the tokens of a text, whose state stays in registers.</summary>
    private const string Loop = "src/Blittable/Json/JsonKernel.Run.cs";

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

    [Fact]
    public void A_file_of_the_library_holds_one_type_and_has_its_name()
    {
        var wrong = new List<string>();
        foreach (var file in SourceTree.Files("src"))
        {
            var types = SourceTree.Parse(file).DescendantNodes(node => node is not BaseTypeDeclarationSyntax)
                .Where(node => node is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax)
                .Select(NameOf).Distinct().ToList();
            var name = Path.GetFileName(file).Split('.', '{')[0];
            if (types.Count > 1 || (types.Count == 1 && types[0] != name))
            {
                wrong.Add($"{file} holds {string.Join(", ", types)}");
            }
        }

        Check.Empty(wrong);
    }

    private static string NameOf(Microsoft.CodeAnalysis.SyntaxNode node) => node switch
    {
        BaseTypeDeclarationSyntax type => type.Identifier.ValueText,
        DelegateDeclarationSyntax type => type.Identifier.ValueText,
        _ => "",
    };
}
