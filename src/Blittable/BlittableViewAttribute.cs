using System.Text.Json.Serialization;

namespace Blittable;

/// <summary>
/// Marks a view, or a type that gets one: the generator inside the package writes typed properties that read documents in place.
/// </summary>
/// <remarks>
/// <para>On a <c>readonly ref partial struct</c>, each partial property without a body gets its body. On a partial record or class, a nested ref struct
/// <c>View</c> gets a property for each public one, and <c>ToRecord</c>, which makes an object.</para>
/// <para><c>[JsonPropertyName]</c> and <c>[JsonIgnore]</c> are honoured.</para>
/// </remarks>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, Inherited = false)]
public sealed class BlittableViewAttribute : Attribute
{
    /// <summary>Gets or sets how the names of properties are written in documents; as they are declared by default.</summary>
    public JsonKnownNamingPolicy PropertyNamingPolicy { get; set; }
}
