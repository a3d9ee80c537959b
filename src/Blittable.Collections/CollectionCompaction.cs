using Blittable.Collections.Snapshots;

namespace Blittable.Collections;

/// <summary>Compacts collections by rewriting them without deleted documents.</summary>
public static class CollectionCompaction
{
    /// <summary>Compacts a file: writes its documents to a new file in the same directory, which then replaces it.</summary>
    /// <remarks>
    /// Rows are renumbered. Commit numbers continue, and commit tokens are preserved. Readers of the old file continue to use it, and it is neither truncated
    /// nor modified. A crash leaves the old file, and possibly a partial new file under a temporary name, which the next writer removes. If the path is a
    /// symbolic link, its target is compacted and the link is preserved.
    /// </remarks>
    /// <param name="path">The file path.</param>
    /// <param name="options">The options of the new file, or <see langword="null"/> to use the options of the old file. With <see langword="null"/>, stripes
    /// without deleted documents are copied where possible; with options, each document is written again.</param>
    /// <param name="cancellationToken">Cancels the operation and leaves the file unchanged.</param>
    /// <exception cref="BlittableException">The file is not a collection, or is damaged. It is left unchanged.</exception>
    /// <exception cref="IOException">The file cannot be written, or is open in a writer.</exception>
    public static void Compact(string path, CollectionOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var activity = BlittableMetrics.Start("blittable.compact");
        try
        {
            Rewrite(path, options, cancellationToken);
        }
        catch (Exception fault)
        {
            BlittableMetrics.Fail(activity, fault);
            throw;
        }
    }

    private static void Rewrite(string path, CollectionOptions? options, CancellationToken cancellationToken)
    {
        // Keep the old file locked until the new one has replaced it. Otherwise, commits of another writer would be lost.
        using var file = CollectionFile.Create(path, mustExist: true);
        using var reader = CollectionReader.Open(path, new CollectionReaderOptions { Access = CollectionAccess.RandomAccess });
        reader.Snapshot.CheckIsLast();
        (options ?? reader.Options).Check();
        var lineage = reader.Snapshot.State.Lineage.Continue(reader.CommitNumber, isRenumbered: true);
        using var writer = CollectionWriter.Create(file, file.Stream, options ?? reader.Options, leaveOpen: true, reader.Snapshot.State, lineage);
        if (options is null)
        {
            writer.TakeStripes(reader.Snapshot.Stripes, cancellationToken);
        }
        else
        {
            reader.ForEach((_, document) => writer.Add(document), cancellationToken);
        }

        // Windows cannot replace an open file.
        reader.Dispose();
        var before = new FileInfo(path).Length;
        writer.Commit();
        CollectionLog.Compacted(CollectionLog.Logger, path, new FileInfo(path).Length, before);
    }
}
