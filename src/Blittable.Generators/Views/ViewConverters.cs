using Blittable.Generators.Serialization;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Views;

/// <summary>Finds properties whose values in documents do not have the form of their type, because of a converter or numbers written as strings.</summary>
internal static class ViewConverters
{
    private const string Namespace = "System.Text.Json.Serialization.";

    /// <summary>Determines whether a view cannot read a property according to its type.</summary>
    public static bool IsConverted(IPropertySymbol property, INamedTypeSymbol owner, OptionsReader options)
    {
        const int writeAsString = 2;
        var type = property.Type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable ? nullable.TypeArguments[0] : property.Type;
        var element = ViewTypes.ElementOf(type) ?? type;
        var isNumber = ViewTypes.ReaderOf(element) is not (null or "GetString");
        return HasConverter(property) || HasOwnConverter(element)
            || options.Converters.Any(converter => TypeGraph.HandledBy(converter) is { } handled
                && (SymbolEqualityComparer.Default.Equals(handled, type) || SymbolEqualityComparer.Default.Equals(handled, element)))
            || (isNumber && Scalars.IsNumber(TypeGraph.NameOf(element)) && ((HandlingOf(property) ?? HandlingOf(owner) ?? options.Options.NumberHandling) & writeAsString) != 0);
    }

    /// <summary>Determines whether a type that views would otherwise read has a converter. The library itself reads the scalars that have one.</summary>
    private static bool HasOwnConverter(ITypeSymbol type) => (type.TypeKind == TypeKind.Enum || ViewTypes.IsMarked(type)) && HasConverter(type);

    /// <summary>Returns the flags of the <c>JsonNumberHandling</c> of a property or type; null without the attribute.</summary>
    private static int? HandlingOf(ISymbol symbol) =>
        symbol.GetAttributes().FirstOrDefault(attribute => attribute.AttributeClass?.ToDisplayString() == Namespace + "JsonNumberHandlingAttribute") is { } attribute
            ? FirstArgument(attribute) as int? : null;

    private static object? FirstArgument(AttributeData attribute) => attribute.ConstructorArguments.Length > 0 ? attribute.ConstructorArguments[0].Value : null;

    /// <summary>Determines whether a symbol has a converter other than the converters that choose between names and numbers of an enum.</summary>
    private static bool HasConverter(ISymbol symbol) => symbol.GetAttributes().Any(attribute =>
        TypeGraph.IsConverterAttribute(attribute.AttributeClass)
        && (FirstArgument(attribute) is not INamedTypeSymbol converter || converter.OriginalDefinition.ToDisplayString() is not
            (Namespace + "JsonStringEnumConverter" or Namespace + "JsonStringEnumConverter<TEnum>" or Namespace + "JsonNumberEnumConverter<TEnum>")));
}
