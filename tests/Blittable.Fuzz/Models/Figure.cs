using System.Text.Json.Serialization;

namespace Blittable.Fuzz.Models;

/// <summary>A figure of a kind that a property tells.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Circle), "circle")]
[JsonDerivedType(typeof(Square), 2)]
internal abstract class Figure
{
    public string? Label { get; set; }
}
