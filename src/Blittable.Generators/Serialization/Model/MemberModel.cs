namespace Blittable.Generators.Serialization.Model;

/// <summary>A property or field of a type.</summary>
internal sealed record MemberModel
{
    /// <summary>Its identifier.</summary>
    public required string Identifier { get; init; }

    /// <summary>Distinguishes two members with the same identifier, where one hides or overrides the other.</summary>
    public string Suffix { get; init; } = "";

    /// <summary>The expression for its name in JSON: a literal, or what a naming policy makes of one.</summary>
    public required string JsonName { get; init; }

    /// <summary>The name as System.Text.Json compares it, to find members that share one.</summary>
    public string PlainJsonName { get; init; } = "";

    /// <summary>Gets a value that indicates whether it is reached by a cast to the type that declares it: a member of a derived type or of another interface has its
    /// name.</summary>
    public bool IsShadowed { get; init; }

    /// <summary>Gets a value that indicates whether null is refused.</summary>
    public bool RefusesNull { get; init; }

    /// <summary>Gets a value that indicates whether null is refused where it is read.</summary>
    public bool RefusesNullRead { get; init; }

    /// <summary>How an accessor is declared where the declaring type is generic.</summary>
    public AccessorModel? Accessor { get; init; }

    /// <summary>The key of its type.</summary>
    public required string Type { get; init; }

    /// <summary>The type that declares it.</summary>
    public required string DeclaringType { get; init; }

    public bool IsField { get; init; }

    /// <summary>Gets a value that indicates whether it is written: it can be read, and no attribute forbids it.</summary>
    public bool IsWritten { get; init; }

    /// <summary>Gets a value that indicates whether an attribute keeps it out altogether: then only a parameter of the constructor may have its name.</summary>
    public bool IsIgnored { get; init; }

    /// <summary>Gets a value that indicates whether only an accessor gets it.</summary>
    public bool HidesGetter { get; init; }

    public MemberSetter Setter { get; init; }

    public bool IsRequired { get; init; }

    /// <summary>Gets a value that indicates whether C# demands it where an object is created.</summary>
    public bool IsRequiredByLanguage { get; init; }

    public MemberCondition Condition { get; init; }

    /// <summary>The parameter of the constructor that sets it; -1 for none.</summary>
    public int Parameter { get; init; } = -1;

    /// <summary>What the parameter is where the document has no such property.</summary>
    public string ParameterDefault { get; init; } = "default";

    /// <summary>Gets a value that indicates whether it takes what matches no other member.</summary>
    public bool IsExtensionData { get; init; }

    /// <summary>Gets a value that indicates whether the collection that it holds is added to, rather than replaced.</summary>
    public bool IsPopulated { get; init; }

    public int Order { get; init; }
}
