using Blittable.Generators.Serialization;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Views;

/// <summary>Maps the types of properties to the types of view properties.</summary>
internal static class ViewTypes
{
    private const string ViewList = "Blittable.BlittableViewList<TView>";
    private const string ScalarList = "Blittable.BlittableList<T>";

    private static readonly string[] ArrayLike =
    [
        "System.Collections.Generic.IEnumerable<T>", "System.Collections.Generic.IReadOnlyCollection<T>", "System.Collections.Generic.IReadOnlyList<T>",
    ];

    /// <summary>Returns the <c>BlittableValue</c> method that reads a type; null if there is none.</summary>
    public static string? ReaderOf(ITypeSymbol type) => type.SpecialType switch
    {
        SpecialType.System_Boolean => "GetBoolean",
        SpecialType.System_Byte => "GetByte",
        SpecialType.System_SByte => "GetSByte",
        SpecialType.System_Int16 => "GetInt16",
        SpecialType.System_UInt16 => "GetUInt16",
        SpecialType.System_Int32 => "GetInt32",
        SpecialType.System_UInt32 => "GetUInt32",
        SpecialType.System_Int64 => "GetInt64",
        SpecialType.System_UInt64 => "GetUInt64",
        SpecialType.System_Single => "GetSingle",
        SpecialType.System_Double => "GetDouble",
        SpecialType.System_Decimal => "GetDecimal",
        SpecialType.System_String => "GetString",
        SpecialType.System_DateTime => "GetDateTime",
        _ => type.ToDisplayString() switch
        {
            "System.DateTimeOffset" => "GetDateTimeOffset",
            "System.DateOnly" => "GetDateOnly",
            "System.Guid" => "GetGuid",
            "Blittable.Dates.Timestamp" => "GetTimestamp",
            _ => null,
        },
    };

    /// <summary>
    /// Returns the full name of the view that a type is or has; null for a type without one. Views of records do not exist while the generator runs, so a view
    /// named in a declaration is recognized by its enclosing record.
    /// </summary>
    private static string? ViewOrNull(ITypeSymbol type) =>
        IsMarked(type) ? ViewOf(type)
        : type is IErrorTypeSymbol { Name: "View", ContainingType: { } outer } && IsMarked(outer) ? ViewOf(outer)
        : null;

    /// <summary>Determines whether a type has the view attribute.</summary>
    public static bool IsMarked(ITypeSymbol type) =>
        type.GetAttributes().Any(attribute => attribute.AttributeClass?.ToDisplayString() == ViewGenerator.AttributeName);

    /// <summary>Returns the full name of the view of a marked type, which is the type itself if it is a ref struct.</summary>
    public static string ViewOf(ITypeSymbol type) => FullName(type) + (type.IsRefLikeType ? "" : ".View");

    public static string FullName(ITypeSymbol type) =>
        TypeGraph.Display(type.WithNullableAnnotation(NullableAnnotation.NotAnnotated), SymbolDisplayFormat.FullyQualifiedFormat);

    /// <summary>Returns the full name, with nullable annotations of type arguments but not of the type itself.</summary>
    private static string AnnotatedName(ITypeSymbol type) => TypeGraph.Display(
        type.WithNullableAnnotation(NullableAnnotation.NotAnnotated),
        SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier));

    private static string ElementName(ITypeSymbol item) => AnnotatedName(item) + (item is { IsReferenceType: true, NullableAnnotation: NullableAnnotation.Annotated } ? "?" : "");

    /// <summary>Describes a property; null if a view cannot have a typed property of its type.</summary>
    /// <param name="property">The property.</param>
    /// <param name="jsonName">Its name in documents.</param>
    /// <param name="accessibility">The modifiers of the property of the view.</param>
    /// <param name="isDeclared">true for a property of a declared view, which has the type of its declaration.</param>
    public static ViewProperty? Describe(IPropertySymbol property, string jsonName, string accessibility, bool isDeclared)
    {
        var type = property.Type;
        var isReference = type.IsReferenceType;
        // Without nullable annotations, every reference can be null.
        var isNullable = type.NullableAnnotation == NullableAnnotation.Annotated || (isReference && type.NullableAnnotation == NullableAnnotation.None);
        if (type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable)
        {
            type = nullable.TypeArguments[0];
            isNullable = true;
        }

        ViewProperty Make(
            ViewPropertyKind kind, string typeName, string reader = "", ViewEnum? members = null, string collection = "", string objectType = "", bool isElementReference = false) =>
            new(property.Name, jsonName, kind, typeName, reader, isNullable, isReference, accessibility,
                members, collection, collection.Length == 0 ? "" : AnnotatedName(type), objectType, isElementReference);

        if (ReaderOf(type) is { } reader)
        {
            return Make(ViewPropertyKind.Scalar, FullName(type), reader);
        }

        if (type is INamedTypeSymbol { TypeKind: TypeKind.Enum } @enum)
        {
            return Make(ViewPropertyKind.Enum, FullName(type), members: EnumOf(@enum));
        }

        if (ViewOrNull(type) is { } view && !(isDeclared && IsMarked(type) && !type.IsRefLikeType))
        {
            return Make(ViewPropertyKind.View, view);
        }

        switch (type.ToDisplayString())
        {
            case "System.ReadOnlySpan<byte>":
                return Make(ViewPropertyKind.Utf8, FullName(type));
            case "Blittable.BlittableValue":
                return Make(ViewPropertyKind.Value, FullName(type));
        }

        if (type is INamedTypeSymbol { TypeArguments.Length: 1 } generic)
        {
            var element = generic.TypeArguments[0];
            switch (generic.OriginalDefinition.ToDisplayString())
            {
                case ViewList when ViewOrNull(element) is { } elementView:
                    return Make(ViewPropertyKind.ViewList, elementView);
                case ScalarList when ReaderOf(element) is { } elementReader:
                    return Make(ViewPropertyKind.ScalarList, ElementName(element), elementReader);
            }
        }

        return isDeclared ? null
            : IsBinary(type) ? Make(ViewPropertyKind.Binary, "global::System.ReadOnlySpan<byte>")
            : ElementOf(type, out var collection) is { } item ? Sequence(item, collection)
            : null;

        ViewProperty? Sequence(ITypeSymbol item, string collection) =>
            IsMarked(item) && !item.IsRefLikeType ? Make(ViewPropertyKind.ViewList, ViewOf(item), collection: collection, objectType: ElementName(item), isElementReference: item.IsReferenceType)
            : ReaderOf(item) is { } itemReader ? Make(ViewPropertyKind.ScalarList, ElementName(item), itemReader, collection: collection, objectType: ElementName(item))
            : null;
    }

    private static ViewEnum EnumOf(INamedTypeSymbol type) => new(
        new(type.GetMembers().OfType<IFieldSymbol>().Where(member => member.HasConstantValue).Select(member => (member.Name, JsonNameOf(member)))),
        type.GetAttributes().Any(attribute => attribute.AttributeClass?.ToDisplayString() == "System.FlagsAttribute"),
        type.EnumUnderlyingType!.SpecialType is SpecialType.System_Byte or SpecialType.System_UInt16 or SpecialType.System_UInt32 or SpecialType.System_UInt64,
        ReaderOf(type.EnumUnderlyingType)!);

    private static string JsonNameOf(IFieldSymbol member) => member.GetAttributes()
        .FirstOrDefault(attribute => attribute.AttributeClass?.ToDisplayString() == "System.Text.Json.Serialization.JsonStringEnumMemberNameAttribute")
        ?.ConstructorArguments[0].Value as string ?? member.Name;

    /// <summary>Determines whether values of a type are binary data in documents.</summary>
    private static bool IsBinary(ITypeSymbol type) => type is IArrayTypeSymbol { Rank: 1, ElementType.SpecialType: SpecialType.System_Byte };

    /// <summary>Returns the element type of a list in an object or a declared view; null for any other type.</summary>
    public static ITypeSymbol? ElementOf(ITypeSymbol type) =>
        type is INamedTypeSymbol { TypeArguments.Length: 1 } list && list.OriginalDefinition.ToDisplayString() is ViewList or ScalarList ? list.TypeArguments[0]
            : IsBinary(type) ? null : ElementOf(type, out _);

    /// <summary>Returns the element type of an object's collection, and the expression that creates the collection from an array.</summary>
    private static ITypeSymbol? ElementOf(ITypeSymbol type, out string collection)
    {
        collection = "{0}";
        if (type is IArrayTypeSymbol { Rank: 1 } array)
        {
            return array.ElementType;
        }

        if (type is not INamedTypeSymbol { TypeArguments.Length: 1 } generic)
        {
            return null;
        }

        var definition = generic.OriginalDefinition.ToDisplayString();
        switch (definition)
        {
            case "System.Collections.Generic.List<T>":
                collection = $"new {AnnotatedName(type)}({{0}})";
                return generic.TypeArguments[0];
            case "System.Collections.Generic.ICollection<T>" or "System.Collections.Generic.IList<T>":
                // Elements can be added to these, but not to an array.
                collection = $"new global::System.Collections.Generic.List<{ElementName(generic.TypeArguments[0])}>({{0}})";
                return generic.TypeArguments[0];
            case "System.Collections.Immutable.ImmutableArray<T>":
                collection = "global::System.Collections.Immutable.ImmutableArray.Create({0})";
                return generic.TypeArguments[0];
            default:
                return ArrayLike.Contains(definition) ? generic.TypeArguments[0] : null;
        }
    }
}
