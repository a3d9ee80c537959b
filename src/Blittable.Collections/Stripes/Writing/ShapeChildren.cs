namespace Blittable.Collections.Stripes.Writing;

/// <summary>The children that the objects of one shape have at a node, in the order of their properties: found once, by name, for all of these
/// objects.</summary>
/// <param name="shape">The bytes of the shape's block.</param>
/// <param name="children">A child for each property; null where the schema has none.</param>
/// <param name="isInOrder">Whether the nodes' order gives the properties' order back.</param>
internal sealed class ShapeChildren(byte[] shape, SchemaNode?[] children, bool isInOrder)
{
    public ReadOnlySpan<byte> Shape => shape;

    public ReadOnlySpan<SchemaNode?> Children => children;

    public bool IsInOrder => isInOrder;

    /// <summary>The objects seen with this shape since it was remembered.</summary>
    public int Sightings { get; set; }
}
