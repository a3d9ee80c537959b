namespace Blittable.Collections.Stripes;

/// <summary>Represents what is known about the kinds of the values at a path.</summary>
/// <param name="Kinds">The kinds found.</param>
/// <param name="Documents">The maximum number of documents that the search was allowed to read, or 0 if it stopped at the first value of a wanted kind. If it
/// is <see cref="Unlimited"/>, all kinds were found.</param>
internal readonly record struct KindFinding(KindFlags Kinds, long Documents)
{
    /// <summary>The limit of a search that reads all documents.</summary>
    public const long Unlimited = long.MaxValue;

    /// <summary>Gets a value that indicates whether the values have no other kinds.</summary>
    public bool IsComplete => Documents == Unlimited;
}
