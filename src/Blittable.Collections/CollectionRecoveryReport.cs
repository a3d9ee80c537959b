namespace Blittable.Collections;

/// <summary>Reports the result of a recovery.</summary>
/// <param name="CommitNumber">The number of the last commit with an intact footer, or 0 if there is none.</param>
/// <param name="Documents">The number of documents in the new file.</param>
/// <param name="LostDocuments">The number of documents known to be lost: expected, or found damaged, but not in the new file.</param>
/// <param name="Findings">The damage, one line for each kind and block: superblocks and footers first, then stripes and rows.</param>
public sealed record CollectionRecoveryReport(long CommitNumber, long Documents, long LostDocuments, IReadOnlyList<string> Findings)
{
    /// <summary>Gets the number of documents in the last commit, as far as known from its superblock or from the stripes that were found.</summary>
    public long ExpectedDocuments { get; init; }

    /// <summary>Gets the number of documents that lost some of their values. They are included in <see cref="LostDocuments"/>, and are written to
    /// <see cref="CollectionRecoveryOptions.PartialOutput"/> if it is set.</summary>
    public long PartialDocuments { get; init; }

    /// <summary>Gets the paths of lost values; <c>$</c> represents whole documents.</summary>
    public IReadOnlyList<string> LostPaths { get; init; } = [];

    /// <summary>Gets a value that indicates whether the recovery is complete: the last commit is known, and all of its documents are in the new file.</summary>
    public bool IsComplete => Findings.Count == 0 && LostDocuments == 0;
}
