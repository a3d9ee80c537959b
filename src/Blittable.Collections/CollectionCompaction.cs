using Blittable.Collections.Snapshots;

namespace Blittable.Collections;

/// <summary>Compacts collections by rewriting them without deleted documents.</summary>
public static class CollectionCompaction
{
    /// <summary>Compacts a file: writes its documents to a new file in the same directory, which then replaces it.</summary>
    /// <remarks>
    /// Rows are numbered anew; the commits are counted on, and their tokens stay known. Readers that have the old file open continue with it; it is neither shortened nor changed. A crash leaves the old file, and perhaps a part of
    /// the new one under another name, which the next writer removes. A link stays one: what it leads to is compacted.
    /// </remarks>
    /// <param name="path">The file path.</param>
    /// <param name="options">The options of the new file, or <see langword="null"/> to use those of the old file.</param>
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
        // Keep the old file locked until the new one has replaced it: otherwise commits of another writer would be lost.
        using var file = CollectionFile.Create(path, mustExist: true);
        using var reader = CollectionReader.Open(path, new CollectionReaderOptions { Access = CollectionAccess.RandomAccess });
        reader.Snapshot.CheckIsLast();
        options ??= reader.Options;
        options.Check();
        using var writer = CollectionWriter.Create(file, file.Stream, options, leaveOpen: true, reader.Snapshot.State);
        reader.ForEach((_, document) => writer.Add(document), cancellationToken);

        // Windows cannot replace an open file.
        reader.Dispose();
        var before = new FileInfo(path).Length;
        writer.Commit();
        CollectionLog.Compacted(CollectionLog.Logger, path, new FileInfo(path).Length, before);
    }
}
