using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Cli;

/// <summary>A file that appears under its name when it is complete and not before: it is written beside its target, then renamed.</summary>
/// <remarks>A link stays one: what it leads to is replaced. The new file has the permissions of the old one.</remarks>
internal sealed class FileReplacement : IDisposable
{
    /// <summary>The stream of a device, which is written directly instead of being replaced.</summary>
    private const string Devices = "/dev/";

    /// <summary>The folder among the devices that has files.</summary>
    private const string SharedMemory = "/dev/shm/";

    private readonly string _target;
    private bool _committed;

    private FileReplacement(string target)
    {
        _target = target;
        Path = $"{target}.{System.IO.Path.GetRandomFileName()}";
    }

    /// <summary>Where to write; there is no such file yet.</summary>
    public string Path { get; }

    /// <summary>Prepares to replace, or make, a file, in a folder that is made if it is not there.</summary>
    public static FileReplacement Of(string target)
    {
        target = Resolve(target);
        if (System.IO.Path.GetDirectoryName(target) is { } folder)
        {
            Directory.CreateDirectory(folder);
        }

        return new FileReplacement(target);
    }

    /// <summary>Where a name leads to in the end: a full path, without links in its last part.</summary>
    public static string Resolve(string path)
    {
        var file = new FileInfo(path);
        return file.LinkTarget is not null && file.ResolveLinkTarget(returnFinalTarget: true) is { } final ? final.FullName : file.FullName;
    }

    /// <summary>Opens what cannot be replaced because it is not a file: a device, or a pipe that has a name.</summary>
    /// <returns>Null if the path leads to a file, or to nothing.</returns>
    /// <exception cref="UnauthorizedAccessException">The existing file may not be written.</exception>
    public static Stream? OpenSpecial(string path)
    {
        var full = System.IO.Path.GetFullPath(path);
        var isDevice = full.StartsWith(Devices, StringComparison.Ordinal) && !full.StartsWith(SharedMemory, StringComparison.Ordinal);
        if (!File.Exists(isDevice ? full : Resolve(full)))
        {
            return null;
        }

        var stream = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        if (isDevice || !stream.CanSeek)
        {
            return stream;
        }

        stream.Dispose();
        return null;
    }

    /// <summary>Creates the new file and opens it, with the permissions of the old file.</summary>
    public T Create<T>(Func<string, T> create)
    {
        T created;
        try
        {
            created = create(Path);
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            // The name that the user knows.
            throw new IOException(fault.Message.Replace(Path, _target, StringComparison.Ordinal), fault);
        }

        if (!OperatingSystem.IsWindows() && File.Exists(_target))
        {
            File.SetUnixFileMode(Path, File.GetUnixFileMode(_target));
        }

        return created;
    }

    /// <summary>Renames the file to its final name and replaces an existing file. The file must be flushed and closed.</summary>
    /// <exception cref="IOException">It could not be renamed, or a loss of power may bring the old file back.</exception>
    public void Commit()
    {
        DurableFile.Rename(Path, _target);
        _committed = true;
    }

    /// <summary>Removes the file unless it was committed. The file must be closed.</summary>
    public void Dispose()
    {
        if (!_committed)
        {
            File.Delete(Path);
        }
    }
}
