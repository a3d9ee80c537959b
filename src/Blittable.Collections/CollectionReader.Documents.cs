using System.Runtime.CompilerServices;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections;

/// <content>Asynchronous sequences of documents and of commits.</content>
public sealed partial class CollectionReader
{
    /// <summary>How long a follower waits between two looks at the file.</summary>
    internal static readonly TimeSpan DefaultInterval = TimeSpan.FromMilliseconds(200);

    /// <summary>Enumerates all documents in the order of their rows.</summary>
    /// <remarks>
    /// All are of the commit that the reader sees when the enumeration starts. Documents are read on the thread pool, a few hundred at a time, so the caller's thread never waits
    /// for the disk and memory does not grow with the collection. Each document owns its bytes. <see cref="CollectionScan.GetDocumentsAsync"/> enumerates those that pass a filter.
    /// </remarks>
    /// <param name="cancellationToken">Ends the enumeration between two documents.</param>
    /// <exception cref="BlittableException">A document is damaged; thrown during the enumeration.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed of before the enumeration started.</exception>
    public async IAsyncEnumerable<BlittableDocument> GetDocumentsAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var lease = Lease(out var snapshot);
        await foreach (var document in Read(snapshot, 0, cancellationToken).ConfigureAwait(false))
        {
            yield return document;
        }
    }

    /// <summary>Refreshes the reader again and again, and enumerates the commits that it goes on to. Never ends by itself.</summary>
    /// <remarks>
    /// <para>The first commit is the next one after the commit that the reader sees when the enumeration starts. The reader is at the commit that was returned until the
    /// next one is asked for, unless somebody else refreshes it. Several commits between two looks are one step, to the last of them: numbers rise, and may skip some.</para>
    /// <para>The file is looked at by reading its superblocks, since notifications of file systems get lost. A compaction is a commit. A new collection that takes the place of the
    /// file is the next commit, whatever its number.</para>
    /// </remarks>
    /// <param name="interval">The time between two looks; 200 ms by default.</param>
    /// <param name="cancellationToken">Ends the enumeration, also while it waits.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="interval"/> is not positive.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <inheritdoc cref="Refresh"/>
    public IAsyncEnumerable<CollectionCommit> FollowAsync(TimeSpan? interval = null, CancellationToken cancellationToken = default) =>
        FollowCommitsAsync(CheckInterval(interval), cancellationToken);

    /// <summary>Refreshes the reader again and again, and enumerates the documents that commits have added. Never ends by itself.</summary>
    /// <remarks>
    /// <para>The first document is the next one that is added after the commit that the reader sees when the enumeration starts. Each document comes exactly once, in the order of rows; a
    /// document that replaces another was added. Those that were deleted before they were read are left out.</para>
    /// <para>The enumeration continues across files that take the place of each other because they were compacted. It ends with a <see cref="BlittableException"/>
    /// (<see cref="BlittableErrorCode.InvalidOperation"/>) when it can no longer tell what was added: after a replacement by another collection, after two compactions with commits in
    /// between within one interval, and in a collection with an order (<see cref="CollectionOptions.OrderBy"/>), whose rows are sorted anew when stripes are merged.
    /// <see cref="FollowAsync"/> has none of these limits.</para>
    /// </remarks>
    /// <exception cref="BlittableException">What was added cannot be told, or the file is damaged.</exception>
    /// <inheritdoc cref="FollowAsync"/>
    public IAsyncEnumerable<BlittableDocument> FollowDocumentsAsync(TimeSpan? interval = null, CancellationToken cancellationToken = default) =>
        FollowAddedAsync(CheckInterval(interval), cancellationToken);

    private async IAsyncEnumerable<CollectionCommit> FollowCommitsAsync(TimeSpan interval, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var (before, now) in FollowStatesAsync(interval, cancellationToken).ConfigureAwait(false))
        {
            if (!SnapshotSuccession.IsCopy(before, now))
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
                    $"The documents added between commit {before.Superblock.Sequence} and commit {now.Superblock.Sequence} cannot be told: the collection has an order, or it was replaced.");
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

    /// <summary>The states that the reader goes on to, each with the one before. Both can be read until the next one is asked for.</summary>
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
            ? throw new ArgumentOutOfRangeException(nameof(interval), given, "The interval is not positive.")
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
