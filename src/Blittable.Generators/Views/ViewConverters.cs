using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Views;

/// <summary>Finds properties whose values in documents do not have the form of their type, because of a converter or numbers written as strings.</summary>
internal static class ViewConverters
{
    private const string Namespace = "System.Text.Json.Serialization.";

    /// <summary>Determines whether a view cannot read a property according to its type.</summary>
    public static bool IsConverted(IPropertySymbol property)
    {
        const int writeAsString = 2;
        var type = property.Type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable ? nullable.TypeArguments[0] : property.Type;
        return HasConverter(property) || (type.TypeKind == TypeKind.Enum && HasConverter(type))
            || property.GetAttributes().Concat(property.ContainingType.GetAttributes()).Any(attribute =>
                attribute.AttributeClass?.ToDisplayString() == Namespace + "JsonNumberHandlingAttribute"
                && FirstArgument(attribute) is int handling && (handling & writeAsString) != 0 && ViewTypes.ReaderOf(type) is not (null or "GetString"));
    }

    private static object? FirstArgument(AttributeData attribute) => attribute.ConstructorArguments.Length > 0 ? attribute.ConstructorArguments[0].Value : null;

    /// <summary>Determines whether a symbol has a converter other than the converters that choose between names and numbers of an enum.</summary>
    private static bool HasConverter(ISymbol symbol) => symbol.GetAttributes().Any(attribute =>
        attribute.AttributeClass?.ToDisplayString() == Namespace + "JsonConverterAttribute"
        && (FirstArgument(attribute) is not INamedTypeSymbol converter || converter.OriginalDefinition.ToDisplayString() is not
            (Namespace + "JsonStringEnumConverter" or Namespace + "JsonStringEnumConverter<TEnum>" or Namespace + "JsonNumberEnumConverter<TEnum>")));
}
