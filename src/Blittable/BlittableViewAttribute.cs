using System.Text.Json.Serialization;

namespace Blittable;

/// <summary>
/// Marks a view, or a type for which a view is generated. The source generator in the package emits typed properties that read documents in place.
/// </summary>
/// <remarks>
/// <para>In a <c>readonly ref partial struct</c>, the generator implements each partial property. In a partial record or class, it adds a nested ref struct
/// <c>View</c> with a property for each public property. A method <c>ToRecord</c> creates an object.</para>
/// <para><c>[JsonPropertyName]</c> and <c>[JsonIgnore]</c> are honored.</para>
/// </remarks>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, Inherited = false)]
public sealed class BlittableViewAttribute : Attribute
{
    /// <summary>Gets or sets the naming policy of properties in documents. By default, names are used as declared.</summary>
    public JsonKnownNamingPolicy PropertyNamingPolicy { get; set; }
}
