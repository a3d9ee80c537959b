using Blittable.Collections.Snapshots;

namespace Blittable.Collections;

/// <summary>Rewrites collections without what was deleted.</summary>
public static class CollectionCompaction
{
    /// <summary>Writes a file's documents to a new file beside it, which then takes its name.</summary>
    /// <remarks>
    /// Rows are numbered anew; the commits are counted on, and their tokens stay known. Readers that have the old file open continue with it; it is neither shortened nor changed. A crash leaves the old file, and perhaps a part of
    /// the new one under another name, which the next writer removes. A link stays one: what it leads to is compacted.
    /// </remarks>
    /// <param name="path">The file.</param>
    /// <param name="options">How the new one is written; as the old one if null.</param>
    /// <param name="cancellationToken">Gives up and leaves the file as it was.</param>
    /// <exception cref="BlittableException">The file is not a collection, or damaged; it stays as it was.</exception>
    /// <exception cref="IOException">It cannot be written, or a writer has it open.</exception>
    public static void Compact(string path, CollectionOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var activity = BlittableMetrics.Start("blittable.compact");

        // The old file is locked until the new one has its name: what another writer committed to it meanwhile would be lost.
        using var file = CollectionFile.Create(path, mustExist: true);
        using var reader = CollectionReader.Open(path, new CollectionReaderOptions { Access = CollectionAccess.RandomAccess });
        reader.Snapshot.CheckIsLast();
        options ??= reader.Options;
        options.Check();
        using var writer = CollectionWriter.Create(file, file.Stream, options, leaveOpen: true, reader.Snapshot.State);
        reader.ForEach((_, document) => writer.Add(document), cancellationToken);

        // A file that is open cannot be replaced on Windows.
        reader.Dispose();
        var before = new FileInfo(path).Length;
        writer.Commit();
        CollectionLog.Compacted(CollectionLog.Logger, path, new FileInfo(path).Length, before);
    }
}
