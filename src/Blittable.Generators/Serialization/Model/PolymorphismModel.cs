namespace Blittable.Generators.Serialization.Model;

/// <summary>The derived types of a polymorphic type.</summary>
/// <param name="Property">The name of the property that tells them apart.</param>
/// <param name="Derived">The key of each, and its discriminator as a literal of C#: a string, a number, or empty for none.</param>
/// <param name="Unknown">What happens to other derived types: 0 they are refused, 1 they are written as the base, 2 as their nearest ancestor.</param>
/// <param name="IgnoresUnknown">Whether a discriminator that is unknown gives the base.</param>
internal sealed record PolymorphismModel(string Property, EquatableArray<DerivedModel> Derived, int Unknown, bool IgnoresUnknown);
