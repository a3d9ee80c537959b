namespace Blittable.Collections.Stripes;

/// <summary>Identifies what is known of a path that no column has.</summary>
internal enum PathFinding
{
    /// <summary>A document has it.</summary>
    Found,

    /// <summary>No document has it.</summary>
    Missing,

    /// <summary>None of the documents that were looked at has it.</summary>
    Unknown,
}
