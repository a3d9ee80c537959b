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

    /// <summary>How the constructor is declared as an accessor where the type is generic.</summary>
    public AccessorModel? ConstructorAccessor { get; init; }

    public bool RefusesUnmapped { get; init; }

    /// <summary>The methods among <c>OnSerializing</c>, <c>OnSerialized</c>, <c>OnDeserializing</c> and <c>OnDeserialized</c> that are called.</summary>
    public EquatableArray<string> Callbacks { get; init; }

    /// <summary>Derived types, if the type is polymorphic.</summary>
    public PolymorphismModel? Polymorphism { get; init; }
}
