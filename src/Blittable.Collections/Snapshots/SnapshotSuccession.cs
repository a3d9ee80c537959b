using Blittable.Collections.Storage;

namespace Blittable.Collections.Snapshots;

/// <summary>Determines which rows of a state were added since an earlier state, even if the file was replaced in between.</summary>
/// <remarks>Rows keep their numbers within a lineage (<see cref="Lineage"/>), whether or not a writer rewrote the file because most of its bytes were unused.
/// Compaction starts a lineage whose first rows are the documents of the commit that was copied.</remarks>
internal static class SnapshotSuccession
{
    /// <summary>Lists the states that contain the added rows, with the first added row of each.</summary>
    /// <param name="before">The earlier state. Later states of its file are read too, so only one thread at a time may call this method.</param>
    /// <param name="now">The later state.</param>
    /// <returns>Null if the later state does not continue the earlier one, or if the state that was compacted cannot be read.</returns>
    /// <exception cref="BlittableException">The earlier file is damaged.</exception>
    public static IReadOnlyList<(CollectionSnapshot State, long FirstRow)>? Find(CollectionSnapshot before, CollectionSnapshot now)
    {
        var (earlier, later) = (before.State.Lineage, now.State.Lineage);
        if (later.Id == earlier.Id)
        {
            return now.Superblock.Sequence >= before.Superblock.Sequence ? [(now, before.RowCount)] : null;
        }

        if (later.Parent != earlier.Id || before.Superblock.Sequence > later.ParentCommit)
        {
            return null;
        }

        if (!later.IsRenumbered)
        {
            return [(now, before.RowCount)];
        }

        var compacted = before.Superblock.Sequence == later.ParentCommit ? before
            : before.ReadNext(before.Source.ReadChecked(0, Superblock.DataStart, "the superblocks"));
        return compacted.State.Lineage.Id == earlier.Id && compacted.Superblock.Sequence == later.ParentCommit
            ? [(compacted, before.RowCount), (now, compacted.LiveCount)]
            : null;
    }

    /// <summary>Determines whether two states are the same commit. The file may have been copied, or a superblock may have been written again when its commit
    /// was flushed.</summary>
    public static bool IsSameCommit(CollectionSnapshot before, CollectionSnapshot now) =>
        before.State.Lineage.Id == now.State.Lineage.Id && before.Superblock.Sequence == now.Superblock.Sequence
        && before.RowCount == now.RowCount && before.LiveCount == now.LiveCount;
}
