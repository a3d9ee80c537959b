namespace Blittable.Fuzz.Models;

/// <summary>The size of a part, which is a value.</summary>
internal readonly record struct PartSize(float Width, float Height);
