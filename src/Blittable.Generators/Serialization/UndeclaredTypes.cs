using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Finds types that cannot be converted, in the same way as the library at run time. Thread-safe.</summary>
internal sealed class UndeclaredTypes(Compilation compilation, INamedTypeSymbol converter)
{
    private readonly ConcurrentDictionary<ITypeSymbol, UndeclaredType?> _known = new(SymbolEqualityComparer.Default);
    private readonly RegisteredTypes _registered = new(compilation, converter);

    /// <summary>Returns the reason why a type cannot be converted: the type itself, or the type of elements. Null if it can be converted, or if that depends on
    /// code outside of the compilation.</summary>
    public UndeclaredType? In(ITypeSymbol type) => _known.GetOrAdd(type, Find);

    private UndeclaredType? Find(ITypeSymbol type) =>
        IsDecidable(type) && Missing(type) is { } missing && _registered.IsComplete && !_registered.MayBeHidden(missing) ? new UndeclaredType(missing, compilation) : null;

    /// <summary>Determines whether the type is the same for all callers. The generator itself reports anonymous types.</summary>
    private static bool IsDecidable(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => IsDecidable(array.ElementType),
        INamedTypeSymbol { IsAnonymousType: false, TypeKind: not TypeKind.Error } named =>
            named.TypeArguments.All(IsDecidable) && (named.ContainingType is null || IsDecidable(named.ContainingType)),
        _ => false,
    };

    private ITypeSymbol? Missing(ITypeSymbol type)
    {
        var name = TypeGraph.NameOf(type);
        if (Scalars.NeedsNoCode(type) || UndeclaredCollections.IsEnumOfNumbers(type) || RootReader.RootsOf(type).Contains(type, SymbolEqualityComparer.Default) || _registered.IsGenerated(name))
        {
            return null;
        }

        var parts = UndeclaredCollections.PartsOf(type);
        var missing = parts.IsEmpty ? type : parts.Select(Missing).FirstOrDefault(part => part is not null);
        return missing is null || _registered.Contains(name) ? null : missing;
    }
}
