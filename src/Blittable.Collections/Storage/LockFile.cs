namespace Blittable.Collections.Storage;

/// <summary>Represents the lock of a writer on systems without <see cref="WriterLock"/>: an empty file next to the collection that only one process can
/// open.</summary>
/// <remarks>
/// <para>The file is <c>NAME.lock</c>. It is never deleted: a writer that had opened the deleted file and a writer that created the next one would both hold a
/// lock. The operating system releases the lock if the process is killed.</para>
/// <para>A byte of the collection cannot be locked on these systems, and the lock of the whole collection (<c>flock</c>) is shared by every reader that opens
/// the file with <see cref="FileShare.Read"/>.</para>
/// </remarks>
internal sealed class LockFile : IDisposable
{
    private const string Extension = ".lock";

    private readonly FileStream _file;

    private LockFile(FileStream file) => _file = file;

    /// <summary>Acquires the lock of the collection at a path. Links must be resolved. The collection itself need not exist.</summary>
    /// <exception cref="IOException">Another writer holds the lock, or the file cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The lock file cannot be created in the folder.</exception>
    public static LockFile Take(string path)
    {
        var name = path + Extension;
        try
        {
            return new LockFile(new FileStream(name, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 0));
        }
        catch (IOException fault) when (fault is not DirectoryNotFoundException && File.Exists(name))
        {
            throw new IOException($"'{path}' is already open for writing.", fault);
        }
    }

    public void Dispose() => _file.Dispose();
}
