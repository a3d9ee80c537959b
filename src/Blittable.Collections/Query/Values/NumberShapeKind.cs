namespace Blittable.Collections.Query.Values;

/// <summary>Specifies what is known about the numbers at a path before they are read.</summary>
internal enum NumberShapeKind
{
    /// <summary>There are no numbers.</summary>
    None,

    /// <summary>Most chunks have mantissas of a common scale.</summary>
    Exact,

    /// <summary>Nothing is known: some numbers are only in documents, or no chunk has mantissas.</summary>
    Unknown,
}
