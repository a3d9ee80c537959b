using System.Collections.Immutable;
using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Reads the types that a declaration marks.</summary>
internal static class RootReader
{
    /// <summary>Returns the types specified by the attributes of a declaration. An attribute without an argument specifies the declared type itself.</summary>
    public static ImmutableArray<RootModel> Read(GeneratorAttributeSyntaxContext found, CancellationToken cancellationToken)
    {
        var options = new OptionsReader(found.TargetSymbol, found.SemanticModel.Compilation);
        var roots = ImmutableArray.CreateBuilder<RootModel>();
        foreach (var attribute in found.Attributes)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (RootOf(attribute, found.TargetSymbol) is { } type)
            {
                roots.Add(Read(type, options, attribute, found.SemanticModel.Compilation, found.TargetSymbol as INamedTypeSymbol));
            }
        }

        if (roots.Count > 0 && found.TargetSymbol is INamedTypeSymbol declaration)
        {
            ReportUnused(declaration, roots, found.SemanticModel.Compilation);
        }

        return roots.ToImmutable();
    }

    /// <summary>Reports the methods of a declaration that seem to customize a contract, but are never called.</summary>
    private static void ReportUnused(INamedTypeSymbol declaration, ImmutableArray<RootModel>.Builder roots, Compilation compilation)
    {
        var faults = new List<DiagnosticInfo>();
        foreach (var method in ContractReader.MethodsOf(declaration))
        {
            var fault = !ContractReader.IsUsable(method) ? "it must be a static partial void method with a body"
                : !TypeGraph.IsReachable(declaration, compilation) ? $"generated code cannot access {declaration.ToDisplayString()}"
                : roots.Any(root => root.Contracts.Contains(ContractReader.Declare(method))) ? ""
                : $"{ContractReader.CustomizedBy(method)!.ToDisplayString()} is not an object among the types that {declaration.Name} declares";
            if (fault.Length > 0)
            {
                faults.Add(DiagnosticInfo.Create(Generators.Diagnostics.CustomizationIsIgnored, method.Locations.FirstOrDefault(), method.ToDisplayString(), fault));
            }
        }

        var last = roots[roots.Count - 1];
        roots[roots.Count - 1] = last with { Diagnostics = new(last.Diagnostics.Concat(faults)) };
    }

    /// <summary>Returns the types that the attributes of a declaration mark.</summary>
    public static IEnumerable<ITypeSymbol> RootsOf(ISymbol declaration) => declaration.GetAttributes()
        .Where(attribute => attribute.AttributeClass?.ToDisplayString() == SerializerGenerator.AttributeName)
        .Select(attribute => RootOf(attribute, declaration)).OfType<ITypeSymbol>();

    /// <summary>Determines whether the generator accepts a declaration of a type.</summary>
    public static bool Accepts(ITypeSymbol type, Compilation compilation) => Read(type, new OptionsReader(type, compilation), null, compilation).Key.Length > 0;

    private static ITypeSymbol? RootOf(AttributeData attribute, ISymbol declaration) =>
        attribute.ConstructorArguments.Length > 0 ? attribute.ConstructorArguments[0].Value as ITypeSymbol : declaration as ITypeSymbol;

    private static RootModel Read(ITypeSymbol type, OptionsReader options, AttributeData? attribute, Compilation compilation, INamedTypeSymbol? declaration = null)
    {
        var location = attribute?.ApplicationSyntaxReference is { } reference ? reference.SyntaxTree.GetLocation(reference.Span) : null;
        var fault = type.IsStatic || TypeGraph.IsNoTypeArgument(type) ? Generators.Diagnostics.TypeIsUnsupported
            : IsOpen(type) ? Generators.Diagnostics.TypeIsOpen
            : !TypeGraph.IsReachable(type, compilation) ? Generators.Diagnostics.TypeIsInaccessible : null;
        if (fault is not null)
        {
            return new RootModel("", options.Options, default, new([DiagnosticInfo.Create(fault, location, type.ToDisplayString())]));
        }

        var graph = new TypeGraph(compilation, options, location, declaration);
        var key = graph.Add(type);
        return new RootModel(
            graph.Diagnostics.Any(fault => fault.Descriptor.DefaultSeverity == DiagnosticSeverity.Error) ? "" : key, options.Options, new(graph.Types), new(options.Diagnostics.Concat(graph.Diagnostics)),
            new(graph.Contracts), DiagnosticInfo.Create(Generators.Diagnostics.DeclaredTwice, location, type.ToDisplayString()));
    }

    private static bool IsOpen(ITypeSymbol type) => type is INamedTypeSymbol named
        && (named.IsUnboundGenericType || named.TypeArguments.Any(argument => argument.TypeKind == TypeKind.TypeParameter) || (named.ContainingType is { } outer && IsOpen(outer)));
}
