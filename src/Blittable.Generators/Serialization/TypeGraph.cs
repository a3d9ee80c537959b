using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Collects the model of a type and of the types of all its members.</summary>
internal sealed partial class TypeGraph(Compilation compilation, SerializerOptions options, Location? location)
{
    private static readonly SymbolDisplayFormat NameFormat = SymbolDisplayFormat.FullyQualifiedFormat
        .WithMiscellaneousOptions(
            SymbolDisplayMiscellaneousOptions.UseSpecialTypes | SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers
            | SymbolDisplayMiscellaneousOptions.ExpandValueTuple);

    private readonly Dictionary<string, TypeModel?> _types = new(StringComparer.Ordinal);
    private readonly List<DiagnosticInfo> _diagnostics = [];

    /// <summary>Gets the types that were found.</summary>
    public IEnumerable<TypeModel> Types => _types.Values.OfType<TypeModel>();

    public IEnumerable<DiagnosticInfo> Diagnostics => _diagnostics;

    /// <summary>Gets the type as C# names it from anywhere.</summary>
    public static string NameOf(ITypeSymbol type) => type.WithNullableAnnotation(NullableAnnotation.NotAnnotated).ToDisplayString(NameFormat);

    /// <summary>Adds a type with all types below it.</summary>
    /// <param name="type">The type.</param>
    /// <param name="member">The member that has it, whose attributes may say how it is written.</param>
    /// <returns>Its key.</returns>
    public string Add(ITypeSymbol type, ISymbol? member = null)
    {
        var name = NameOf(type);
        var converter = ConverterOf(member) ?? ConverterOf(type);
        var isEnum = type.TypeKind == TypeKind.Enum;
        var inner = InNullable(type);
        if (inner is null && converter is null && isEnum && options.EnumsAsNames)
        {
            return AddOnce(name + "#names", key => Enum((INamedTypeSymbol)type, key, isNames: true));
        }

        if (converter is null || (inner is not null && !HandlesNullable(converter, type)))
        {
            return inner is not null
                ? AddOnce(name + (converter is null ? "" : "#" + NameOf(converter)), key => Nullable(type, inner, member, key))
                : AddOnce(name, key => isEnum ? Enum((INamedTypeSymbol)type, key, isNames: false) : Create(type, key));
        }

        switch (converter.OriginalDefinition.ToDisplayString())
        {
            case "System.Text.Json.Serialization.JsonStringEnumConverter" or "System.Text.Json.Serialization.JsonStringEnumConverter<TEnum>" when isEnum:
                return AddOnce(name + "#names", key => Enum((INamedTypeSymbol)type, key, isNames: true));
            case "System.Text.Json.Serialization.JsonNumberEnumConverter<TEnum>" when isEnum:
                return AddOnce(name, key => Enum((INamedTypeSymbol)type, key, isNames: false));
            default:
                return AddOnce(name + "#" + NameOf(converter), key => Json(type, converter, key));
        }
    }

    private static INamedTypeSymbol? ConverterOf(ISymbol? symbol) =>
        FirstArgument(AttributeOf(symbol, "JsonConverterAttribute")) as INamedTypeSymbol;

    /// <summary>Gets the first argument of an attribute; null without an argument.</summary>
    public static object? FirstArgument(AttributeData? attribute) =>
        attribute is { ConstructorArguments.Length: > 0 } ? attribute.ConstructorArguments[0].Value : null;

    private static ITypeSymbol? InNullable(ITypeSymbol type) =>
        type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable ? nullable.TypeArguments[0] : null;

    /// <summary>Gets the type that a converter handles; null for a factory.</summary>
    private static ITypeSymbol? HandledBy(INamedTypeSymbol converter)
    {
        for (var type = converter; type is not null; type = type.BaseType)
        {
            if (type.OriginalDefinition.ToDisplayString() == "System.Text.Json.Serialization.JsonConverter<T>")
            {
                return type.TypeArguments[0];
            }
        }

        return null;
    }

    private static bool HandlesNullable(INamedTypeSymbol converter, ITypeSymbol type) =>
        HandledBy(converter) is { } handled && SymbolEqualityComparer.Default.Equals(handled, type);

    private static AttributeData? AttributeOf(ISymbol? symbol, string name) =>
        symbol?.GetAttributes().FirstOrDefault(attribute =>
            attribute.AttributeClass is { } type && type.Name == name && type.ContainingNamespace.ToDisplayString() == "System.Text.Json.Serialization");

    private static string LabelOf(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => "ArrayOf" + LabelOf(array.ElementType),
        INamedTypeSymbol { TypeArguments.Length: > 0 } named => named.Name + "Of" + string.Concat(named.TypeArguments.Select(LabelOf)),
        _ => type.Name,
    };

    private string AddOnce(string key, Func<string, TypeModel> create)
    {
        if (!_types.ContainsKey(key))
        {
            _types[key] = null;
            _types[key] = create(key);
        }

        return key;
    }

    private TypeModel Nullable(ITypeSymbol type, ITypeSymbol inner, ISymbol? member, string key) => new()
    {
        Key = key, Name = NameOf(type), Label = "Nullable" + LabelOf(inner), Kind = TypeKindModel.Nullable, IsValueType = true, Element = Add(inner, member),
    };

    private TypeModel Enum(INamedTypeSymbol type, string key, bool isNames)
    {
        var fields = type.GetMembers().OfType<IFieldSymbol>().Where(field => field.HasConstantValue);
        return new TypeModel
        {
            Key = key,
            Name = NameOf(type),
            Label = LabelOf(type) + (isNames ? "Names" : ""),
            Kind = isNames ? TypeKindModel.EnumNames : TypeKindModel.Enum,
            IsValueType = true,
            Element = Add(type.EnumUnderlyingType!),
            IsFlags = type.GetAttributes().Any(attribute => attribute.AttributeClass?.ToDisplayString() == "System.FlagsAttribute"),
            Names = new(fields.Select(field => (
                FirstArgument(AttributeOf(field, "JsonStringEnumMemberNameAttribute")) as string ?? field.Name,
                NameOf(type) + "." + Identifier(field.Name)))),
        };
    }

    private TypeModel Json(ITypeSymbol type, INamedTypeSymbol converter, string key)
    {
        var handled = HandledBy(converter);
        if (handled is null || converter.IsAbstract || !converter.InstanceConstructors.Any(constructor => constructor.Parameters.Length == 0)
            || !compilation.IsSymbolAccessibleWithin(converter, compilation.Assembly) || !compilation.HasImplicitConversion(type, handled))
        {
            Report(Generators.Diagnostics.ConverterIsUnusable, NameOf(type), NameOf(converter));
        }

        return new TypeModel
        {
            Key = key, Name = NameOf(type), Label = LabelOf(type) + "Json", Kind = TypeKindModel.Json, IsValueType = type.IsValueType,
            JsonConverter = NameOf(converter),
        };
    }

    private TypeModel Create(ITypeSymbol type, string key)
    {
        if (Scalars.Find(type, NameOf(type)) is { } scalar)
        {
            return new TypeModel
            {
                Key = key, Name = NameOf(type), Label = LabelOf(type), Kind = TypeKindModel.Scalar, IsValueType = type.IsValueType,
                Reader = scalar.Reader, Writer = scalar.Writer,
            };
        }

        if (type.SpecialType == SpecialType.System_Object || type.TypeKind == TypeKind.Dynamic)
        {
            return new TypeModel { Key = key, Name = "object", Label = "Object", Kind = TypeKindModel.Dynamic };
        }

        if (Collection(type, key) is { } collection)
        {
            return collection;
        }

        if (type is not INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct or TypeKind.Interface, IsUnboundGenericType: false, IsRefLikeType: false } named
            || Scalars.IsUnsupported(type))
        {
            Report(Generators.Diagnostics.TypeIsUnsupported, NameOf(type));
            return new TypeModel { Key = key, Name = NameOf(type), Label = LabelOf(type), Kind = TypeKindModel.Dynamic, IsValueType = type.IsValueType };
        }

        if (!compilation.IsSymbolAccessibleWithin(type, compilation.Assembly))
        {
            Report(Generators.Diagnostics.TypeIsInaccessible, NameOf(type));
        }

        return Object(named, key);
    }

    private void Report(DiagnosticDescriptor descriptor, params string[] arguments) => _diagnostics.Add(DiagnosticInfo.Create(descriptor, location, arguments));

    private static string Identifier(string name) =>
        Microsoft.CodeAnalysis.CSharp.SyntaxFacts.GetKeywordKind(name) != Microsoft.CodeAnalysis.CSharp.SyntaxKind.None
            || Microsoft.CodeAnalysis.CSharp.SyntaxFacts.GetContextualKeywordKind(name) != Microsoft.CodeAnalysis.CSharp.SyntaxKind.None ? "@" + name : name;
}
