using Microsoft.CodeAnalysis;

namespace Blittable.Generators;

/// <summary>What the generators report: BLIT001 to BLIT099 about types that are serialized, from BLIT101 on about views.</summary>
internal static class Diagnostics
{
    public static readonly DiagnosticDescriptor TypeIsInaccessible = Error(
        "BLIT001", "The type cannot be reached by generated code", "Generated code cannot reach {0}: make the type and the types that contain it at least internal");

    public static readonly DiagnosticDescriptor TypeIsOpen = Error(
        "BLIT002", "The type has type parameters", "{0} has type parameters: declare [BlittableSerializable(typeof(…))] with the types that are used");

    public static readonly DiagnosticDescriptor TypeIsUnsupported = Error(
        "BLIT003", "The type cannot be serialized", "No document can hold a value of {0}: ignore the member that has it, or give the type a JsonConverter");

    public static readonly DiagnosticDescriptor ConverterIsUnusable = Error(
        "BLIT004", "The JsonConverter cannot be used", "{0} has the converter {1}, which is no JsonConverter<{0}> that generated code can create: factories are not used");

    public static readonly DiagnosticDescriptor ConstructorIsUnbound = Error(
        "BLIT005", "A parameter of the constructor belongs to no member",
        "The parameter '{1}' of the constructor of {0} has neither the name and type of a member nor is it ignored: System.Text.Json refuses it as well");

    public static readonly DiagnosticDescriptor DeclaredTwice = Error(
        "BLIT006", "The type is declared with different options", "{0} is declared more than once with different options: one converter is registered for a type");

    private static DiagnosticDescriptor Error(string id, string title, string message) =>
        new(id, title, message, "Blittable", DiagnosticSeverity.Error, isEnabledByDefault: true);

    private static DiagnosticDescriptor Warning(string id, string title, string message) =>
        new(id, title, message, "Blittable", DiagnosticSeverity.Warning, isEnabledByDefault: true);
}
