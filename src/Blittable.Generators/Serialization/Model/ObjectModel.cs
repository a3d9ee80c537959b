namespace Blittable.Generators.Serialization.Model;

/// <summary>Represents a type with members.</summary>
internal sealed record ObjectModel
{
    /// <summary>Gets the members in the order in which they are written, including members that are only read or ignored.</summary>
    public EquatableArray<MemberModel> Members { get; init; }

    /// <summary>Gets the reason why no object can be created; empty if objects can be created.</summary>
    public string NotCreatable { get; init; } = "";

    public bool IsConstructorHidden { get; init; }

    public bool IsInterface { get; init; }

    /// <summary>Gets the C# names of the types of the constructor's parameters.</summary>
    public EquatableArray<string> Parameters { get; init; }

    /// <summary>Gets the declaration of the constructor as an accessor if the type is generic.</summary>
    public AccessorModel? ConstructorAccessor { get; init; }

    public bool RefusesUnmapped { get; init; }

    /// <summary>Gets the callbacks to call, among <c>OnSerializing</c>, <c>OnSerialized</c>, <c>OnDeserializing</c> and <c>OnDeserialized</c>.</summary>
    public EquatableArray<string> Callbacks { get; init; }

    /// <summary>Gets the methods that customize the contract of the type, as C# names.</summary>
    public EquatableArray<string> Customizations { get; init; }

    /// <summary>Gets the derived types if the type is polymorphic.</summary>
    public PolymorphismModel? Polymorphism { get; init; }
}
