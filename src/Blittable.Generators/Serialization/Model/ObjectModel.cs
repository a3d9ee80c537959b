namespace Blittable.Generators.Serialization.Model;

/// <summary>A type with members.</summary>
internal sealed record ObjectModel
{
    /// <summary>Its members in the order in which they are written, followed by those that are only read.</summary>
    public EquatableArray<MemberModel> Members { get; init; }

    /// <summary>Why no object can be created; empty if one can.</summary>
    public string NotCreatable { get; init; } = "";

    public bool IsConstructorHidden { get; init; }

    /// <summary>The types of the constructor's parameters, as C# names them.</summary>
    public EquatableArray<string> Parameters { get; init; }

    public bool RefusesUnmapped { get; init; }

    /// <summary>Derived types, if the type is polymorphic.</summary>
    public PolymorphismModel? Polymorphism { get; init; }
}
