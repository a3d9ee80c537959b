namespace Blittable.Generators.Serialization.Model;

/// <summary>Represents a property or field of a type.</summary>
internal sealed record MemberModel
{
    /// <summary>Gets the C# identifier.</summary>
    public required string Identifier { get; init; }

    /// <summary>Gets a suffix that distinguishes members with the same identifier, one of which hides or overrides the other.</summary>
    public string Suffix { get; init; } = "";

    /// <summary>Gets the JSON name as a C# string literal; empty for an ignored member.</summary>
    public required string JsonName { get; init; }

    /// <summary>Gets the JSON name as System.Text.Json compares it to find duplicates.</summary>
    public string PlainJsonName { get; init; } = "";

    /// <summary>Gets a value that indicates whether access requires a cast to the declaring type, because a derived type or another interface hides the
    /// name.</summary>
    public bool IsShadowed { get; init; }

    /// <summary>Gets a value that indicates whether null is refused when the member is written.</summary>
    public bool RefusesNull { get; init; }

    /// <summary>Gets a value that indicates whether null is refused when the member is read from a document.</summary>
    public bool RefusesNullRead { get; init; }

    /// <summary>Gets the declaration of an accessor if the declaring type is generic.</summary>
    public AccessorModel? Accessor { get; init; }

    /// <summary>Gets the key of the member's type.</summary>
    public required string Type { get; init; }

    /// <summary>Gets the type that declares the member.</summary>
    public required string DeclaringType { get; init; }

    public bool IsField { get; init; }

    /// <summary>Gets a value that indicates whether the member is written: it has a getter, and no attribute or option excludes it.</summary>
    public bool IsWritten { get; init; }

    /// <summary>Gets a value that indicates whether an attribute excludes the member completely, so that only a constructor parameter can bind to its
    /// name.</summary>
    public bool IsIgnored { get; init; }

    /// <summary>Gets a value that indicates whether the getter is only reachable through an accessor.</summary>
    public bool HidesGetter { get; init; }

    public MemberSetter Setter { get; init; }

    public bool IsRequired { get; init; }

    /// <summary>Gets a value that indicates whether C# requires the member when an object is created.</summary>
    public bool IsRequiredByLanguage { get; init; }

    public MemberCondition Condition { get; init; }

    /// <summary>Gets the index of the constructor parameter that sets the member; -1 for none.</summary>
    public int Parameter { get; init; } = -1;

    /// <summary>Gets the value of the parameter if the document does not have the property, as a C# expression.</summary>
    public string ParameterDefault { get; init; } = "default";

    /// <summary>Gets a value that indicates whether the member receives properties that match no other member.</summary>
    public bool IsExtensionData { get; init; }

    /// <summary>Gets a value that indicates whether the existing value of the member is populated instead of replaced.</summary>
    public bool IsPopulated { get; init; }

    /// <summary>Gets a value that indicates whether an attribute demands that the member is populated.</summary>
    public bool IsPopulatedByAttribute { get; init; }

    public int Order { get; init; }
}
