namespace Blittable.Writing;

/// <summary>Represents a value already in the document that equal values may reference.</summary>
/// <param name="Address">The address of the value.</param>
/// <param name="Text">The maximum size of its JSON text in bytes.</param>
/// <param name="Depth">The number of nested containers, including the value itself; 0 for a scalar.</param>
internal readonly record struct CopiedValue(int Address, long Text, int Depth);
