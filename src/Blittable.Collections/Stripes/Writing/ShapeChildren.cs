namespace Blittable.Collections.Stripes.Writing;

/// <summary>Represents the child nodes for objects with the same shape, in property order. The nodes are looked up by name only once per shape.</summary>
/// <param name="shape">The bytes of the shape's block.</param>
/// <param name="children">A child for each property, or null if the schema has none.</param>
/// <param name="isInOrder">True if the order of the nodes restores the order of the properties.</param>
internal sealed class ShapeChildren(byte[] shape, SchemaNode?[] children, bool isInOrder)
{
    public ReadOnlySpan<byte> Shape => shape;

    public ReadOnlySpan<SchemaNode?> Children => children;

    public bool IsInOrder => isInOrder;

    /// <summary>Gets or sets the number of objects seen with this shape since it was cached.</summary>
    public int Sightings { get; set; }
}
