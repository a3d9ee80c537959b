using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;

namespace Blittable.Collections;

/// <content>Backups of the commit that the reader sees.</content>
public sealed partial class CollectionReader
{
    private const int GatheredBytes = 1 << 18;

    /// <summary>Writes a copy of the commit that this reader sees to a stream. A writer may commit at the same time.</summary>
    /// <remarks>
    /// The copy is a collection with the same documents, row numbers, layout, tokens and commit number. It contains only the stripes of this commit, without
    /// unused bytes of earlier commits. Deleted rows keep their numbers. Blocks are copied unchanged after their checksums are verified, so damaged blocks are
    /// never backed up. The stream is written from its current position, need not be seekable, and is neither flushed nor closed. If the method throws, the
    /// bytes written so far are not a valid collection. Memory use does not grow with the size of the collection.
    /// </remarks>
    /// <param name="destination">The stream.</param>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is null.</exception>
    /// <exception cref="BlittableException">The collection is damaged, or a commit may be lost (<see cref="IsDamaged"/>).</exception>
    /// <exception cref="IOException">The file cannot be read, or the stream cannot be written.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public void BackupTo(Stream destination)
    {
        ArgumentNullException.ThrowIfNull(destination);
        using var lease = Lease(out var snapshot);
        foreach (var part in Gather(CopyOf(snapshot)))
        {
            destination.Write(part.Span);
        }
    }

    /// <summary>Writes a copy of the commit that this reader sees to a file. A writer may commit at the same time.</summary>
    /// <remarks>The file is written atomically: it appears under its name when it is complete and flushed to disk. An existing file is replaced, unless it is
    /// open in a writer.</remarks>
    /// <param name="path">The new file.</param>
    /// <exception cref="ArgumentException"><paramref name="path"/> is the file that this reader reads.</exception>
    /// <exception cref="IOException">The file cannot be read, or the new one cannot be written.</exception>
    /// <inheritdoc cref="BackupTo(Stream)"/>
    public void BackupTo(string path)
    {
        RequireOther(path);
        using var file = CollectionFile.Create(path);
        try
        {
            BackupTo(file.Stream);
        }
        catch (ArgumentOutOfRangeException fault) when (FileLimit.IsReached(fault))
        {
            throw FileLimit.ErrorOf(file.Name, fault);
        }
        catch (IOException fault) when (PartialName.TryNameFinal(fault, file.Stream.Name, out var named))
        {
            throw named;
        }

        file.PublishFlushed();
    }

    /// <param name="destination">The stream.</param>
    /// <param name="cancellationToken">Cancels the operation between two blocks.</param>
    /// <inheritdoc cref="BackupTo(Stream)"/>
    public Task BackupToAsync(Stream destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(destination);
        return BackupAsync(destination, null, cancellationToken);
    }

    /// <param name="path">The new file.</param>
    /// <param name="cancellationToken">Cancels the operation between two blocks, without creating the new file.</param>
    /// <inheritdoc cref="BackupTo(string)"/>
    public Task BackupToAsync(string path, CancellationToken cancellationToken = default) => BackupAsync(path, null, cancellationToken);

    /// <param name="path">The new file.</param>
    /// <param name="progress">Receives the completed fraction, from 0 to 1, after each part of the file.</param>
    /// <param name="cancellationToken">Cancels the operation between two blocks, without creating the new file.</param>
    /// <inheritdoc cref="BackupTo(string)"/>
    public Task BackupToAsync(string path, IProgress<double> progress, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(progress);
        return BackupAsync(path, progress, cancellationToken);
    }

    private async Task BackupAsync(string path, IProgress<double>? progress, CancellationToken cancellation)
    {
        RequireOther(path);
        using var file = CollectionFile.Create(path);
        try
        {
            await BackupAsync(file.Stream, progress, cancellation).ConfigureAwait(false);
        }
        catch (ArgumentOutOfRangeException fault) when (FileLimit.IsReached(fault))
        {
            throw FileLimit.ErrorOf(file.Name, fault);
        }
        catch (IOException fault) when (PartialName.TryNameFinal(fault, file.Stream.Name, out var named))
        {
            throw named;
        }

        await Task.Run(file.PublishFlushed, cancellation).ConfigureAwait(false);
    }

    private async Task BackupAsync(Stream destination, IProgress<double>? progress, CancellationToken cancellation)
    {
        using var lease = Lease(out var snapshot);
        var copy = CopyOf(snapshot);
        using var parts = Gather(copy).GetEnumerator();
        var written = 0L;

        // Parts are read on the thread pool, because disk reads may block for any length of time.
        while (await Task.Run(parts.MoveNext, cancellation).ConfigureAwait(false))
        {
            await destination.WriteAsync(parts.Current, cancellation).ConfigureAwait(false);
            written += parts.Current.Length;
            progress?.Report((double)written / copy.Length);
        }
    }

    private static SnapshotCopy CopyOf(CollectionSnapshot snapshot)
    {
        snapshot.CheckIsLast();
        return new SnapshotCopy(snapshot.Source, snapshot.State, isBackup: true);
    }

    private static IEnumerable<ReadOnlyMemory<byte>> Gather(SnapshotCopy copy) => Gather(copy.ReadBody().Prepend(copy.Superblocks).Append(copy.FooterBytes));

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

    /// <summary>Rejects the reader's own file, because a backup would replace later commits with an earlier state.</summary>
    private void RequireOther(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        if (_path is not null && (CollectionFile.Resolve(path) == CollectionFile.Resolve(_path) || FileIdentity.AreSame(path, _path)))
        {
            throw new ArgumentException($"'{path}' is the collection itself. Specify another file for the backup.", nameof(path));
        }
    }
}
