namespace Blittable.Collections.Query.Values;

/// <summary>What is known of the numbers at a path before they are read.</summary>
internal enum NumberShapeKind
{
    /// <summary>There are none.</summary>
    None,

    /// <summary>Most chunks have mantissas of one scale.</summary>
    Exact,

    /// <summary>Nothing: some are only in documents, or no chunk has mantissas.</summary>
    Unknown,
}
