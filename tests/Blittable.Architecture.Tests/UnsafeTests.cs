using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>Tests that only kernels, the layout and listed types use pointers and <c>Unsafe</c>. Listed types loop over documents or own memory.</summary>
public sealed class UnsafeTests
{
    /// <summary>Types other than kernels and the layout. The list may only shrink: an unnecessary entry fails the test, too.</summary>
    private static readonly string[] Others =
    [
        "Blittable.Collections/AlignedMemory",
        "Blittable.Collections/BitReader",
        "Blittable.Collections/BitWriter",
        "Blittable.Collections/ColumnReader",
        "Blittable.Collections/ColumnScale",
        "Blittable.Collections/DeltaPackStep",
        "Blittable.Collections/DurableFile",
        "Blittable.Collections/Lanes",
        "Blittable.Collections/MappedFile",
        "Blittable/JsonParser",
        "Blittable/NameTexts",
        "Blittable/Nibbles",
        "Blittable/NumberArrayWriter",
        "Blittable/PropertyLookup",
        "Blittable/RenderLoop",
        "Blittable/RenderedValues",
        "Blittable/SharedValues",
        "Blittable/SymbolEncoder",
        "Blittable/ValueWriter",
        "Blittable/WireLength",
        "Blittable/WireReader",
        "Blittable/WireWriter",
    ];

    [Fact]
    public void Only_kernels_the_layout_and_listed_types_use_pointers() =>
        Check.Same(
            Others,
            from package in SourceProject.Packages
            from tree in package.Trees
            where tree.FilePath.StartsWith(package.Folder + "/", StringComparison.Ordinal) && !tree.FilePath.StartsWith("src/Blittable/Layout/", StringComparison.Ordinal)
            where IsUnsafe(tree, package)
            let type = Path.GetFileName(tree.FilePath).Split('.')[0]
            where !type.EndsWith("Kernel", StringComparison.Ordinal)
            select $"{package.Name}/{type}");

    private static bool IsUnsafe(SyntaxTree tree, SourceProject package) =>
        tree.GetRoot().DescendantNodes().Any(node => node is PointerTypeSyntax or FunctionPointerTypeSyntax or FixedStatementSyntax || node.IsKind(SyntaxKind.AddressOfExpression))
            || package.AllTypesUsedIn(tree).Any(type => type.Name == "Unsafe" && type.ToDisplayString() == "System.Runtime.CompilerServices.Unsafe");
}
