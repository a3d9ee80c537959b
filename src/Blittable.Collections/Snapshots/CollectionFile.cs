using Blittable.Collections.Storage;

namespace Blittable.Collections.Snapshots;

/// <summary>Represents the locked file of a writer. A new file has a temporary name until it is published under its final name.</summary>
/// <remarks>Temporary names have the form of <see cref="PartialName"/>. Killed processes leave temporary files, and
/// the next writer of the collection removes unlocked temporary files. The lock is a byte of the file (<see cref="WriterLock"/>), or a separate file
/// if the operating system lacks such locks (<see cref="LockFile"/>).</remarks>
internal sealed class CollectionFile : IDisposable
{
    private const int MostTries = 16;

    private readonly string _path;
    private readonly LockFile? _lock;
    private string? _temporary;
    private FileStream? _replaced;

    private CollectionFile(string path, LockFile? lockFile, string? temporary, FileStream stream, FileStream? replaced)
    {
        _path = path;
        _lock = lockFile;
        _temporary = temporary;
        Stream = stream;
        _replaced = replaced;
    }

    public FileStream Stream { get; private set; }

    /// <summary>Gets a value that indicates whether publishing replaces an existing file.</summary>
    public bool IsReplacement => _replaced is not null;

    /// <summary>Gets a value that indicates whether the file can be replaced while it is open.</summary>
    public bool CanBeReplaced => _temporary is null && !OperatingSystem.IsWindows();

    /// <summary>Gets the path of the file, or its path after publishing. Links are resolved.</summary>
    public string Name => _path;

    /// <summary>Gets a value that indicates whether readers that open the path find this file.</summary>
    public bool IsPublished => _temporary is null;

    /// <summary>Gets a value that indicates whether the file was renamed but the new name may not be on disk.</summary>
    public bool IsUncertain { get; private set; }

    /// <summary>Opens an existing file.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="usesLockFile">true to lock a file beside the collection; false to lock a byte of the collection; null to choose what the operating system
    /// supports.</param>
    /// <exception cref="IOException">The file cannot be written, or is already open in a writer.</exception>
    public static CollectionFile Open(string path, bool? usesLockFile = null)
    {
        path = Resolve(path);
        var lockFile = TakeLockFile(path, usesLockFile, mustExist: true);
        try
        {
            var stream = OpenLocked(path, FileMode.Open, lockFile is null);
            RemoveLeftovers(path, lockFile is null);
            return new CollectionFile(path, lockFile, null, stream, null);
        }
        catch
        {
            lockFile?.Dispose();
            throw;
        }
    }

    /// <summary>Creates a file. An existing file at the path is locked and remains in place until the new file is published.</summary>
    /// <inheritdoc cref="Open"/>
    public static CollectionFile Create(string path, bool mustExist = false, bool? usesLockFile = null)
    {
        path = Resolve(path);
        var lockFile = TakeLockFile(path, usesLockFile, mustExist);
        try
        {
            var replaced = mustExist || File.Exists(path) ? OpenLocked(path, FileMode.Open, lockFile is null) : null;
            return CreateBeside(path, lockFile, replaced, replaced, lockFile is null);
        }
        catch
        {
            lockFile?.Dispose();
            throw;
        }
    }

    /// <summary>Creates a file that replaces this one when it is passed to <see cref="ReplaceWith"/>.</summary>
    public CollectionFile CreateSuccessor() => CreateBeside(_path, null, null, Stream, _lock is null);

    /// <summary>Reads the superblocks from disk, after flushing everything that earlier writers wrote.</summary>
    /// <returns>The superblocks; empty if the system's cache cannot be bypassed.</returns>
    /// <exception cref="IOException">Earlier writes cannot be flushed.</exception>
    public ReadOnlyMemory<byte> ReadSuperblocks()
    {
        DurableFile.Flush(Stream);
        return DurableFile.ReadFromDisk(_path, Superblock.DataStart);
    }

    /// <summary>Reads the state of the file at the path, bypassing the system's cache if possible. Does not flush.</summary>
    /// <exception cref="BlittableException">The file has no intact state.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public CollectionState ReadStateFromDisk()
    {
        using var source = FileSource.Open(_path, CollectionAccess.RandomAccess);
        return CollectionSnapshot.Open(source, DurableFile.ReadFromDisk(_path, Superblock.DataStart)).State;
    }

    /// <summary>Renames the file to its final name, unless it already has it.</summary>
    /// <exception cref="IOException">A file with the name was created in the meantime, or the name may not be on disk.</exception>
    public void Publish()
    {
        if (_temporary is null)
        {
            return;
        }

        var isReplacement = IsReplacement;
        if (OperatingSystem.IsWindows())
        {
            // Windows cannot replace an open file.
            Close(ref _replaced);
        }

        File.Move(_temporary, _path, overwrite: isReplacement);
        _temporary = null;
        IsUncertain = true;
        DurableFile.FlushFolderOf(_path);
        IsUncertain = false;
        Close(ref _replaced);
    }

    /// <summary>Flushes the file to disk and renames it to its final name.</summary>
    /// <inheritdoc cref="Publish"/>
    public void PublishFlushed()
    {
        DurableFile.Flush(Stream);
        Publish();
    }

    /// <summary>Renames a flushed file to the name of this one, replacing it, and continues with the new file.</summary>
    /// <exception cref="IOException">The file could not be renamed, or it was renamed but the new name may not be on disk.</exception>
    public void ReplaceWith(CollectionFile successor)
    {
        File.Move(successor._temporary!, _path, overwrite: true);
        successor._temporary = null;
        IsUncertain = true;
        (Stream, successor.Stream) = (successor.Stream, Stream);
        DurableFile.FlushFolderOf(_path);
        IsUncertain = false;
    }

    /// <summary>Releases the file, and deletes it if it was not published.</summary>
    public void Dispose()
    {
        if (_temporary is not null)
        {
            File.Delete(_temporary);
            _temporary = null;
        }

        Close(Stream);
        Close(ref _replaced);
        _lock?.Dispose();
    }

    private static LockFile? TakeLockFile(string path, bool? usesLockFile, bool mustExist)
    {
        if (!(usesLockFile ?? !WriterLock.IsAvailable))
        {
            return null;
        }

        // A misspelled path must not leave a lock file.
        return mustExist && !File.Exists(path) ? throw new FileNotFoundException($"'{path}' does not exist.", path) : LockFile.Take(path);
    }

    /// <summary>Creates a locked file with the permissions of an existing one.</summary>
    private static FileStream CreateLike(FileStream? model, string path, bool locksByte)
    {
        var stream = OpenLocked(path, FileMode.CreateNew, locksByte);
        try
        {
            // A file system without permissions refuses to set them, even if they are equal.
            if (model is not null && !OperatingSystem.IsWindows() && File.GetUnixFileMode(model.SafeFileHandle) is var mode
                && File.GetUnixFileMode(stream.SafeFileHandle) != mode)
            {
                File.SetUnixFileMode(stream.SafeFileHandle, mode);
            }

            return stream;
        }
        catch
        {
            Close(stream);
            File.Delete(path);
            throw;
        }
    }

    private static CollectionFile CreateBeside(string path, LockFile? lockFile, FileStream? replaced, FileStream? model, bool locksByte)
    {
        try
        {
            RemoveLeftovers(path, locksByte);
            for (var tries = 1; ; tries++)
            {
                var temporary = PartialName.Create(path);
                try
                {
                    return new CollectionFile(path, lockFile, temporary, CreateLike(model, temporary, locksByte), replaced);
                }
                catch (IOException) when (tries < MostTries)
                {
                    // Another writer may have mistaken the file for a leftover and removed it.
                }
            }
        }
        catch
        {
            Close(ref replaced);
            throw;
        }
    }

    private static void Close(ref FileStream? file)
    {
        if (file is not null)
        {
            Close(file);
            file = null;
        }
    }

    private static void Close(FileStream file)
    {
        if (!file.SafeFileHandle.IsClosed)
        {
            WriterLock.Release(file);
            file.Dispose();
        }
    }

    /// <summary>Returns the full path, with links resolved, so a replacement replaces the target of a link and not the link itself.</summary>
    public static string Resolve(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        var file = new FileInfo(path);
        return file.LinkTarget is not null && file.ResolveLinkTarget(returnFinalTarget: true) is { } target ? target.FullName : file.FullName;
    }

    /// <summary>Opens a file and, unless a lock file protects it, locks it. Tries again if the file was replaced before it was locked.</summary>
    private static FileStream OpenLocked(string path, FileMode mode, bool locksByte)
    {
        while (true)
        {
            var stream = new FileStream(path, mode, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete, bufferSize: 0);
            if (!locksByte)
            {
                return stream;
            }

            try
            {
                WriterLock.Take(stream);
                if (WriterLock.IsAt(path, stream))
                {
                    return stream;
                }
            }
            catch
            {
                stream.Dispose();
                if (mode == FileMode.CreateNew)
                {
                    File.Delete(path);
                }

                throw;
            }

            Close(stream);
        }
    }

    /// <summary>Deletes the temporary files of killed writers. If the caller holds the lock file, all temporary files of the path are leftovers, except
    /// its only successor.</summary>
    private static void RemoveLeftovers(string path, bool locksByte)
    {
        var final = Path.GetFileName(path);
        foreach (var name in Directory.EnumerateFiles(Path.GetDirectoryName(path)!, "*" + PartialName.Extension))
        {
            var file = Path.GetFileName(name);
            if (file == final || PartialName.FinalOf(file) != final)
            {
                continue;
            }

            try
            {
                var locked = OpenLocked(name, FileMode.Open, locksByte);
                File.Delete(name);
                Close(locked);
            }
            catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
            {
                // A writer holds the file, or has just published it.
            }
        }
    }
}
