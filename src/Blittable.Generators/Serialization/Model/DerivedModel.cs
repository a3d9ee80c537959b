namespace Blittable.Generators.Serialization.Model;

/// <summary>Represents a derived type.</summary>
internal sealed record DerivedModel(string Key, string Name, string Discriminator);
