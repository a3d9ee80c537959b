namespace Blittable.Collections;

/// <summary>Rewrites collections without what was deleted.</summary>
public static class CollectionCompaction
{
    /// <summary>Writes a file's documents to a new file beside it, which then takes its name.</summary>
    /// <remarks>
    /// Rows are numbered anew. Readers that have the old file open go on with it; it is neither shortened nor changed.
    /// A crash leaves the old file, and perhaps a part of the new one under another name. A link stays one: what it leads to is compacted.
    /// </remarks>
    /// <param name="path">The file.</param>
    /// <param name="options">How the new one is written; as the old one if null.</param>
    /// <param name="cancellationToken">Gives up and leaves the file as it was.</param>
    /// <exception cref="BlittableException">The file is no collection, or damaged; it stays as it was.</exception>
    /// <exception cref="IOException">It cannot be written, or a writer has it open.</exception>
    public static void Compact(string path, CollectionOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        path = File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
        var temporary = $"{path}.{Path.GetRandomFileName()}";
        try
        {
            // Locked until the new file has the name: what another writer committed to the old one meanwhile would be lost.
            using var locked = CollectionWriter.OpenFile(path, FileMode.Open);
            using (var reader = CollectionReader.Open(path))
            using (var writer = CollectionWriter.Create(temporary, options ?? reader.Options))
            {
                if (!OperatingSystem.IsWindows())
                {
                    File.SetUnixFileMode(temporary, File.GetUnixFileMode(path));
                }

                reader.Snapshot.CheckIsLast();
                reader.ForEach((_, document) => writer.Add(document), cancellationToken);
                writer.Commit();
            }

            if (OperatingSystem.IsWindows())
            {
                // An open file cannot be replaced there.
                locked.Dispose();
            }

            File.Move(temporary, path, overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }
}
