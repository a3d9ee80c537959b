namespace Blittable.Generators.Serialization.Model;

/// <summary>Describes a marked type, with the types of all its members.</summary>
/// <param name="Key">The key of the type; empty where it cannot be serialized.</param>
/// <param name="Options">What was said beside the mark.</param>
/// <param name="Types">The type and those below it.</param>
/// <param name="Diagnostics">What is wrong with them.</param>
/// <param name="Again">What is wrong if the type is declared elsewhere with other options.</param>
internal sealed record RootModel(
    string Key, SerializerOptions Options, EquatableArray<TypeModel> Types, EquatableArray<DiagnosticInfo> Diagnostics, DiagnosticInfo? Again = null);
