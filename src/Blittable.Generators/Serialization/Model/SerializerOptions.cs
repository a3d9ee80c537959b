namespace Blittable.Generators.Serialization.Model;

/// <summary>What <c>[JsonSourceGenerationOptions]</c> beside the mark says.</summary>
internal sealed record SerializerOptions
{
    public static readonly SerializerOptions Default = new();

    /// <summary>The property of <c>JsonNamingPolicy</c> for names of members; empty for none.</summary>
    public string NamingPolicy { get; init; } = "";

    /// <summary>The property of <c>JsonNamingPolicy</c> for keys of dictionaries; empty for none.</summary>
    public string KeyPolicy { get; init; } = "";

    public bool IgnoresCase { get; init; }

    public bool EnumsAsNames { get; init; }

    /// <summary>Gets a value that indicates whether the converter of names comes before those that enums are marked with.</summary>
    public bool NamesAllEnums { get; init; }

    public bool IncludesFields { get; init; }

    public bool IgnoresReadOnlyProperties { get; init; }

    public bool IgnoresReadOnlyFields { get; init; }

    public bool RefusesUnmapped { get; init; }

    public bool PopulatesMembers { get; init; }

    public MemberCondition Condition { get; init; }

    /// <summary>The flags of <c>JsonNumberHandling</c>.</summary>
    public int NumberHandling { get; init; }

    /// <summary>Gets a value that indicates whether null is refused where the annotation of a member or parameter forbids it.</summary>
    public bool RespectsNullable { get; init; }

    /// <summary>Gets a value that indicates whether a parameter without a default value must be in the document.</summary>
    public bool RespectsParameters { get; init; }

    public bool RefusesDuplicates { get; init; }

    /// <summary>Gets a value that indicates whether members of type object are read as <c>JsonNode</c>.</summary>
    public bool ReadsNodes { get; init; }

    /// <summary>Gets the converters that take precedence over the converters of the types themselves.</summary>
    public EquatableArray<string> Converters { get; init; }
}
