namespace Blittable.Fuzz.Models;

/// <summary>The size of a part, which is a value type.</summary>
internal readonly record struct PartSize(float Width, float Height);
