using System.Collections.Immutable;
using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Generators.Serialization;

/// <summary>Finds the anonymous types of objects that calls of <c>BlittableSerializer</c> convert. A call declares them, because nothing else can.</summary>
internal static class AnonymousArguments
{
    private static readonly string[] Methods = ["Serialize", "SerializeToDocument", "SerializeAsync", "SerializeAsyncEnumerable", "Populate", "Deserialize"];

    /// <summary>Determines whether a syntax node may be such a call.</summary>
    public static bool IsCandidate(SyntaxNode node) => node is InvocationExpressionSyntax { ArgumentList.Arguments.Count: > 0 } call
        && NameOf(call) is { } name && Array.IndexOf(Methods, name.Identifier.ValueText) >= 0;

    /// <summary>Returns the anonymous types in the type argument of a call, and in the types of its arguments.</summary>
    public static ImmutableArray<RootModel> Read(GeneratorSyntaxContext found, CancellationToken cancellationToken)
    {
        var call = (InvocationExpressionSyntax)found.Node;
        if (found.SemanticModel.GetSymbolInfo(call, cancellationToken).Symbol is not IMethodSymbol { TypeArguments.Length: 1 } method
            || method.ContainingType.ToDisplayString() != "Blittable.BlittableSerializer")
        {
            return [];
        }

        // An argument of type object is written by its run-time type.
        var arguments = method.TypeArguments[0].SpecialType == SpecialType.System_Object
            ? call.ArgumentList.Arguments.Select(argument => found.SemanticModel.GetTypeInfo(Converted(argument.Expression), cancellationToken).Type) : [];
        return [.. arguments.Prepend(method.TypeArguments[0]).OfType<ITypeSymbol>().Where(IsIn)
            .Select(type => Read(type, found.SemanticModel.Compilation, NameOf(call)!.GetLocation()))];
    }

    /// <summary>Determines whether a type is or contains an anonymous type.</summary>
    public static bool IsIn(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => IsIn(array.ElementType),
        INamedTypeSymbol named => named.IsAnonymousType || named.TypeArguments.Any(IsIn) || (named.ContainingType is { } outer && IsIn(outer)),
        _ => false,
    };

    /// <summary>Returns the reason why generated code cannot refer to a type that is or contains an anonymous type; null if it can.</summary>
    public static string? FaultOf(ITypeSymbol type) => type switch
    {
        INamedTypeSymbol { IsAnonymousType: true } anonymous => anonymous.GetMembers().OfType<IPropertySymbol>().Where(property => HasParameter(property.Type))
            .Select(property => $"its property '{property.Name}' has the type {property.Type.ToDisplayString()}, whose type parameter only the calling method knows").FirstOrDefault(),
        _ => UndeclaredCollections.PartsOf(type).Count(IsIn) == 1 ? null : "only arrays, lists, sets and dictionaries can contain an anonymous type",
    };

    private static RootModel Read(ITypeSymbol type, Compilation compilation, Location location)
    {
        var options = new OptionsReader(compilation.Assembly, compilation);
        var graph = new TypeGraph(compilation, options, location);
        var key = graph.Add(type);
        var isUsable = graph.Diagnostics.All(fault => fault.Descriptor.DefaultSeverity != DiagnosticSeverity.Error);
        return new RootModel(isUsable ? key : "", SerializerOptions.Default, new(graph.Types), new(graph.Diagnostics));
    }

    private static bool HasParameter(ITypeSymbol type) => type switch
    {
        ITypeParameterSymbol => true,
        IArrayTypeSymbol array => HasParameter(array.ElementType),
        INamedTypeSymbol { IsAnonymousType: false } named => named.TypeArguments.Any(HasParameter) || (named.ContainingType is { } outer && HasParameter(outer)),
        _ => false,
    };

    /// <summary>Returns the expression whose value a conversion passes on.</summary>
    private static ExpressionSyntax Converted(ExpressionSyntax expression) => expression switch
    {
        CastExpressionSyntax cast => Converted(cast.Expression),
        ParenthesizedExpressionSyntax inner => Converted(inner.Expression),
        _ => expression,
    };

    private static SimpleNameSyntax? NameOf(InvocationExpressionSyntax call) => call.Expression switch
    {
        MemberAccessExpressionSyntax member => member.Name,
        SimpleNameSyntax name => name,
        _ => null,
    };
}
