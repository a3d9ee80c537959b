using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Blittable.Generators.Serialization;

/// <summary>Collects the models of a type and of the types of all its members.</summary>
internal sealed partial class TypeGraph(Compilation compilation, OptionsReader settings, Location? location, INamedTypeSymbol? declaration = null)
{
    /// <summary>The maximum nesting of type arguments.</summary>
    private const int MaxNesting = 20;

    private static readonly SymbolDisplayFormat NameFormat = SymbolDisplayFormat.FullyQualifiedFormat
        .WithMiscellaneousOptions(
            SymbolDisplayMiscellaneousOptions.UseSpecialTypes | SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers
            | SymbolDisplayMiscellaneousOptions.ExpandValueTuple);

    private readonly Dictionary<string, TypeModel?> _types = new(StringComparer.Ordinal);
    private readonly HashSet<string> _registered = new(StringComparer.Ordinal);
    private readonly HashSet<string> _own = new(StringComparer.Ordinal);
    private readonly List<DiagnosticInfo> _diagnostics = [];
    private readonly List<string> _contracts = [];
    private readonly SerializerOptions _options = settings.Options;

    private bool _isEndless;

    /// <summary>The member whose type is being added, which is the location of diagnostics.</summary>
    private ISymbol? _member;

    /// <summary>Gets the collected types.</summary>
    public IEnumerable<TypeModel> Types => _types.Values.OfType<TypeModel>()
        .Select(type => type with { IsRegistered = _registered.Contains(type.Key), IsOwn = _own.Contains(type.Key) });

    public IEnumerable<DiagnosticInfo> Diagnostics => _diagnostics;

    /// <summary>Gets the declarations of the methods that customize contracts, as source text.</summary>
    public IEnumerable<string> Contracts => _contracts;

    /// <summary>Returns the fully qualified C# name of a type.</summary>
    public static string NameOf(ITypeSymbol type) => Display(type.WithNullableAnnotation(NullableAnnotation.NotAnnotated), NameFormat);

    /// <summary>Returns the display text of a symbol as C# source text. Roslyn itself escapes keywords, but not contextual keywords, which C# refuses or
    /// interprets in some places.</summary>
    public static string Display(ISymbol symbol, SymbolDisplayFormat format) => string.Concat(symbol.ToDisplayParts(format).Select(part =>
        part.Kind is SymbolDisplayPartKind.Keyword or SymbolDisplayPartKind.Punctuation or SymbolDisplayPartKind.Space ? part.ToString() : Identifier(part.ToString())));

    /// <summary>Adds a type and all types that it refers to.</summary>
    /// <param name="type">The type.</param>
    /// <param name="member">The member of that type, whose attributes may affect the conversion.</param>
    /// <param name="numbers">The number handling of the member or its type, if specified.</param>
    /// <returns>The key of the type.</returns>
    public string Add(ITypeSymbol type, ISymbol? member = null, int? numbers = null)
    {
        var own = FirstArgument(AttributeOf(type, "JsonNumberHandlingAttribute")) as int?;
        // Zero is strict handling, which must also apply to the elements.
        var handling = TakesNumbers(type) ? numbers ?? own ?? _options.NumberHandling : (int?)null;
        var key = AddWith(type, member, handling);
        // Options do not change types that need no declaration or are of another assembly: only their attributes do.
        var isForeign = IsForeign(type);
        var hasOptions = !_options.Equals(SerializerOptions.Default);
        var isOfOptions = OptionOf(type) is not null || (handling is not (null or 0) && (numbers is not null || own is null))
            || (_options.EnumsAsNames && (InNullable(type) ?? type) is { TypeKind: TypeKind.Enum } named && !SymbolEqualityComparer.Default.Equals(named.ContainingAssembly, compilation.Assembly))
            || (isForeign && (_options.KeyPolicy.Length > 0 || _options.ReadsNodes || _options.RefusesDuplicates || (hasOptions && !UndeclaredCollections.PartsOf(type).IsEmpty)));
        if (!isForeign || (!hasOptions && UndeclaredCollections.NeedsNoCode(type)))
        {
            _own.Add(key);
        }

        if (ConverterOf(member) is null && !isOfOptions && !IsNoTypeArgument(type))
        {
            _registered.Add(key);
        }

        return key;
    }

    /// <summary>Determines whether C# refuses a type as a type argument, for example of its converter: an interface with static members that are not
    /// implemented.</summary>
    public static bool IsNoTypeArgument(ITypeSymbol type) => type.TypeKind == TypeKind.Interface && type.AllInterfaces.Append(type)
        .SelectMany(declaring => declaring.GetMembers()).Any(member => member is { IsStatic: true, IsAbstract: true } && type.FindImplementationForInterfaceMember(member) is null);

    /// <summary>Determines whether neither a type nor its type arguments belong to this assembly.</summary>
    private bool IsForeign(ITypeSymbol type) => type is IArrayTypeSymbol array ? IsForeign(array.ElementType)
        : !SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, compilation.Assembly) && (type as INamedTypeSymbol)?.TypeArguments.All(IsForeign) != false
            && (type.ContainingType is null || IsForeign(type.ContainingType));

    private string AddWith(ITypeSymbol type, ISymbol? member, int? numbers)
    {
        var name = NameOf(type);
        var converter = ConverterOf(member) ?? OptionOf(type);
        var isEnum = type.TypeKind == TypeKind.Enum;
        var inner = InNullable(type);
        // The JSON converters of documents and timestamps are for System.Text.Json; the library needs no JSON for them.
        converter ??= (isEnum && _options.NamesAllEnums) || Scalars.Find(type, name) is not null ? null : ConverterOf(type);
        if (inner is null && converter is null && isEnum && _options.EnumsAsNames)
        {
            return AddOnce(name + "#names", key => Enum((INamedTypeSymbol)type, key, isNames: true));
        }

        if (converter is null || (inner is not null && !HandlesNullable(converter, type)))
        {
            var suffix = numbers is null or 0 ? "" : "#n" + numbers;
            return inner is not null
                ? AddOnce(name + (converter is null ? suffix : "#" + NameOf(converter)), key => Nullable(type, inner, member, key, numbers))
                : AddOnce(name + suffix, key => isEnum ? Enum((INamedTypeSymbol)type, key, isNames: false) : Create(type, key, numbers));
        }

        if (IsOfOtherEnum(converter, type))
        {
            Report(Generators.Diagnostics.ConverterIsUnusable, name, NameOf(converter));
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

    /// <summary>Determines whether a converter of System.Text.Json for enums does not handle a type, such as a collection of enums.</summary>
    private static bool IsOfOtherEnum(INamedTypeSymbol converter, ITypeSymbol type) => converter.OriginalDefinition.ToDisplayString() switch
    {
        "System.Text.Json.Serialization.JsonStringEnumConverter" => type.TypeKind != TypeKind.Enum,
        "System.Text.Json.Serialization.JsonStringEnumConverter<TEnum>" or "System.Text.Json.Serialization.JsonNumberEnumConverter<TEnum>" =>
            !SymbolEqualityComparer.Default.Equals(converter.TypeArguments[0], type),
        _ => false,
    };

    /// <summary>Returns the name of a namespace as C# source text.</summary>
    public static string NamespaceOf(INamespaceSymbol space) =>
        Display(space, SymbolDisplayFormat.FullyQualifiedFormat.WithGlobalNamespaceStyle(SymbolDisplayGlobalNamespaceStyle.Omitted));

    /// <summary>Returns a name as C# source text.</summary>
    public static string Identifier(string name) =>
        Microsoft.CodeAnalysis.CSharp.SyntaxFacts.GetKeywordKind(name) != Microsoft.CodeAnalysis.CSharp.SyntaxKind.None
            || Microsoft.CodeAnalysis.CSharp.SyntaxFacts.GetContextualKeywordKind(name) != Microsoft.CodeAnalysis.CSharp.SyntaxKind.None ? "@" + name : name;

    /// <summary>Determines whether generated code can refer to a type.</summary>
    public static bool IsReachable(ITypeSymbol type, Compilation compilation)
    {
        for (var outer = type as INamedTypeSymbol; outer is not null; outer = outer.ContainingType)
        {
            if (outer.IsFileLocal || outer.TypeArguments.Any(argument => !IsReachable(argument, compilation)))
            {
                return false;
            }
        }

        return type is IArrayTypeSymbol array ? IsReachable(array.ElementType, compilation) : compilation.IsSymbolAccessibleWithin(type, compilation.Assembly);
    }

    /// <summary>Determines whether number handling applies to a type: a number, or a collection of numbers.</summary>
    private static bool TakesNumbers(ITypeSymbol type)
    {
        return IsNumber(type) || (ElementOf(type) is { } element ? IsNumber(element) : IsUntyped(type));

        // A value of type object may be a number at run time.
        static bool IsNumber(ITypeSymbol type) => type.SpecialType == SpecialType.System_Object || Scalars.IsNumber(NameOf(InNullable(type) ?? type));

        static bool IsUntyped(ITypeSymbol type) => Scalars.Find(type, NameOf(type)) is null && type.SpecialType != SpecialType.System_String && IsCollection(type);

        // Binary data is a scalar.
        static ITypeSymbol? ElementOf(ITypeSymbol type) => Scalars.Find(type, NameOf(type)) is not null ? null
            : type is IArrayTypeSymbol array ? array.ElementType
            : type is not INamedTypeSymbol named ? null
            : Interface(named, "System.Collections.Generic.IDictionary<TKey, TValue>") is { } map ? map.TypeArguments[1]
            : Interface(named, "System.Collections.Generic.IReadOnlyDictionary<TKey, TValue>") is { } readOnly ? readOnly.TypeArguments[1]
            : named.OriginalDefinition.ToDisplayString() is "System.Memory<T>" or "System.ReadOnlyMemory<T>" ? named.TypeArguments[0]
            : Interface(named, "System.Collections.Generic.IEnumerable<T>")?.TypeArguments[0];
    }

    private INamedTypeSymbol? ConverterOf(ISymbol? symbol)
    {
        if (symbol?.GetAttributes().FirstOrDefault(attribute => IsConverterAttribute(attribute.AttributeClass?.BaseType)) is { } derived)
        {
            Report(Generators.Diagnostics.ConverterIsUnusable, symbol.ToDisplayString(), derived.AttributeClass!.ToDisplayString());
        }

        return FirstArgument(AttributeOf(symbol, "JsonConverterAttribute")) as INamedTypeSymbol;
    }

    /// <summary>Determines whether an attribute specifies a converter: <c>[JsonConverter]</c> or an attribute derived from it.</summary>
    public static bool IsConverterAttribute(INamedTypeSymbol? type) =>
        type is not null && (type.ToDisplayString() == "System.Text.Json.Serialization.JsonConverterAttribute" || IsConverterAttribute(type.BaseType));

    /// <summary>Returns the converter that the options specify for a type.</summary>
    private INamedTypeSymbol? OptionOf(ITypeSymbol type) => settings.Converters.FirstOrDefault(converter =>
        SymbolEqualityComparer.Default.Equals(HandledBy(converter) ?? converter.TypeArguments.FirstOrDefault(), type)
        || (InNullable(type) is { } inner && SymbolEqualityComparer.Default.Equals(HandledBy(converter) ?? converter.TypeArguments.FirstOrDefault(), inner)));

    /// <summary>Returns the first argument of an attribute; null if there is none.</summary>
    public static object? FirstArgument(AttributeData? attribute) =>
        attribute is { ConstructorArguments.Length: > 0 } ? attribute.ConstructorArguments[0].Value : null;

    private static ITypeSymbol? InNullable(ITypeSymbol type) =>
        type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable ? nullable.TypeArguments[0] : null;

    /// <summary>Returns the type that a converter handles; null for a factory.</summary>
    public static ITypeSymbol? HandledBy(INamedTypeSymbol converter)
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
        { IsAnonymousType: true } => "Anonymous",
        _ => type.Name,
    };

    /// <summary>Returns the number of types that are nested in the type arguments of a type.</summary>
    private static int NestingOf(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => 1 + NestingOf(array.ElementType),
        INamedTypeSymbol { IsAnonymousType: false } named => Math.Max(
            named.ContainingType is { } outer ? NestingOf(outer) : 0, named.TypeArguments.Select(NestingOf).DefaultIfEmpty(-1).Max() + 1),
        _ => 0,
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

    private TypeModel Nullable(ITypeSymbol type, ITypeSymbol inner, ISymbol? member, string key, int? numbers) => new()
    {
        Key = key, Name = NameOf(type), Label = "Nullable" + LabelOf(inner), Kind = TypeKindModel.Nullable, IsValueType = true, Element = Add(inner, member, numbers),
    };

    private TypeModel Enum(INamedTypeSymbol type, string key, bool isNames)
    {
        RequireReachable(type);
        var fields = type.GetMembers().OfType<IFieldSymbol>().Where(field => field.HasConstantValue);
        return new TypeModel
        {
            Key = key,
            Name = NameOf(type),
            Label = LabelOf(type) + (isNames ? "Names" : ""),
            Kind = isNames ? TypeKindModel.EnumNames : TypeKindModel.Enum,
            IsValueType = true,
            Element = AddPlain(type.EnumUnderlyingType!),
            IsFlags = type.GetAttributes().Any(attribute => attribute.AttributeClass?.ToDisplayString() == "System.FlagsAttribute"),
            KeyNames = new(fields.Select(field => FirstArgument(AttributeOf(field, "JsonStringEnumMemberNameAttribute")) as string ?? PropertyNaming.Apply(_options.KeyPolicy, field.Name))),
            Names = new(fields.Select(field => (
                FirstArgument(AttributeOf(field, "JsonStringEnumMemberNameAttribute")) as string ?? field.Name,
                NameOf(type) + "." + Identifier(field.Name)))),
        };
    }

    private TypeModel Json(ITypeSymbol type, INamedTypeSymbol converter, string key)
    {
        RequireReachable(type);
        var handled = HandledBy(converter);
        var isFactory = handled is null && IsFactory(converter);
        if ((handled is null && !isFactory) || !IsCreatable(converter, compilation) || (handled is not null && !IsReferenceTo(type, handled)))
        {
            Report(Generators.Diagnostics.ConverterIsUnusable, NameOf(type), NameOf(converter));
        }

        return new TypeModel
        {
            Key = key, Name = NameOf(type), Label = LabelOf(type) + "Json", Kind = TypeKindModel.Json, IsValueType = type.IsValueType,
            JsonConverter = NameOf(converter), IsFactory = isFactory,
        };
    }

    /// <summary>Determines whether a converter of a type can represent values of another type, without converting them.</summary>
    private bool IsReferenceTo(ITypeSymbol type, ITypeSymbol handled) =>
        compilation.ClassifyConversion(type, handled) is { IsImplicit: true } conversion && (conversion.IsIdentity || conversion.IsReference || conversion.IsBoxing);

    /// <summary>Determines whether generated code can create an object of a type.</summary>
    public static bool IsCreatable(INamedTypeSymbol type, Compilation compilation) => !type.IsAbstract && IsReachable(type, compilation) && !DemandsMembers(type)
        && type.InstanceConstructors.Any(constructor => constructor.Parameters.Length == 0 && compilation.IsSymbolAccessibleWithin(constructor, compilation.Assembly));

    private static bool IsFactory(INamedTypeSymbol? converter) => converter is not null
        && (converter.ToDisplayString() == "System.Text.Json.Serialization.JsonConverterFactory" || IsFactory(converter.BaseType));

    private TypeModel Create(ITypeSymbol type, string key, int? numbers)
    {
        if (Scalars.Find(type, NameOf(type)) is { } scalar)
        {
            return new TypeModel
            {
                Key = key, Name = NameOf(type), Label = LabelOf(type), Kind = TypeKindModel.Scalar, IsValueType = type.IsValueType,
                Reader = scalar.Reader, Writer = scalar.Writer, NumberHandling = numbers ?? 0,
            };
        }

        if (type.SpecialType == SpecialType.System_Object || type.TypeKind == TypeKind.Dynamic)
        {
            return new TypeModel { Key = key, Name = "object", Label = "Object", Kind = TypeKindModel.Dynamic, NumberHandling = numbers ?? 0 };
        }

        // A generic type with a member of the same type with larger arguments has an infinite number of types, and the first to exceed the limit ends the search.
        if (_isEndless || NestingOf(type) > MaxNesting)
        {
            if (!_isEndless)
            {
                _isEndless = true;
                Report(Generators.Diagnostics.TypeIsEndless, (type.OriginalDefinition as INamedTypeSymbol)?.ToDisplayString() ?? type.ToDisplayString());
            }

            return new TypeModel { Key = key, Name = NameOf(type), Label = LabelOf(type), Kind = TypeKindModel.Dynamic, IsValueType = type.IsValueType };
        }

        if (AnonymousArguments.IsIn(type) && AnonymousArguments.FaultOf(type) is { } fault)
        {
            Report(Generators.Diagnostics.AnonymousTypeIsUnsupported, type.ToDisplayString(), fault);
            return new TypeModel { Key = key, Name = NameOf(type), Label = LabelOf(type), Kind = TypeKindModel.Dynamic, IsValueType = type.IsValueType };
        }

        if (AnonymousArguments.IsIn(type) && !type.IsAnonymousType)
        {
            var element = UndeclaredCollections.PartsOf(type).First(AnonymousArguments.IsIn);
            return new TypeModel
            {
                Key = key, Name = NameOf(type).Replace(NameOf(element), "T"), Label = LabelOf(type), Kind = TypeKindModel.Registered, IsValueType = type.IsValueType, Element = Add(element),
            };
        }

        RequireReachable(type);
        if (Collection(type, key, numbers) is { } collection)
        {
            if (IsDiscriminated(type))
            {
                Report(Generators.Diagnostics.DerivedTypeIsUnusable, NameOf(type), "a derived type", "but a collection cannot have discriminators");
            }

            return collection;
        }

        if (type is not INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct or TypeKind.Interface, IsUnboundGenericType: false, IsRefLikeType: false } named
            || Scalars.IsUnsupported(type))
        {
            Report(Generators.Diagnostics.TypeIsUnsupported, NameOf(type));
            return new TypeModel { Key = key, Name = NameOf(type), Label = LabelOf(type), Kind = TypeKindModel.Dynamic, IsValueType = type.IsValueType };
        }

        return Object(named, key);
    }

    /// <summary>Determines whether documents specify which type derived from a type to create.</summary>
    private static bool IsDiscriminated(ITypeSymbol type) =>
        type.GetAttributes().Any(attribute => attribute is { AttributeClass.Name: "JsonDerivedTypeAttribute", ConstructorArguments.Length: > 1 });

    private void RequireReachable(ITypeSymbol type)
    {
        if (!IsReachable(type, compilation))
        {
            Report(Generators.Diagnostics.TypeIsInaccessible, type.ToDisplayString());
        }
    }

    /// <summary>Reports a diagnostic at the member's declaration, or at the marking attribute if the member is declared elsewhere.</summary>
    private void Report(DiagnosticDescriptor descriptor, params string[] arguments)
    {
        var place = _member?.Locations.FirstOrDefault(candidate => candidate.IsInSource && compilation.ContainsSyntaxTree(candidate.SourceTree!)) ?? location;
        _diagnostics.Add(DiagnosticInfo.Create(descriptor, place, arguments));
    }
}
