using System.Buffers;
using System.Globalization;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Snapshots;

/// <summary>The file of a writer: locked, and under a name of its own until it is published under the name that it is made for.</summary>
/// <remarks>A file that is not published is called <c>NAME.xxxxxxxx.partial</c>, where each x is a hexadecimal digit. One that is left of a process that was killed is
/// removed by the next writer of the collection: it has the name, and is not locked.</remarks>
internal sealed class CollectionFile : IDisposable
{
    private const string Extension = ".partial";
    private const int MarkLength = 8;
    private const int MostTries = 16;

    private static readonly SearchValues<char> s_digits = SearchValues.Create("0123456789abcdef");

    private readonly string _path;
    private string? _temporary;
    private FileStream? _replaced;

    private CollectionFile(string path, string? temporary, FileStream stream, FileStream? replaced)
    {
        _path = path;
        _temporary = temporary;
        Stream = stream;
        _replaced = replaced;
    }

    public FileStream Stream { get; private set; }

    /// <summary>Gets a value that indicates whether publishing puts the file in the place of another one.</summary>
    public bool IsReplacement => _replaced is not null;

    /// <summary>Gets a value that indicates whether another file can take this one's name while it is open.</summary>
    public bool CanBeReplaced => _temporary is null && !OperatingSystem.IsWindows();

    /// <summary>The path that the file has, or will have once it is published; links are followed.</summary>
    public string Name => _path;

    /// <summary>Gets a value that indicates whether readers that open the path find this file.</summary>
    public bool IsPublished => _temporary is null;

    /// <summary>Gets a value that indicates whether a file took the name of another one and it is not known whether the disk has that.</summary>
    public bool IsUncertain { get; private set; }

    /// <summary>Opens a file that is there.</summary>
    /// <exception cref="IOException">It cannot be written, or another writer has it open.</exception>
    public static CollectionFile Open(string path)
    {
        path = Resolve(path);
        var stream = OpenLocked(path, FileMode.Open);
        RemoveLeftovers(path);
        return new CollectionFile(path, null, stream, null);
    }

    /// <summary>Makes a file. One that has its name is locked, and stays until this one is published.</summary>
    /// <exception cref="IOException">It cannot be written, or another writer has the present file open.</exception>
    public static CollectionFile Create(string path, bool mustExist = false)
    {
        path = Resolve(path);
        return CreateBeside(path, mustExist || File.Exists(path) ? OpenLocked(path, FileMode.Open) : null);
    }

    /// <summary>Makes a file that takes the name of this one when it is handed to <see cref="ReplaceWith"/>.</summary>
    public CollectionFile CreateSuccessor() => CreateBeside(_path, null, Stream);

    /// <summary>What the disk has of the superblocks, after all that earlier writers wrote has been flushed.</summary>
    /// <returns>Nothing where the system has no way past its cache.</returns>
    /// <exception cref="IOException">Earlier writes cannot be flushed.</exception>
    public ReadOnlyMemory<byte> ReadSuperblocks()
    {
        DurableFile.Flush(Stream);
        return DurableFile.ReadFromDisk(_path, Superblock.DataStart);
    }

    /// <summary>The state that the disk has under the path, read past the system's cache where the system has a way; nothing is flushed.</summary>
    /// <exception cref="BlittableException">No state there is whole.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public CollectionState ReadStateFromDisk()
    {
        using var source = FileSource.Open(_path, CollectionAccess.RandomAccess);
        return CollectionSnapshot.Open(source, DurableFile.ReadFromDisk(_path, Superblock.DataStart)).State;
    }

    /// <summary>Gives the file the name that it is made for, unless it has it.</summary>
    /// <exception cref="IOException">Somebody else made a file of the name meanwhile, or the disk may not have the name.</exception>
    public void Publish()
    {
        if (_temporary is null)
        {
            return;
        }

        var isReplacement = IsReplacement;
        if (OperatingSystem.IsWindows())
        {
            // An open file cannot be replaced there.
            Close(ref _replaced);
        }

        File.Move(_temporary, _path, overwrite: isReplacement);
        _temporary = null;
        IsUncertain = true;
        DurableFile.FlushFolderOf(_path);
        IsUncertain = false;
        Close(ref _replaced);
    }

    /// <summary>Waits until the disk has all bytes of the file, and gives it the name that it is made for.</summary>
    /// <inheritdoc cref="Publish"/>
    public void PublishFlushed()
    {
        DurableFile.Flush(Stream);
        Publish();
    }

    /// <summary>Lets a file, whose bytes are flushed, take the name of this one, and continues with it.</summary>
    /// <exception cref="IOException">It could not be renamed; or it could, and the disk may not have the name.</exception>
    public void ReplaceWith(CollectionFile successor)
    {
        File.Move(successor._temporary!, _path, overwrite: true);
        successor._temporary = null;
        IsUncertain = true;
        (Stream, successor.Stream) = (successor.Stream, Stream);
        DurableFile.FlushFolderOf(_path);
        IsUncertain = false;
    }

    /// <summary>Lets go of the file, and removes it where it was not published.</summary>
    public void Dispose()
    {
        if (_temporary is not null)
        {
            File.Delete(_temporary);
            _temporary = null;
        }

        Close(Stream);
        Close(ref _replaced);
    }

    private static CollectionFile CreateBeside(string path, FileStream? replaced) => CreateBeside(path, replaced, replaced);

    private static CollectionFile CreateBeside(string path, FileStream? replaced, FileStream? model)
    {
        try
        {
            RemoveLeftovers(path);
            for (var tries = 1; ; tries++)
            {
                var temporary = $"{path}.{Random.Shared.Next().ToString("x8", CultureInfo.InvariantCulture)}{Extension}";
                try
                {
                    var stream = OpenLocked(temporary, FileMode.CreateNew);
                    if (model is not null && !OperatingSystem.IsWindows())
                    {
                        // The new file gets the permissions of the present one.
                        File.SetUnixFileMode(stream.SafeFileHandle, File.GetUnixFileMode(model.SafeFileHandle));
                    }

                    return new CollectionFile(path, temporary, stream, replaced);
                }
                catch (IOException) when (File.Exists(temporary) && tries < MostTries)
                {
                    // Somebody who looks for what killed writers left has locked it, and removes it.
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

    /// <summary>Where a name leads to in the end: a link stays one, and what it leads to is replaced.</summary>
    public static string Resolve(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        var file = new FileInfo(path);
        return file.LinkTarget is not null && file.ResolveLinkTarget(returnFinalTarget: true) is { } target ? target.FullName : file.FullName;
    }

    /// <summary>Opens a file and locks it. One that had its name taken by another before it was locked is left for that one.</summary>
    private static FileStream OpenLocked(string path, FileMode mode)
    {
        while (true)
        {
            var stream = new FileStream(path, mode, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete, bufferSize: 0);
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
                throw;
            }

            Close(stream);
        }
    }

    private static void RemoveLeftovers(string path)
    {
        if (!WriterLock.IsAvailable)
        {
            return;
        }

        var prefix = Path.GetFileName(path) + ".";
        foreach (var name in Directory.EnumerateFiles(Path.GetDirectoryName(path)!, "*" + Extension))
        {
            var file = Path.GetFileName(name.AsSpan());
            if (file.Length != prefix.Length + MarkLength + Extension.Length || !file.StartsWith(prefix, StringComparison.Ordinal)
                || file.Slice(prefix.Length, MarkLength).ContainsAnyExcept(s_digits))
            {
                continue;
            }

            try
            {
                var locked = OpenLocked(name, FileMode.Open);
                File.Delete(name);
                Close(locked);
            }
            catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
            {
                // A writer has it, or has just given it its name.
            }
        }
    }
}
