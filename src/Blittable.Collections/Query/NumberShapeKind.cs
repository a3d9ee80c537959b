namespace Blittable.Collections;

/// <summary>What the numbers at a path can be brought to, all over the collection.</summary>
internal enum NumberShapeKind
{
    /// <summary>There are none.</summary>
    None,

    /// <summary>Integers at one common scale.</summary>
    Exact,

    /// <summary>Doubles.</summary>
    Double,

    /// <summary>Not known before they are read, since some are only in documents.</summary>
    Unknown,
}
