namespace Blittable.Collections;

/// <summary>The exception that is thrown when a commit cannot be written or flushed.</summary>
/// <remarks>
/// <para>If <see cref="MayBeVisible"/> is <see langword="false"/>, every reader sees the state of the previous commit, and a power failure
/// preserves it if <see cref="CollectionWriter.Durability"/> is <see cref="CollectionDurability.EachCommit"/>.</para>
/// <para>If it is <see langword="true"/>, the superblock of the commit was written but its flush failed. Readers opened from then on may see the commit, and it
/// may or may not be on disk. <see cref="CollectionWriter.ReadCommitFromDisk"/> returns the commit that is on disk. Retrying with the token of the commit
/// (<see cref="CollectionWriter.Commit(Guid)"/>) stores nothing twice.</para>
/// <para>In either case, create a new writer; this one throws from then on.</para>
/// </remarks>
public sealed class CollectionCommitException : IOException
{
    internal CollectionCommitException(long commitNumber, bool mayBeVisible, Guid? token, Exception cause)
        : base(
            mayBeVisible
                ? $"It is unknown whether commit {commitNumber} is on disk; readers may see it. {cause.Message}"
                : $"Commit {commitNumber} failed, and the collection remains in the state of the previous commit. {cause.Message}",
            cause)
    {
        CommitNumber = commitNumber;
        MayBeVisible = mayBeVisible;
        Token = token;
    }

    /// <summary>Gets the number of the commit that failed.</summary>
    public long CommitNumber { get; }

    /// <summary>Gets the token of the commit that failed, or <see langword="null"/> if it has none. After the collection is reopened,
    /// <see cref="CollectionWriter.IsCommitted"/> returns whether the commit is on disk. Commits of a <see cref="CollectionCommitter"/> always have a
    /// token.</summary>
    public Guid? Token { get; }

    /// <summary>Gets a value that indicates whether readers may see the changes of the commit and whether they may be on disk.</summary>
    public bool MayBeVisible { get; }
}
