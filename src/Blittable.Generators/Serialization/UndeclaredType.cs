using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Represents a type for which no code is generated, and the declaration that a code fix can add.</summary>
internal sealed class UndeclaredType
{
    /// <summary>The property of a diagnostic with the fully qualified name of the type to declare. It is absent if the generator would reject the declaration.</summary>
    private const string NameProperty = "Type";

    /// <summary>The argument of <c>typeof</c> must not have nullable annotations.</summary>
    private static readonly SymbolDisplayFormat NameFormat = SymbolDisplayFormat.CSharpErrorMessageFormat
        .RemoveMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    /// <summary>Describes a type.</summary>
    public UndeclaredType(ITypeSymbol type, Compilation compilation)
    {
        Name = type.ToDisplayString(NameFormat);
        if (RootReader.Accepts(type, compilation))
        {
            Properties = ImmutableDictionary<string, string?>.Empty.Add(NameProperty, TypeGraph.NameOf(type));
            // Enums, and types with type arguments, can only be declared by an attribute with an argument.
            Declarations = type is INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct or TypeKind.Interface } named && !HasArguments(named)
                ? [.. type.Locations.Where(location => location.IsInSource && compilation.ContainsSyntaxTree(location.SourceTree!))] : [];
        }
    }

    /// <summary>Gets the name of the type, as C# displays it.</summary>
    public string Name { get; }

    /// <summary>Gets the properties of diagnostics.</summary>
    public ImmutableDictionary<string, string?> Properties { get; } = ImmutableDictionary<string, string?>.Empty;

    /// <summary>Gets the locations at which the type can be marked.</summary>
    public ImmutableArray<Location> Declarations { get; } = [];

    private static bool HasArguments(INamedTypeSymbol type) => type.TypeArguments.Length > 0 || (type.ContainingType is { } outer && HasArguments(outer));
}
