namespace Blittable.Generators.Serialization.Model;

/// <summary>Represents the <c>[JsonSourceGenerationOptions]</c> next to the marking attribute.</summary>
internal sealed record SerializerOptions
{
    public static readonly SerializerOptions Default = new();

    /// <summary>Gets the name of the <c>JsonNamingPolicy</c> property for member names; empty for none.</summary>
    public string NamingPolicy { get; init; } = "";

    /// <summary>Gets the name of the <c>JsonNamingPolicy</c> property for dictionary keys; empty for none.</summary>
    public string KeyPolicy { get; init; } = "";

    public bool IgnoresCase { get; init; }

    public bool EnumsAsNames { get; init; }

    /// <summary>Gets a value that indicates whether the enum name converter of the options takes precedence over converters specified on enums.</summary>
    public bool NamesAllEnums { get; init; }

    public bool IncludesFields { get; init; }

    public bool IgnoresReadOnlyProperties { get; init; }

    public bool IgnoresReadOnlyFields { get; init; }

    public bool RefusesUnmapped { get; init; }

    public bool PopulatesMembers { get; init; }

    public MemberCondition Condition { get; init; }

    /// <summary>Gets the flags of <c>JsonNumberHandling</c>.</summary>
    public int NumberHandling { get; init; }

    /// <summary>Gets a value that indicates whether null is refused if the annotation of a member or parameter forbids it.</summary>
    public bool RespectsNullable { get; init; }

    /// <summary>Gets a value that indicates whether a parameter without a default value must be in the document.</summary>
    public bool RespectsParameters { get; init; }

    public bool RefusesDuplicates { get; init; }

    /// <summary>Gets a value that indicates whether members of type object are read as <c>JsonNode</c>.</summary>
    public bool ReadsNodes { get; init; }

    /// <summary>Gets the maximum depth of the JSON of converters; 0 for the default of System.Text.Json.</summary>
    public int ConverterDepth { get; init; }

    /// <summary>Gets the converters that take precedence over the converters of the types themselves.</summary>
    public EquatableArray<string> Converters { get; init; }
}
