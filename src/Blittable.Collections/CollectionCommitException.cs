namespace Blittable.Collections;

/// <summary>The exception that is thrown when the changes of a commit could not be written or flushed.</summary>
/// <remarks>
/// <para>If <see cref="MayBeVisible"/> is <see langword="false"/>, the state of the commit before is what every reader sees, and what a loss of power leaves.</para>
/// <para>If it is <see langword="true"/>, the superblock of the commit was written, and then its flush failed: readers that are opened from now on may see the
/// commit, and the disk may or may not have it. <see cref="CollectionWriter.ReadCommitFromDisk"/> returns the commit that the disk has. A caller that retries with the token of the
/// commit (<see cref="CollectionWriter.Commit(Guid)"/>) stores nothing twice.</para>
/// <para>The writer cannot be used any more in either case.</para>
/// </remarks>
public sealed class CollectionCommitException : IOException
{
    internal CollectionCommitException(long commitNumber, bool mayBeVisible, Exception cause)
        : base(
            mayBeVisible
                ? $"It is not known whether commit {commitNumber} is on the disk; readers may see it. {cause.Message}"
                : $"Commit {commitNumber} was not made, and the state of the commit before it remains. {cause.Message}",
            cause)
    {
        CommitNumber = commitNumber;
        MayBeVisible = mayBeVisible;
    }

    /// <summary>Gets the number of the commit that failed.</summary>
    public long CommitNumber { get; }

    /// <summary>Gets a value that indicates whether readers may see the changes of the commit, and whether the disk may have them.</summary>
    public bool MayBeVisible { get; }
}
