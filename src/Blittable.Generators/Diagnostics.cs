using Microsoft.CodeAnalysis;

namespace Blittable.Generators;

/// <summary>Defines the diagnostics of the generators: BLIT001 to BLIT099 for serialized types, BLIT101 and above for views.</summary>
internal static class Diagnostics
{
    public static readonly DiagnosticDescriptor TypeIsInaccessible = Error(
        "BLIT001", "The type cannot be reached by generated code", "Generated code cannot reach {0}: make the type and the types that contain it at least internal");

    public static readonly DiagnosticDescriptor TypeIsOpen = Error(
        "BLIT002", "The type has type parameters", "{0} has type parameters: declare [BlittableSerializable(typeof(…))] with the types that are used");

    public static readonly DiagnosticDescriptor TypeIsUnsupported = Error(
        "BLIT003", "The type cannot be serialized", "No document can hold a value of {0}: ignore the member that has it, or give the type a JsonConverter");

    public static readonly DiagnosticDescriptor ConverterIsUnusable = Error(
        "BLIT004", "The JsonConverter cannot be used", "{0} has the converter {1}, which is no JsonConverter<{0}> that generated code can create");

    public static readonly DiagnosticDescriptor ConstructorIsUnbound = Error(
        "BLIT005", "A parameter of the constructor belongs to no member",
        "The parameter '{1}' of the constructor of {0} has neither the name and type of a member nor is it ignored: System.Text.Json refuses it as well");

    public static readonly DiagnosticDescriptor DeclaredTwice = Error(
        "BLIT006", "The type is declared with different options", "{0} is declared more than once with different options: one converter is registered for a type");

    public static readonly DiagnosticDescriptor RequiredMemberIsIgnored = Error(
        "BLIT007", "A required member is ignored or cannot be set", "{0} is required, so it can neither be ignored nor be without a setter: System.Text.Json refuses it as well");

    public static readonly DiagnosticDescriptor DerivedTypeIsUnusable = Error(
        "BLIT008", "The derived type cannot be used", "[JsonDerivedType] of {0} names {1}, {2}");

    public static readonly DiagnosticDescriptor JsonNameIsTaken = Error(
        "BLIT009", "Two members have one name in JSON", "{0} has the name '{1}' in JSON, which {2} has too");

    public static readonly DiagnosticDescriptor OptionIsUnsupported = Error(
        "BLIT010", "The option is not supported", "The option {0} of [JsonSourceGenerationOptions] is not supported: {1}");

    public static readonly DiagnosticDescriptor OptionHasNoEffect = Warning(
        "BLIT011", "The option has no effect", "The option {0} of [JsonSourceGenerationOptions] has no effect: {1}");

    public static readonly DiagnosticDescriptor KeyIsUnsupported = Error(
        "BLIT012", "The type of the keys cannot be a name", "{0} has keys of the type {1}, which has no text that could be the name of a property");

    public static readonly DiagnosticDescriptor ParameterIsByReference = Error(
        "BLIT013", "A parameter of the constructor is passed by reference", "The parameter '{1}' of the constructor of {0} is passed by reference, so that no document can give it");

    public static readonly DiagnosticDescriptor ExtensionDataIsUnusable = Error(
        "BLIT014", "The extension data has a type that cannot hold it",
        "{0} cannot hold extension data: one member of a type can, of the type IDictionary<string, object>, IDictionary<string, JsonElement> or JsonObject");

    public static readonly DiagnosticDescriptor ViewIsNotPartial = Error(
        "BLIT101", "The type of a view is not partial", "{0} must be partial, so that the view can be written into it");

    public static readonly DiagnosticDescriptor PropertyCannotBeViewed = Error(
        "BLIT102", "The property has a type that no view reads",
        "{0} has the type {1}, which no view reads: use a scalar, a view, BlittableViewList<T>, BlittableList<T>, ReadOnlySpan<byte> or BlittableValue");

    public static readonly DiagnosticDescriptor PropertyIsUntyped = Warning(
        "BLIT103", "The property has no type in the view",
        "{0} has the type {1}, which no view reads: the view gives its value as a BlittableValue, and has no ToRecord");

    public static readonly DiagnosticDescriptor NameIsTaken = Error(
        "BLIT104", "Two properties have one name in documents", "{0} has the name '{1}' in documents, which another property has too");

    public static readonly DiagnosticDescriptor ViewIsGeneric = Error(
        "BLIT105", "The type of a view has type parameters", "{0} or a type around it has type parameters, and a view cannot have any");

    private static DiagnosticDescriptor Error(string id, string title, string message) =>
        new(id, title, message, "Blittable", DiagnosticSeverity.Error, isEnabledByDefault: true);

    private static DiagnosticDescriptor Warning(string id, string title, string message) =>
        new(id, title, message, "Blittable", DiagnosticSeverity.Warning, isEnabledByDefault: true);
}
