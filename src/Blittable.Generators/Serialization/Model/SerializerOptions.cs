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

    public bool IncludesFields { get; init; }

    public bool IgnoresReadOnlyProperties { get; init; }

    public bool IgnoresReadOnlyFields { get; init; }

    public bool RefusesUnmapped { get; init; }

    public bool PopulatesMembers { get; init; }

    public MemberCondition Condition { get; init; }
}
