namespace Blittable.Generators.Serialization.Model;

/// <summary>Represents the derived types of a polymorphic type.</summary>
/// <param name="Property">The name of the discriminator property.</param>
/// <param name="Derived">The derived types, with their discriminators as C# literals: a string, a number, or empty for none.</param>
/// <param name="Unknown">The handling of other derived types: 0 to refuse them, 1 to write them as the base type, 2 as their nearest ancestor.</param>
/// <param name="IgnoresUnknown">True if an unknown discriminator creates the base type.</param>
internal sealed record PolymorphismModel(string Property, EquatableArray<DerivedModel> Derived, int Unknown, bool IgnoresUnknown);
