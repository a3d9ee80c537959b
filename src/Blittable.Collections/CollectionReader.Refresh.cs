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
    /// <para>Stripes that both commits share are not reopened. If there is no later commit, the call opens the path and reads 8 KB.</para>
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
                if (_path is not null && !IsAt(_path, before.Source))
                {
                    MoveTo(OpenIntact(_path, _access), before);
                    return true;
                }

                var superblocks = ReadSuperblocks(before.Source);
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
                        return next.Superblock.Footer != before.Superblock.Footer;
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

    /// <summary>Opens the file that replaced another one.</summary>
    /// <exception cref="BlittableException">A superblock or the last footer is damaged.</exception>
    private static CollectionSnapshot OpenIntact(string path, CollectionAccess access)
    {
        var next = OpenFile(path, access);
        if (next.Damage.Length > 0)
        {
            next.Source.Dispose();
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidData,
                $"The file was replaced by a damaged one: {next.Damage}. Its last intact commit is {next.Superblock.Sequence}.",
                0);
        }

        return next;
    }

    /// <summary>Determines whether a path leads to an open file.</summary>
    private static bool IsAt(string path, BlockSource source)
    {
        using var file = FileSource.Open(path, CollectionAccess.RandomAccess);
        if (file.Identity is { } identity && source.Identity is { } own)
        {
            return identity == own;
        }

        // Without identities, a file with the same superblocks has the same content, even if it is a copy. A commit may be written between the two reads.
        for (var tries = 0; tries < MostTries; tries++)
        {
            if (ReadSuperblocks(source).Span.SequenceEqual(ReadSuperblocks(file).Span))
            {
                return true;
            }
        }

        return false;
    }

    private static ReadOnlyMemory<byte> ReadSuperblocks(BlockSource source) => source.ReadChecked(0, Superblock.DataStart, "the superblocks");
}
