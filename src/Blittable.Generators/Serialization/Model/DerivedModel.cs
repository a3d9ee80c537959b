namespace Blittable.Generators.Serialization.Model;

/// <summary>A derived type.</summary>
internal sealed record DerivedModel(string Key, string Name, string Discriminator);
