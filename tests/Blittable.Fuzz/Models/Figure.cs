using System.Text.Json.Serialization;

namespace Blittable.Fuzz.Models;

/// <summary>A figure whose type is determined by a discriminator property.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Circle), "circle")]
[JsonDerivedType(typeof(Square), 2)]
internal abstract class Figure
{
    public string? Label { get; set; }
}
