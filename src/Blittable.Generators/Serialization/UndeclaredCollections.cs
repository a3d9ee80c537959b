using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Lists the collections that the library converts at run time with the converter of their elements, without generated code.</summary>
internal static class UndeclaredCollections
{
    private const string Generic = "System.Collections.Generic.", Immutable = "System.Collections.Immutable.", Frozen = "System.Collections.Frozen.",
        Concurrent = "System.Collections.Concurrent.", ObjectModel = "System.Collections.ObjectModel.";

    private static readonly ImmutableHashSet<string> Sequences = ImmutableHashSet.Create(
        StringComparer.Ordinal,
        Generic + "IEnumerable", Generic + "ICollection", Generic + "IList", Generic + "IReadOnlyCollection", Generic + "IReadOnlyList", Generic + "List",
        Generic + "ISet", Generic + "IReadOnlySet", Generic + "HashSet", Generic + "SortedSet", Generic + "LinkedList", Generic + "Queue", Generic + "Stack",
        ObjectModel + "Collection", ObjectModel + "ObservableCollection", ObjectModel + "ReadOnlyCollection", ObjectModel + "ReadOnlyObservableCollection",
        ObjectModel + "ReadOnlySet", Immutable + "ImmutableArray", Immutable + "ImmutableList", Immutable + "ImmutableHashSet", Immutable + "ImmutableSortedSet",
        Immutable + "ImmutableQueue", Immutable + "ImmutableStack", Immutable + "IImmutableList", Immutable + "IImmutableSet", Immutable + "IImmutableQueue",
        Immutable + "IImmutableStack", Frozen + "FrozenSet", Concurrent + "ConcurrentQueue", Concurrent + "ConcurrentStack", Concurrent + "ConcurrentBag",
        "System.ArraySegment", "System.Memory", "System.ReadOnlyMemory", "System.Nullable");

    private static readonly ImmutableHashSet<string> Maps = ImmutableHashSet.Create(
        StringComparer.Ordinal,
        Generic + "IDictionary", Generic + "IReadOnlyDictionary", Generic + "Dictionary", Generic + "SortedDictionary", Generic + "SortedList",
        Generic + "OrderedDictionary", ObjectModel + "ReadOnlyDictionary", Concurrent + "ConcurrentDictionary", Immutable + "ImmutableDictionary",
        Immutable + "IImmutableDictionary", Immutable + "ImmutableSortedDictionary", Frozen + "FrozenDictionary");

    /// <summary>Returns the types whose converters a collection needs; none if a collection of this type needs generated code.</summary>
    public static ImmutableArray<ITypeSymbol> PartsOf(ITypeSymbol type)
    {
        if (type is IArrayTypeSymbol array)
        {
            return array.Rank == 1 ? [array.ElementType] : [];
        }

        if (type is not INamedTypeSymbol { ContainingType: null, ContainingNamespace: { } space, TypeArguments: { Length: 1 or 2 } arguments })
        {
            return [];
        }

        var name = $"{space.ToDisplayString()}.{type.Name}";
        return arguments.Length == 1 ? (Sequences.Contains(name) ? arguments : [])
            : name == Generic + "KeyValuePair" ? arguments
            : Maps.Contains(name) && IsKey(arguments[0]) ? [arguments[1]]
            : [];
    }

    /// <summary>Determines whether the library converts a type without generated code: a scalar, an enum without a converter, or a collection of such types.</summary>
    public static bool NeedsNoCode(ITypeSymbol type) =>
        Scalars.NeedsNoCode(type) || IsEnumOfNumbers(type) || (PartsOf(type) is { IsEmpty: false } parts && parts.All(NeedsNoCode));

    /// <summary>Determines whether a type is an enum without a converter, which is converted by its numbers.</summary>
    public static bool IsEnumOfNumbers(ITypeSymbol type) =>
        type.TypeKind == TypeKind.Enum && !type.GetAttributes().Any(attribute => TypeGraph.IsConverterAttribute(attribute.AttributeClass));

    private static bool IsKey(ITypeSymbol type) => type.TypeKind == TypeKind.Enum || Scalars.IsKey(TypeGraph.NameOf(type));
}
