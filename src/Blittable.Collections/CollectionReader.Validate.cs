using Blittable.Layout;

namespace Blittable.Collections;

/// <content>Looking for damage.</content>
public sealed partial class CollectionReader
{
    /// <summary>Puts every document together, and reads every chunk, index and mark, which compares all checksums.</summary>
    /// <remarks>A file whose last commit cannot be read is opened as it was before; this is where one learns of it.</remarks>
    /// <param name="cancellationToken">Stops between two documents.</param>
    /// <exception cref="BlittableException">Something is damaged; the message says what and where.</exception>
    public void Validate(CancellationToken cancellationToken = default)
    {
        using var lease = Lease(out var snapshot);
        ForEach(snapshot, (_, _) => { }, cancellationToken);
        _ = GetColumns(snapshot);
        foreach (var stripe in snapshot.Stripes)
        {
            stripe.OpenIndexes();
            stripe.CheckMark();
        }

        if (snapshot.Damage.Length > 0)
        {
            ThrowHelper.InvalidData(
                "two superblocks that are whole",
                $"commit {snapshot.Superblock.Sequence} with {snapshot.RowCount} rows, and {snapshot.Damage}; later commits may be lost, and writers refuse the file; "
                    + $"{nameof(CollectionRecovery)} writes what is whole to a new file",
                0);
        }
    }
}
