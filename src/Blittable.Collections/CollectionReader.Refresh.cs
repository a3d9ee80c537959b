using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Layout;

namespace Blittable.Collections;

/// <content>Going on to later commits.</content>
public sealed partial class CollectionReader
{
    /// <summary>Gets the commit that this reader sees.</summary>
    public CollectionCommit Commit => CommitOf(Snapshot);

    /// <summary>Goes on to the newest commit of the file, and to the file that has taken its name by now, if one has.</summary>
    /// <remarks>
    /// <para>Stripes that the new commit shares with the one before are not opened anew. The first look at a file without a later commit costs the opening of the path and 16 KB.</para>
    /// <para>Calls that have begun finish on the commit that they began on: look-ups, <see cref="ForEach(CollectionAction, CancellationToken)"/>, queries, enumerations of batches and of documents. Those that begin later see
    /// the new commit, those of a <see cref="CollectionScan"/> that was made before included. Documents own their bytes and stay as they are. Rows keep their numbers,
    /// unless the collection was compacted or replaced.</para>
    /// <para>Any thread may call this at any time.</para>
    /// </remarks>
    /// <returns>True if the reader sees another commit or another file than before.</returns>
    /// <exception cref="BlittableException">The file is damaged; the reader still sees what it saw.</exception>
    /// <exception cref="IOException">The file is gone or cannot be read; the reader still sees what it saw.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed of.</exception>
    public bool Refresh()
    {
        lock (_refreshing)
        {
            using var lease = Lease(out var before);
            for (var tries = 1; ; tries++)
            {
                // A file that has the superblocks of this one has all that they lead to, even if it is a copy.
                var superblocks = ReadSuperblocks(before.Source);
                if (_path is not null && !superblocks.Span.SequenceEqual(ReadSuperblocks(_path).Span))
                {
                    if (tries < MostTries)
                    {
                        continue; // A commit may have come between the two.
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
                        _snapshot = next;
                        return true;
                    }

                    if (tries >= MostTries)
                    {
                        ThrowHelper.InvalidData("two superblocks that are whole", $"commit {next.Superblock.Sequence}, and {next.Damage}", 0);
                    }
                }
                catch (BlittableException) when (tries < MostTries)
                {
                    // A superblock was read while it was written.
                }
            }
        }
    }

    /// <summary>Goes on to the newest commit as <see cref="Refresh"/> does, on a thread of the pool.</summary>
    /// <param name="cancellationToken">Gives up before the file is looked at.</param>
    /// <inheritdoc cref="Refresh"/>
    public Task<bool> RefreshAsync(CancellationToken cancellationToken = default) => Task.Run(Refresh, cancellationToken);

    private static CollectionCommit CommitOf(CollectionSnapshot snapshot) =>
        new(snapshot.Superblock.Sequence, snapshot.State.Tokens is [var last, ..] ? last : null, snapshot.LiveCount);

    /// <summary>Goes on to another file, and lets go of the one before once nobody reads it any more.</summary>
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
