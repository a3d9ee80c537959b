using Blittable.Collections.Storage;

namespace Blittable.Cli;

/// <summary>The writer lock of a collection that a command replaces. A writer that has the collection open would continue in the replaced file, and lose its commits.</summary>
internal sealed class TargetLock : IDisposable
{
    private readonly IDisposable _held;

    private TargetLock(IDisposable held) => _held = held;

    /// <summary>Takes the lock, or returns null if the path is not an existing collection.</summary>
    /// <param name="path">The path, with links resolved.</param>
    /// <exception cref="IOException">The collection is open for writing.</exception>
    public static TargetLock? Take(string path)
    {
        if (!CollectionFormat.IsCollectionFile(path))
        {
            return null;
        }

        if (!WriterLock.IsAvailable)
        {
            return new TargetLock(LockFile.Take(path));
        }

        FileStream file;
        try
        {
            file = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        }
        catch (UnauthorizedAccessException)
        {
            // The file is read-only, so no writer has it open. Replacing it requires only the rights to its folder.
            return null;
        }

        try
        {
            WriterLock.Take(file);
            return new TargetLock(file);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    public void Dispose() => _held.Dispose();
}
