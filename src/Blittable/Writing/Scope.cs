namespace Blittable.Writing;

/// <summary>Where the next value goes.</summary>
internal enum Scope
{
    /// <summary>Outside any container: the one value of the document.</summary>
    Document,

    Array,

    Object,
}
