namespace Blittable.Collections;

/// <summary>Identifies a commit of a collection.</summary>
/// <param name="Number">The number of the commit.</param>
/// <param name="Token">The token of the most recent commit with a token, or <see langword="null"/> if there is none.</param>
/// <param name="Documents">The number of documents after the commit.</param>
public readonly record struct CollectionCommit(long Number, Guid? Token, long Documents);
