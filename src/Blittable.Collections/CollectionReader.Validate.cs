using Blittable.Layout;

namespace Blittable.Collections;

/// <content>Integrity check.</content>
public sealed partial class CollectionReader
{
    /// <summary>Verifies the integrity of the collection: reassembles every document and verifies the checksum of every chunk, index and mark.</summary>
    /// <remarks>If the last commit of a file is unreadable, the file opens at the previous commit. This method reports that.</remarks>
    /// <param name="cancellationToken">Cancels the operation between two documents.</param>
    /// <exception cref="BlittableException">The collection is damaged. The message describes the damage and its location.</exception>
    public void Validate(CancellationToken cancellationToken = default) => ValidateAll(null, cancellationToken);

    /// <param name="progress">Receives the completed fraction of the documents, from 0 to 1, after each document.</param>
    /// <param name="cancellationToken">Cancels the operation between two documents.</param>
    /// <inheritdoc cref="Validate(CancellationToken)"/>
    public void Validate(IProgress<double> progress, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(progress);
        ValidateAll(progress, cancellationToken);
    }

    private void ValidateAll(IProgress<double>? progress, CancellationToken cancellation)
    {
        using var lease = Lease(out var snapshot);
        ForEach(snapshot, (row, _) => progress?.Report((row + 1.0) / snapshot.RowCount), cancellation);
        snapshot.CheckDictionaries();
        _ = GetColumns(snapshot);
        foreach (var stripe in snapshot.Stripes)
        {
            stripe.OpenIndexes();
            stripe.CheckMark();
        }

        if (snapshot.Damage.Length > 0)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidData,
                $"A superblock or footer is damaged: {snapshot.Damage}. "
                    + $"The last intact commit is {snapshot.Superblock.Sequence} with {snapshot.RowCount} rows; later commits may be lost. "
                    + $"The file cannot be opened for writing; {nameof(CollectionRecovery)} salvages the intact parts into a new file.",
                0);
        }

        progress?.Report(1);
    }
}
