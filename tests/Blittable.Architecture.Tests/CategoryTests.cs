using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>CI repeats the tests of the category Vector with instruction sets disabled, so every test class that uses a kernel needs it.</summary>
public sealed class CategoryTests
{
    [Theory]
    [InlineData("tests/Blittable.Tests")]
    [InlineData("tests/Blittable.Collections.Tests")]
    [InlineData("tests/Blittable.Dates.Tests")]
    public void A_test_class_that_uses_a_kernel_has_the_category_Vector(string folder)
    {
        var project = SourceProject.Load(folder);
        var wrong = from tree in project.Trees
                    from type in tree.GetRoot().DescendantNodes().OfType<ClassDeclarationSyntax>()
                    where type.Parent is BaseNamespaceDeclarationSyntax && HasTests(type) && !IsVector(type)
                    let kernel = KernelIn(type, project.Model(tree))
                    where kernel is not null
                    select $"{tree.FilePath}: {type.Identifier.ValueText} uses {kernel} and lacks [Trait(Category.Name, Category.Vector)]";
        Check.Empty(wrong);
    }

    private static bool HasTests(ClassDeclarationSyntax type) =>
        type.Members.Any(member => member.AttributeLists.SelectMany(list => list.Attributes).Any(attribute => attribute.Name.ToString() is "Fact" or "Theory"));

    private static bool IsVector(ClassDeclarationSyntax type) =>
        type.AttributeLists.SelectMany(list => list.Attributes).Any(attribute => attribute.ToString() == "Trait(Category.Name, Category.Vector)");

    private static string? KernelIn(ClassDeclarationSyntax type, SemanticModel model) =>
        type.DescendantNodes().OfType<SimpleNameSyntax>()
            .Where(name => name.Identifier.ValueText.EndsWith("Kernel", StringComparison.Ordinal))
            .Select(name => model.GetSymbolInfo(name).Symbol)
            .FirstOrDefault(symbol => symbol is INamedTypeSymbol && symbol.Locations.Any(location => location.IsInSource))?.Name;
}
