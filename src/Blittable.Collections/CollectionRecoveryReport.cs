namespace Blittable.Collections;

/// <summary>Reports what was recovered of a damaged collection.</summary>
/// <param name="CommitNumber">The number of the commit whose state was recovered.</param>
/// <param name="Documents">The documents in the new file.</param>
/// <param name="LostDocuments">The documents of that commit that are not in the new file.</param>
/// <param name="Findings">The damage: superblocks and footers first, then stripes and rows, each with the expected and the found.</param>
public sealed record CollectionRecoveryReport(long CommitNumber, long Documents, long LostDocuments, IReadOnlyList<string> Findings);
