namespace Blittable.Generators.Serialization.Model;

/// <summary>Represents a marked type, with the types of all its members.</summary>
/// <param name="Key">The key of the type; empty if it cannot be serialized.</param>
/// <param name="Options">The options specified next to the marking attribute.</param>
/// <param name="Types">The type and all types that it refers to.</param>
/// <param name="Diagnostics">The diagnostics of the types.</param>
/// <param name="Contracts">The declarations of the methods that customize contracts, as source text.</param>
/// <param name="Again">The diagnostic to report if the type is declared elsewhere with different options.</param>
internal sealed record RootModel(
    string Key, SerializerOptions Options, EquatableArray<TypeModel> Types, EquatableArray<DiagnosticInfo> Diagnostics, EquatableArray<string> Contracts = default,
    DiagnosticInfo? Again = null);
