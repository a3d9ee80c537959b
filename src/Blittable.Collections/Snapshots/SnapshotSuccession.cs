using Blittable.Collections.Storage;

namespace Blittable.Collections.Snapshots;

/// <summary>Tells which rows of a state were added after an earlier one, which may be of another file.</summary>
/// <remarks>
/// Rows keep their numbers in a file and in one that was written because most of it was dead. The first footer of a file that was compacted has the number of the commit that it is a copy
/// of, without a row; that of a file that was created has 0.
/// </remarks>
internal static class SnapshotSuccession
{
    /// <summary>Lists the states, and the first of the rows in each, that have what was added.</summary>
    /// <param name="before">The earlier state; what its file has after it is read here, so one thread at a time may call this.</param>
    /// <param name="now">The later state.</param>
    /// <returns>Null if the later state is one of another collection, or too many states lie between the two.</returns>
    /// <exception cref="BlittableException">The earlier file is damaged.</exception>
    public static IReadOnlyList<(CollectionSnapshot State, long FirstRow)>? Find(CollectionSnapshot before, CollectionSnapshot now)
    {
        if (ReferenceEquals(before.Source, now.Source))
        {
            return [(now, before.RowCount)];
        }

        var superblocks = before.Source.ReadChecked(0, Superblock.DataStart, "the superblocks");
        var last = before.HasSuperblocks(superblocks) ? before : before.ReadNext(superblocks);
        return FirstFooter(now.Source) is not { } first ? (now.Superblock.Sequence >= last.Superblock.Sequence ? [(now, before.RowCount)] : null)
            : first.Sequence > 0 && first.Sequence == last.Superblock.Sequence ? [(last, before.RowCount), (now, last.LiveCount)]
            : null;
    }

    /// <summary>Determines whether a state is that of an earlier one, in another file.</summary>
    public static bool IsCopy(CollectionSnapshot before, CollectionSnapshot now) =>
        before.Superblock.Sequence == now.Superblock.Sequence && before.RowCount == now.RowCount && before.LiveCount == now.LiveCount && FirstFooter(now.Source) is null;

    /// <summary>The footer that a file starts with; null for a file that starts with anything else.</summary>
    private static Footer? FirstFooter(BlockSource source)
    {
        var header = source.ReadChecked(Superblock.DataStart, SealedRecord.HeaderSize, "the first footer");
        return SealedRecord.IsHeader(header.Span, out var kind, out var length) && kind == SealedRecord.Footer && length <= source.Length - Superblock.DataStart
            ? Footer.Read(source.ReadChecked(Superblock.DataStart, (int)length, "the first footer"), Superblock.DataStart)
            : null;
    }
}
