namespace Blittable.Collections;

/// <summary>Reports what was recovered of a damaged collection.</summary>
/// <param name="CommitNumber">The number of the last commit whose footer is whole; 0 if no footer is whole.</param>
/// <param name="Documents">The number of documents in the new file.</param>
/// <param name="LostDocuments">The number of documents that are known to be lost: they were expected, or found damaged, and are not in the new file.</param>
/// <param name="Findings">The damage, a line for each kind and block: superblocks and footers first, then stripes and rows.</param>
public sealed record CollectionRecoveryReport(long CommitNumber, long Documents, long LostDocuments, IReadOnlyList<string> Findings)
{
    /// <summary>Gets the number of documents that the last commit has, as far as the file tells: by its last superblock, or by the stripes that were found.</summary>
    public long ExpectedDocuments { get; init; }

    /// <summary>Gets the number of documents that lost some of their values. They are part of <see cref="LostDocuments"/>, and were written to
    /// <see cref="CollectionRecoveryOptions.PartialOutput"/> if that is set.</summary>
    public long PartialDocuments { get; init; }

    /// <summary>Gets the paths at which documents lost values; <c>$</c> for whole documents.</summary>
    public IReadOnlyList<string> LostPaths { get; init; } = [];

    /// <summary>Gets a value that indicates whether nothing is lost: the last commit is known, and all of its documents are in the new file.</summary>
    public bool IsComplete => Findings.Count == 0 && LostDocuments == 0;
}
