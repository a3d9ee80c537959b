using Blittable.Collections.Storage;

namespace Blittable.Collections.Snapshots;

/// <summary>Determines which rows of a state were added since an earlier state, even if the file was replaced in between.</summary>
/// <remarks>
/// Row numbers do not change within a file, nor when a writer rewrites a file because most of its bytes are unused. Compaction renumbers the rows: the first
/// footer of a compacted file has no rows and the number of the commit that was copied. In a newly created file, this number is 0.
/// </remarks>
internal static class SnapshotSuccession
{
    /// <summary>Lists the states that contain the added rows, with the first added row of each.</summary>
    /// <param name="before">The earlier state. Later states of its file are read too, so only one thread at a time may call this method.</param>
    /// <param name="now">The later state.</param>
    /// <returns>Null if the later state belongs to another collection, or states between the two cannot be read, for example after two compactions.</returns>
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

    /// <summary>Determines whether a state is an unchanged copy of an earlier state in another file.</summary>
    public static bool IsCopy(CollectionSnapshot before, CollectionSnapshot now) =>
        before.Superblock.Sequence == now.Superblock.Sequence && before.RowCount == now.RowCount && before.LiveCount == now.LiveCount && FirstFooter(now.Source) is null;

    /// <summary>Reads the footer at the start of a file's data; null if the data does not start with a footer.</summary>
    private static Footer? FirstFooter(BlockSource source)
    {
        var header = source.ReadChecked(Superblock.DataStart, SealedRecord.HeaderSize, "the first footer");
        return SealedRecord.IsHeader(header.Span, out var kind, out var length) && kind == SealedRecord.Footer && length <= source.Length - Superblock.DataStart
            ? Footer.Read(source.ReadChecked(Superblock.DataStart, (int)length, "the first footer"), Superblock.DataStart)
            : null;
    }
}
