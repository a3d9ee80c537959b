namespace Blittable.Collections.Stripes;

/// <summary>Where the values of a path are in a stripe.</summary>
internal enum PathCoverage
{
    /// <summary>Nowhere: no document has anything there.</summary>
    Absent,

    /// <summary>Every scalar is in the columns of the path's node.</summary>
    Columns,

    /// <summary>Some may only be in documents, which have to be put together and looked at.</summary>
    Documents,
}
