namespace Blittable.Collections;

/// <summary>Specifies the reason for a <see cref="QueryWarning"/>.</summary>
public enum QueryWarningKind
{
    /// <summary>No document has a value at the path.</summary>
    MissingPath,

    /// <summary>No value at the path has a kind that the query requires, so a comparison or a function has the same result for all documents.</summary>
    OtherKind,
}
