using Microsoft.CodeAnalysis;

namespace Blittable.Generators;

/// <summary>What the generators report: BLIT001 to BLIT099 about types that are serialized, from BLIT101 on about views.</summary>
internal static class Diagnostics
{
    public static readonly DiagnosticDescriptor TypeIsInaccessible = Error(
        "BLIT001", "The type cannot be reached by generated code", "Generated code cannot reach {0}: make the type and the types that contain it at least internal");

    public static readonly DiagnosticDescriptor TypeIsOpen = Error(
        "BLIT002", "The type has type parameters", "{0} has type parameters: declare [BlittableSerializable(typeof(…))] with the types that are used");

    private static DiagnosticDescriptor Error(string id, string title, string message) =>
        new(id, title, message, "Blittable", DiagnosticSeverity.Error, isEnabledByDefault: true);

    private static DiagnosticDescriptor Warning(string id, string title, string message) =>
        new(id, title, message, "Blittable", DiagnosticSeverity.Warning, isEnabledByDefault: true);
}
