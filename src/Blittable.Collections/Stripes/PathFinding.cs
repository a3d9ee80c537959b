namespace Blittable.Collections.Stripes;

/// <summary>Specifies what is known about a path without columns.</summary>
internal enum PathFinding
{
    /// <summary>A document has the path.</summary>
    Found,

    /// <summary>No document has the path.</summary>
    Missing,

    /// <summary>None of the documents examined has the path.</summary>
    Unknown,
}
