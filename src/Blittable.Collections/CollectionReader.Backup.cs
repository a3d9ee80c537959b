using Blittable.Collections.Snapshots;

namespace Blittable.Collections;

/// <content>Copies of the state that the reader sees.</content>
public sealed partial class CollectionReader
{
    private const int GatheredBytes = 1 << 18;

    /// <summary>Writes a copy of the commit that this reader sees to a stream, while a writer goes on.</summary>
    /// <remarks>
    /// The copy is a collection of the same documents, rows, layout, tokens and commit number. It has the stripes of this commit and nothing that earlier ones left behind; rows that
    /// were deleted keep their numbers. Blocks are copied as they are and compared with their checksums, so damage is found before it is backed up. The stream is written from
    /// its position on, need not seek, and is neither flushed nor closed. If this throws, what was written is not a collection. Memory does not grow with the collection.
    /// </remarks>
    /// <param name="destination">The stream.</param>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is null.</exception>
    /// <exception cref="BlittableException">The collection is damaged, or a commit may be lost (<see cref="IsDamaged"/>).</exception>
    /// <exception cref="IOException">The file cannot be read, or the stream cannot be written.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed of.</exception>
    public void BackupTo(Stream destination)
    {
        ArgumentNullException.ThrowIfNull(destination);
        using var lease = Lease(out var snapshot);
        foreach (var part in PartsOf(snapshot))
        {
            destination.Write(part.Span);
        }
    }

    /// <summary>Writes a copy of the commit that this reader sees to a file, while a writer goes on.</summary>
    /// <remarks>The file gets its name when it is complete and on the disk. An existing file is replaced, unless it is open in a writer.</remarks>
    /// <param name="path">The new file.</param>
    /// <exception cref="ArgumentException"><paramref name="path"/> is the file that this reader reads.</exception>
    /// <exception cref="IOException">The file cannot be read, or the new one cannot be written.</exception>
    /// <inheritdoc cref="BackupTo(Stream)"/>
    public void BackupTo(string path)
    {
        RequireOther(path);
        using var file = CollectionFile.Create(path);
        BackupTo(file.Stream);
        file.PublishFlushed();
    }

    /// <param name="destination">The stream.</param>
    /// <param name="cancellationToken">Gives up between two blocks.</param>
    /// <inheritdoc cref="BackupTo(Stream)"/>
    public async Task BackupToAsync(Stream destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(destination);
        using var lease = Lease(out var snapshot);
        using var parts = PartsOf(snapshot).GetEnumerator();

        // What comes next is read on the thread pool; nothing says how long the disk takes.
        while (await Task.Run(parts.MoveNext, cancellationToken).ConfigureAwait(false))
        {
            await destination.WriteAsync(parts.Current, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <param name="path">The new file.</param>
    /// <param name="cancellationToken">Gives up between two blocks, and leaves no new file.</param>
    /// <inheritdoc cref="BackupTo(string)"/>
    public async Task BackupToAsync(string path, CancellationToken cancellationToken = default)
    {
        RequireOther(path);
        using var file = CollectionFile.Create(path);
        await BackupToAsync(file.Stream, cancellationToken).ConfigureAwait(false);
        await Task.Run(file.PublishFlushed, cancellationToken).ConfigureAwait(false);
    }

    private static IEnumerable<ReadOnlyMemory<byte>> PartsOf(CollectionSnapshot snapshot)
    {
        snapshot.CheckIsLast();
        var copy = new SnapshotCopy(snapshot.Source, snapshot.State);
        return Gather(copy.ReadBody().Prepend(copy.Superblocks).Append(copy.FooterBytes));
    }

    /// <summary>Joins small parts into larger ones. Each result is valid until the next one is requested.</summary>
    private static IEnumerable<ReadOnlyMemory<byte>> Gather(IEnumerable<ReadOnlyMemory<byte>> parts)
    {
        var gathered = new byte[GatheredBytes];
        var length = 0;
        foreach (var part in parts)
        {
            if (part.Length > gathered.Length - length)
            {
                yield return gathered.AsMemory(0, length);
                length = 0;
            }

            if (part.Length > gathered.Length)
            {
                yield return part;
                continue;
            }

            part.CopyTo(gathered.AsMemory(length));
            length += part.Length;
        }

        yield return gathered.AsMemory(0, length);
    }

    /// <summary>Refuses the reader's own file: a backup would put an earlier state in the place of later commits.</summary>
    private void RequireOther(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        if (_path is not null && CollectionFile.Resolve(path) == CollectionFile.Resolve(_path))
        {
            throw new ArgumentException($"'{path}' is the collection itself. Specify another file for the backup.", nameof(path));
        }
    }
}
