namespace Blittable.Collections.Stripes;

/// <summary>Specifies where the values of a path are stored in a stripe.</summary>
internal enum PathCoverage
{
    /// <summary>No document has a value at the path.</summary>
    Absent,

    /// <summary>Every scalar is in the columns of the path's node.</summary>
    Columns,

    /// <summary>Some values may only be in documents, which must be reassembled and searched.</summary>
    Documents,
}
