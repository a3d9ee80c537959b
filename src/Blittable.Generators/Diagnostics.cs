using Microsoft.CodeAnalysis;

namespace Blittable.Generators;

/// <summary>Defines the diagnostics of the generators: BLIT001 to BLIT099 for serialized types, BLIT101 and above for views.</summary>
internal static class Diagnostics
{
    public static readonly DiagnosticDescriptor TypeIsInaccessible = Error(
        "BLIT001", "Generated code cannot access the type", "Generated code cannot access {0}: make the type and its containing types at least internal");

    public static readonly DiagnosticDescriptor TypeIsOpen = Error(
        "BLIT002", "The type has type parameters", "{0} has type parameters: declare [BlittableSerializable(typeof(…))] for each constructed type");

    public static readonly DiagnosticDescriptor TypeIsUnsupported = Error(
        "BLIT003", "The type cannot be serialized", "{0} cannot be serialized: ignore the member of this type, or specify a JsonConverter for the type");

    public static readonly DiagnosticDescriptor ConverterIsUnusable = Error(
        "BLIT004", "The JsonConverter cannot be used", "The converter {1} of {0} is not a JsonConverter<{0}> that generated code can create");

    public static readonly DiagnosticDescriptor ConstructorIsUnbound = Error(
        "BLIT005", "A constructor parameter does not match a member",
        "The constructor parameter '{1}' of {0} does not match a member by name and type and is not ignored: System.Text.Json rejects it as well");

    public static readonly DiagnosticDescriptor DeclaredTwice = Error(
        "BLIT006", "The type is declared with different options", "{0} is declared more than once with different options: a type can have only one converter");

    public static readonly DiagnosticDescriptor RequiredMemberIsIgnored = Error(
        "BLIT007", "A required member is ignored or has no setter",
        "{0} is required, so it must have a setter and must not be ignored: System.Text.Json rejects it as well");

    public static readonly DiagnosticDescriptor DerivedTypeIsUnusable = Error(
        "BLIT008", "The derived type cannot be used", "[JsonDerivedType] of {0} names {1}, {2}");

    public static readonly DiagnosticDescriptor JsonNameIsTaken = Error(
        "BLIT009", "Two members have the same JSON name", "{0} has the JSON name '{1}', which {2} already uses");

    public static readonly DiagnosticDescriptor OptionIsUnsupported = Error(
        "BLIT010", "The option is not supported", "The option {0} of [JsonSourceGenerationOptions] is not supported: {1}");

    public static readonly DiagnosticDescriptor OptionHasNoEffect = Warning(
        "BLIT011", "The option has no effect", "The option {0} of [JsonSourceGenerationOptions] has no effect: {1}");

    public static readonly DiagnosticDescriptor KeyIsUnsupported = Error(
        "BLIT012", "The key type cannot be converted to property names", "{0} has keys of type {1}, which cannot be converted to property names");

    public static readonly DiagnosticDescriptor ParameterIsByReference = Error(
        "BLIT013", "A constructor parameter is passed by reference",
        "The constructor parameter '{1}' of {0} is passed by reference, so it cannot be set from a document");

    public static readonly DiagnosticDescriptor ExtensionDataIsUnusable = Error(
        "BLIT014", "The extension data member cannot hold extension data",
        "{0} cannot hold extension data: a type can have one such member, of type IDictionary<string, object>, IDictionary<string, JsonElement> or JsonObject");

    public static readonly DiagnosticDescriptor AttributeIsUnusable = Error(
        "BLIT015", "An attribute contradicts its member", "The attributes of {0} contradict each other: {1}. System.Text.Json rejects them as well.");

    public static readonly DiagnosticDescriptor TypeIsUndeclared = Error(
        "BLIT016", "The type is not declared",
        "{0} throws a NotSupportedException, because no code is generated for {1}: mark the type [BlittableSerializable], or declare [assembly: BlittableSerializable(typeof({1}))]");

    public static readonly DiagnosticDescriptor AccessorIsInvisible = Warning(
        "BLIT017", "An accessor of another assembly is not visible",
        "{0} is marked [JsonInclude], but the compiler does not see its {1}, because another assembly declares it: the member is not {2}. Make the accessor public.");

    public static readonly DiagnosticDescriptor CustomizationIsIgnored = Error(
        "BLIT018", "A contract customization is not called", "{0} is not called: {1}");

    public static readonly DiagnosticDescriptor MarkIsIgnored = Warning(
        "BLIT019", "An attribute or method of another serializer has no effect", "{0} has no effect, as in System.Text.Json: {1}");

    public static readonly DiagnosticDescriptor AnonymousTypeIsUnsupported = Error(
        "BLIT020", "No code can be generated for the anonymous type",
        "No code can be generated for {0}: {1}. Use a record that is marked [BlittableSerializable] instead of the anonymous type.");

    public static readonly DiagnosticDescriptor TypeIsEndless = Error(
        "BLIT021", "The type refers to an infinite number of types",
        "{0} refers to itself with ever larger type arguments, so it would need an infinite number of converters: ignore the member of this type");

    public static readonly DiagnosticDescriptor ViewIsNotPartial = Error(
        "BLIT101", "The view type is not partial", "{0} must be partial, because the source generator adds members to it");

    public static readonly DiagnosticDescriptor PropertyCannotBeViewed = Error(
        "BLIT102", "The property type is not supported in views",
        "{0} has the type {1}, which views do not support: use a scalar, a view, BlittableViewList<T>, BlittableList<T>, ReadOnlySpan<byte> or BlittableValue");

    public static readonly DiagnosticDescriptor PropertyIsUntyped = Warning(
        "BLIT103", "The property is untyped in the view",
        "{0} has the type {1}, which views do not support: the view returns its value as a BlittableValue and has no ToRecord method");

    public static readonly DiagnosticDescriptor NameIsTaken = Error(
        "BLIT104", "Two properties have the same name in documents", "{0} has the name '{1}' in documents, which another property already uses");

    public static readonly DiagnosticDescriptor ViewIsGeneric = Error(
        "BLIT105", "The view type has type parameters", "{0} or a containing type has type parameters, which views do not support");

    public static readonly DiagnosticDescriptor MemberIsNotCopied = Warning(
        "BLIT106", "The member is not part of the view", "{0} cannot be copied from the view, so the view has no ToRecord method");

    public static readonly DiagnosticDescriptor NameIsReserved = Error(
        "BLIT107", "A member has the name of the view", "{0} has the name of the generated view: rename the member, or declare a partial ref struct as the view instead");

    private static DiagnosticDescriptor Error(string id, string title, string message) =>
        new(id, title, message, "Blittable", DiagnosticSeverity.Error, isEnabledByDefault: true);

    private static DiagnosticDescriptor Warning(string id, string title, string message) =>
        new(id, title, message, "Blittable", DiagnosticSeverity.Warning, isEnabledByDefault: true);
}
