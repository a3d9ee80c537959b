using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Layout;

namespace Blittable.Collections;

/// <content>Refreshing to later commits.</content>
public sealed partial class CollectionReader
{
    /// <summary>Gets the commit that this reader sees.</summary>
    public CollectionCommit Commit => CommitOf(Snapshot);

    /// <summary>Refreshes the reader to the newest commit of the file, or to a new file that has replaced it.</summary>
    /// <remarks>
    /// <para>Stripes that both commits share are not reopened. If there is no later commit, the call opens the path and reads 16 KB.</para>
    /// <para>Lookups, queries and enumerations already in progress finish on the commit that they started with. Later calls see the new commit, including
    /// queries of a <see cref="CollectionScan"/> created earlier. Documents own their bytes and do not change. Rows keep their numbers unless the collection
    /// was compacted or replaced.</para>
    /// <para>This method is thread-safe.</para>
    /// </remarks>
    /// <returns><see langword="true"/> if the commit or the file changed; otherwise, <see langword="false"/>.</returns>
    /// <exception cref="BlittableException">The file is damaged. The reader keeps its commit.</exception>
    /// <exception cref="IOException">The file does not exist or cannot be read. The reader keeps its commit.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public bool Refresh()
    {
        lock (_refreshing)
        {
            using var lease = Lease(out var before);
            for (var tries = 1; ; tries++)
            {
                // A file with the same superblocks has the same content, even if it is a copy.
                var superblocks = ReadSuperblocks(before.Source);
                if (_path is not null && !superblocks.Span.SequenceEqual(ReadSuperblocks(_path).Span))
                {
                    if (tries < MostTries)
                    {
                        continue; // A commit may have been written between the two reads.
                    }

                    MoveTo(OpenFile(_path, _access), before);
                    return true;
                }

                if (before.HasSuperblocks(superblocks))
                {
                    return false;
                }

                try
                {
                    var next = before.ReadNext(superblocks);
                    if (next.Damage.Length == 0)
                    {
                        // A writer replaces the superblock of an unflushed commit after a flush.
                        _snapshot = next;
                        return next.Superblock.Sequence != before.Superblock.Sequence;
                    }

                    if (tries >= MostTries)
                    {
                        ThrowHelper.Throw(
                            BlittableErrorCode.InvalidData,
                            $"A superblock or footer is damaged: {next.Damage}. The last intact commit is {next.Superblock.Sequence}.",
                            0);
                    }
                }
                catch (BlittableException) when (tries < MostTries)
                {
                    // The superblock was read while it was being written.
                }
            }
        }
    }

    /// <summary>Refreshes the reader like <see cref="Refresh"/>, on the thread pool.</summary>
    /// <param name="cancellationToken">Cancels the operation before it starts.</param>
    /// <inheritdoc cref="Refresh"/>
    public Task<bool> RefreshAsync(CancellationToken cancellationToken = default) => Task.Run(Refresh, cancellationToken);

    private static CollectionCommit CommitOf(CollectionSnapshot snapshot) =>
        new(snapshot.Superblock.Sequence, snapshot.State.Tokens is [var last, ..] ? last : null, snapshot.LiveCount);

    /// <summary>Switches to another file. The previous file is released when its last lease ends.</summary>
    private void MoveTo(CollectionSnapshot next, CollectionSnapshot before)
    {
        next.Assemblers.MaxExpandedBytes = before.Assemblers.MaxExpandedBytes;
        _snapshot = next;
        before.Source.Dispose();
    }

    private static ReadOnlyMemory<byte> ReadSuperblocks(string path)
    {
        using var source = FileSource.Open(path, CollectionAccess.RandomAccess);
        return ReadSuperblocks(source);
    }

    private static ReadOnlyMemory<byte> ReadSuperblocks(BlockSource source) => source.ReadChecked(0, Superblock.DataStart, "the superblocks");
}
