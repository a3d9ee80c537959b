using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>A type that somebody marked, with what keeps it from being serialized.</summary>
internal sealed record SerializedRoot(string TypeName, EquatableArray<DiagnosticInfo> Diagnostics)
{
    /// <summary>Gets the types that the attributes of a declaration name: the declared type itself where an attribute has no argument.</summary>
    public static ImmutableArray<SerializedRoot> From(GeneratorAttributeSyntaxContext found)
    {
        var roots = ImmutableArray.CreateBuilder<SerializedRoot>();
        foreach (var attribute in found.Attributes)
        {
            var type = attribute.ConstructorArguments.Length > 0 ? attribute.ConstructorArguments[0].Value as ITypeSymbol : found.TargetSymbol as ITypeSymbol;
            if (type is not null)
            {
                roots.Add(new SerializedRoot(type.ToDisplayString(), new EquatableArray<DiagnosticInfo>(Check(type, attribute, found.SemanticModel.Compilation))));
            }
        }

        return roots.ToImmutable();
    }

    private static IEnumerable<DiagnosticInfo> Check(ITypeSymbol type, AttributeData attribute, Compilation compilation)
    {
        var location = attribute.ApplicationSyntaxReference is { } reference ? reference.SyntaxTree.GetLocation(reference.Span) : null;
        if (type is INamedTypeSymbol named && (named.IsUnboundGenericType || named.TypeArguments.Any(argument => argument.TypeKind == TypeKind.TypeParameter)))
        {
            yield return DiagnosticInfo.Create(Generators.Diagnostics.TypeIsOpen, location, type.ToDisplayString());
        }
        else if (!compilation.IsSymbolAccessibleWithin(type, compilation.Assembly))
        {
            yield return DiagnosticInfo.Create(Generators.Diagnostics.TypeIsInaccessible, location, type.ToDisplayString());
        }
    }
}
