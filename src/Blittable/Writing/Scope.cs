namespace Blittable.Writing;

/// <summary>Specifies the kind of the container that receives the next value.</summary>
internal enum Scope
{
    /// <summary>No container: the root value of the document.</summary>
    Document,

    Array,

    Object,
}
