using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Generators.Serialization;

/// <summary>Finds the partial methods that customize contracts, and writes the declarations that such methods implement.</summary>
/// <remarks>A declaration is only emitted for a method that exists. Otherwise, every partial type would receive one.</remarks>
internal static class ContractReader
{
    /// <summary>The name of the method that a user implements.</summary>
    public const string MethodName = "Customize";

    /// <summary>The name of the emitted method through which other generated code, also in other assemblies, calls the private method of the user.</summary>
    private const string EmittedName = "CustomizeBlittableContract";

    /// <summary>C# requires the same names of tuple elements in both parts of a partial method.</summary>
    private static readonly SymbolDisplayFormat ParameterFormat = SymbolDisplayFormat.FullyQualifiedFormat
        .WithMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.UseSpecialTypes | SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers);

    /// <summary>Returns the methods of a class that seem to customize contracts.</summary>
    public static IEnumerable<IMethodSymbol> MethodsOf(INamedTypeSymbol declaring) => declaring.GetMembers(MethodName).OfType<IMethodSymbol>()
        .Where(method => CustomizedBy(method) is not null && method.DeclaringSyntaxReferences.Length > 0);

    /// <summary>Returns the type whose contract a method receives; null for any other method.</summary>
    public static ITypeSymbol? CustomizedBy(IMethodSymbol method) =>
        method.Parameters.Length == 1 && method.Parameters[0].Type is INamedTypeSymbol { Name: "BlittableContract", TypeArguments.Length: 1 } contract
            && contract.ContainingNamespace?.ToDisplayString() == "Blittable" ? contract.TypeArguments[0] : null;

    /// <summary>Determines whether generated code can declare a method, which then is called.</summary>
    public static bool IsUsable(IMethodSymbol method) => method is { IsStatic: true, ReturnsVoid: true, IsGenericMethod: false, IsAsync: false }
        && method.Parameters[0].RefKind == RefKind.None && SyntaxOf(method) is { } syntax && syntax.Modifiers.Any(SyntaxKind.PartialKeyword)
        && (syntax.Body is not null || syntax.ExpressionBody is not null);

    /// <summary>Returns the name of the emitted method of a class that customizes the contract of a type; null if there is none.</summary>
    /// <param name="declaring">The class.</param>
    /// <param name="type">The type.</param>
    /// <param name="compilation">The compilation, which may reference the assembly of the class.</param>
    /// <param name="source">The declaration to emit; null if another assembly contains it.</param>
    public static string? Find(INamedTypeSymbol declaring, ITypeSymbol type, Compilation compilation, out string? source)
    {
        source = null;
        if (!SymbolEqualityComparer.Default.Equals(declaring.ContainingAssembly, compilation.Assembly))
        {
            var isDeclared = declaring.GetMembers(EmittedName).OfType<IMethodSymbol>().Any(method => method.IsStatic && Customizes(method, type)
                && compilation.IsSymbolAccessibleWithin(method, compilation.Assembly));
            return isDeclared ? $"{TypeGraph.NameOf(declaring)}.{EmittedName}" : null;
        }

        if (MethodsOf(declaring).FirstOrDefault(method => Customizes(method, type) && IsUsable(method)) is not { } found)
        {
            return null;
        }

        source = Declare(found.OriginalDefinition);
        return $"{TypeGraph.NameOf(declaring)}.{EmittedName}";
    }

    /// <summary>Returns the declaration that a method implements, and a method that calls it, as source text.</summary>
    public static string Declare(IMethodSymbol method)
    {
        var containers = new Stack<string>();
        for (var outer = method.ContainingType; outer is not null; outer = outer.ContainingType)
        {
            containers.Push($"partial {KeywordOf(outer)} {TypeGraph.Identifier(outer.Name)}{(outer.TypeParameters.Length == 0 ? "" : $"<{string.Join(", ", outer.TypeParameters.Select(parameter => TypeGraph.Identifier(parameter.Name)))}>")}");
        }

        var code = new CodeWriter();
        var space = method.ContainingNamespace;
        if (!space.IsGlobalNamespace)
        {
            code.Open($"namespace {TypeGraph.NamespaceOf(space)}");
        }

        var depth = containers.Count;
        while (containers.Count > 0)
        {
            code.Open(containers.Pop());
        }

        var parameter = $"{TypeGraph.Display(method.Parameters[0].Type, ParameterFormat)} {TypeGraph.Identifier(method.Parameters[0].Name)}";
        code.Line($"{string.Join(" ", SyntaxOf(method)!.Modifiers.Select(modifier => modifier.Text))} void {MethodName}({parameter});");
        code.Line();
        code.Line("/// <summary>For generated code.</summary>");
        code.Line("[global::System.CodeDom.Compiler.GeneratedCode(\"Blittable.Generators\", null)]");
        code.Line("[global::System.ComponentModel.EditorBrowsable(global::System.ComponentModel.EditorBrowsableState.Never)]");
        code.Line($"{(IsPublic(method.Parameters[0].Type) ? "public" : "internal")} static void {EmittedName}({parameter}) => {MethodName}({TypeGraph.Identifier(method.Parameters[0].Name)});");
        for (var i = space.IsGlobalNamespace ? 0 : -1; i < depth; i++)
        {
            code.Close();
        }

        return code.ToString();
    }

    private static bool Customizes(IMethodSymbol method, ITypeSymbol type) => SymbolEqualityComparer.Default.Equals(CustomizedBy(method), type);

    private static MethodDeclarationSyntax? SyntaxOf(IMethodSymbol method) =>
        method.DeclaringSyntaxReferences.Select(reference => reference.GetSyntax()).OfType<MethodDeclarationSyntax>().FirstOrDefault();

    private static string KeywordOf(INamedTypeSymbol type) => (type.IsRecord, type.TypeKind) switch
    {
        (true, TypeKind.Struct) => "record struct",
        (true, _) => "record",
        (_, TypeKind.Struct) => "struct",
        (_, TypeKind.Interface) => "interface",
        _ => "class",
    };

    private static bool IsPublic(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => IsPublic(array.ElementType),
        INamedTypeSymbol named => named.DeclaredAccessibility == Accessibility.Public && named.TypeArguments.All(IsPublic) && (named.ContainingType is null || IsPublic(named.ContainingType)),
        _ => true,
    };
}
