using System.Runtime.CompilerServices;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections;

/// <content>Asynchronous sequences of documents and of commits.</content>
public sealed partial class CollectionReader
{
    /// <summary>The default interval between two reads of the superblocks.</summary>
    internal static readonly TimeSpan DefaultInterval = TimeSpan.FromMilliseconds(200);

    /// <summary>Enumerates all documents in row order.</summary>
    /// <remarks>
    /// The enumeration reads the commit that the reader has when it starts. Documents are read on the thread pool, a few hundred at a time: the calling thread
    /// never waits for the disk, and memory does not grow with the collection. Each document owns its bytes. <see cref="CollectionScan.GetDocumentsAsync"/>
    /// enumerates the documents that match a filter.
    /// </remarks>
    /// <param name="cancellationToken">Cancels the enumeration between two documents.</param>
    /// <exception cref="BlittableException">A document is damaged; thrown during the enumeration.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed before the enumeration started.</exception>
    public async IAsyncEnumerable<BlittableDocument> GetDocumentsAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var lease = Lease(out var snapshot);
        await foreach (var document in Read(snapshot, 0, cancellationToken).ConfigureAwait(false))
        {
            yield return document;
        }
    }

    /// <summary>Refreshes the reader periodically and enumerates new commits. The enumeration continues until it is cancelled.</summary>
    /// <remarks>
    /// <para>The enumeration starts after the commit that the reader has at that time. The reader stays at the returned commit until the next commit is
    /// requested, unless another caller refreshes it. Of several commits within one interval, only the last is returned, so commit numbers increase but may
    /// have gaps.</para>
    /// <para>The method polls the superblocks, because file system notifications can be lost. A compaction is a commit. A new collection that replaces the file
    /// is the next commit, regardless of its number.</para>
    /// </remarks>
    /// <param name="interval">The polling interval; 200 ms by default.</param>
    /// <param name="cancellationToken">Cancels the enumeration, including while it waits.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="interval"/> is not positive.</exception>
    /// <exception cref="OperationCanceledException">The enumeration was cancelled.</exception>
    /// <inheritdoc cref="Refresh"/>
    public IAsyncEnumerable<CollectionCommit> FollowAsync(TimeSpan? interval = null, CancellationToken cancellationToken = default) =>
        FollowCommitsAsync(CheckInterval(interval), cancellationToken);

    /// <summary>Refreshes the reader periodically and enumerates the documents added by new commits. The enumeration continues until it is cancelled.</summary>
    /// <remarks>
    /// <para>The enumeration starts with the first document added after the commit that the reader has. It returns each added document exactly once, in row
    /// order, including documents that replace others. It skips documents that were deleted before they could be read.</para>
    /// <para>The enumeration continues across compactions. It throws a <see cref="BlittableException"/> (<see cref="BlittableErrorCode.InvalidOperation"/>) if
    /// the added documents cannot be determined: another collection or a restored backup replaced the file, the file was compacted twice within one interval or
    /// once after commits to a rewritten file, a commit that the reader has seen was lost because a flush failed, or the collection has an order
    /// (<see cref="CollectionOptions.OrderBy"/>), because merging sorts its rows again. <see cref="FollowAsync"/> has none of these limits.</para>
    /// </remarks>
    /// <exception cref="BlittableException">The added documents cannot be determined, or the file is damaged.</exception>
    /// <inheritdoc cref="FollowAsync"/>
    public IAsyncEnumerable<BlittableDocument> FollowDocumentsAsync(TimeSpan? interval = null, CancellationToken cancellationToken = default) =>
        FollowAddedAsync(CheckInterval(interval), cancellationToken);

    private async IAsyncEnumerable<CollectionCommit> FollowCommitsAsync(TimeSpan interval, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var (before, now) in FollowStatesAsync(interval, cancellationToken).ConfigureAwait(false))
        {
            if (!SnapshotSuccession.IsSameCommit(before, now))
            {
                yield return CommitOf(now);
            }
        }
    }

    private async IAsyncEnumerable<BlittableDocument> FollowAddedAsync(TimeSpan interval, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var (before, now) in FollowStatesAsync(interval, cancellationToken).ConfigureAwait(false))
        {
            IReadOnlyList<(CollectionSnapshot, long)>? added;
            lock (_refreshing)
            {
                added = before.Options.OrderBy is null && now.Options.OrderBy is null ? SnapshotSuccession.Find(before, now) : null;
            }

            if (added is null)
            {
                ThrowHelper.Throw(
                    BlittableErrorCode.InvalidOperation,
                    $"The documents added between commit {before.Superblock.Sequence} and commit {now.Superblock.Sequence} cannot be determined: "
                        + "the collection is ordered, or was replaced by a file that does not continue the earlier commit.");
            }

            foreach (var (state, firstRow) in added)
            {
                await foreach (var document in Read(state, firstRow, cancellationToken).ConfigureAwait(false))
                {
                    yield return document;
                }
            }
        }
    }

    /// <summary>Enumerates pairs of consecutive snapshots. Both remain readable until the next pair is requested.</summary>
    private async IAsyncEnumerable<(CollectionSnapshot Before, CollectionSnapshot Now)> FollowStatesAsync(
        TimeSpan interval, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var lease = Lease(out var before);
        try
        {
            while (true)
            {
                await RefreshAsync(cancellationToken).ConfigureAwait(false);
                var next = Lease(out var now);
                if (ReferenceEquals(before, now))
                {
                    next.Dispose();
                    await Task.Delay(interval, cancellationToken).ConfigureAwait(false);
                    continue;
                }

                var last = lease;
                lease = next;
                using (last)
                {
                    yield return (before, now);
                }

                before = now;
            }
        }
        finally
        {
            lease.Dispose();
        }
    }

    private static TimeSpan CheckInterval(TimeSpan? interval) =>
        interval is { } given && given <= TimeSpan.Zero
            ? throw new ArgumentOutOfRangeException(nameof(interval), given, "The interval must be positive.")
            : interval ?? DefaultInterval;

    private static IAsyncEnumerable<BlittableDocument> Read(CollectionSnapshot snapshot, long firstRow, CancellationToken cancellationToken) =>
        DocumentBatches.FlattenAsync(ReadBatches(snapshot, firstRow), cancellationToken);

    private static IEnumerable<IReadOnlyList<BlittableDocument>> ReadBatches(CollectionSnapshot snapshot, long firstRow)
    {
        foreach (var stripe in snapshot.Stripes.Where(stripe => stripe.FirstRow + stripe.Rows > firstRow))
        {
            for (var group = 0; group < stripe.GroupCount; group++)
            {
                var first = (int)Math.Clamp(firstRow - stripe.FirstRow - ((long)group * stripe.ChunkRows), 0, stripe.GroupRows(group));
                foreach (var batch in DocumentBatches.Read(stripe, group, LiveFrom(stripe, group, first)))
                {
                    yield return batch;
                }
            }
        }
    }

    private static ulong[] LiveFrom(Stripe stripe, int group, int first)
    {
        var live = new ulong[MaskKernel.Words(stripe.GroupRows(group))];
        stripe.CopyLive(group, live);
        live.AsSpan(0, first >> 6).Clear();
        if ((first & 63) != 0)
        {
            live[first >> 6] &= ~MaskKernel.LowBits(first & 63);
        }

        return live;
    }
}
