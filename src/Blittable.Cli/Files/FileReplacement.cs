using System.Collections.Concurrent;
using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Cli;

/// <summary>Creates or replaces a file atomically: the content is written to a temporary file next to the target, which is then renamed.</summary>
/// <remarks>Symbolic links are preserved: their target is replaced. The new file has the permissions of the old one.</remarks>
internal sealed class FileReplacement : IDisposable
{
    /// <summary>The folder of devices, which are written directly instead of being replaced.</summary>
    private const string Devices = "/dev/";

    /// <summary>The folder among the devices that contains files.</summary>
    private const string SharedMemory = "/dev/shm/";

    /// <summary>The paths that the user specified, by the paths of the temporary files that were not renamed.</summary>
    private static readonly ConcurrentDictionary<string, string> s_targets = [];

    private readonly string _target;
    private readonly TargetLock? _lock;
    private readonly bool _isNew;
    private bool _committed;

    private FileReplacement(string path, string target, TargetLock? held, bool isNew)
    {
        _target = target;
        _lock = held;
        _isNew = isNew;
        Path = $"{target}.{System.IO.Path.GetRandomFileName()}";
        s_targets[Path] = path;
    }

    /// <summary>Gets the path of the temporary file, which does not exist yet.</summary>
    public string Path { get; }

    /// <summary>Prepares to create or replace a file. Creates its folder if it does not exist.</summary>
    /// <exception cref="IOException">The file is a collection that is open for writing.</exception>
    public static FileReplacement Of(OutputTarget output)
    {
        var target = Resolve(output.Path);
        if (System.IO.Path.GetDirectoryName(target) is { } folder)
        {
            Directory.CreateDirectory(folder);
        }

        return new FileReplacement(output.Path, target, TargetLock.Take(target), isNew: output is { Kind: OutputKind.Collection or OutputKind.Dictionary, MayReplace: false });
    }

    /// <summary>
    /// Returns a message with the paths that the user specified in place of temporary paths, which the messages of the system and of collections contain.
    /// </summary>
    public static string NameTargets(string message)
    {
        foreach (var (path, target) in s_targets)
        {
            message = message.Replace(path, target, StringComparison.Ordinal);
        }

        return message;
    }

    /// <summary>Resolves a path to a full path, following symbolic links in its last part.</summary>
    public static string Resolve(string path)
    {
        var file = new FileInfo(path);
        return file.LinkTarget is not null && file.ResolveLinkTarget(returnFinalTarget: true) is { } final ? final.FullName : file.FullName;
    }

    /// <summary>Determines whether a path names a device.</summary>
    public static bool IsDevice(string path)
    {
        var full = System.IO.Path.GetFullPath(path);
        return OperatingSystem.IsWindows()
            ? full.StartsWith(@"\\.\", StringComparison.Ordinal)
            : full.StartsWith(Devices, StringComparison.Ordinal) && !full.StartsWith(SharedMemory, StringComparison.Ordinal);
    }

    /// <summary>Opens a device or a named pipe, which cannot be replaced.</summary>
    /// <returns>The stream, or null if the path is a file or does not exist.</returns>
    /// <exception cref="UnauthorizedAccessException">The file is not writable.</exception>
    public static Stream? OpenSpecial(string path)
    {
        var isDevice = IsDevice(path);
        if (!File.Exists(isDevice ? path : Resolve(path)))
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

    /// <summary>Creates the temporary file with the permissions of the old file, and opens it.</summary>
    public T Create<T>(Func<string, T> create)
    {
        T created;
        try
        {
            created = create(Path);
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            // The message must name the file that the user specified.
            throw new IOException(fault.Message.Replace(Path, _target, StringComparison.Ordinal), fault);
        }

        try
        {
            CopyMode();
        }
        catch
        {
            (created as IDisposable)?.Dispose();
            throw;
        }

        return created;
    }

    /// <summary>Gives the file the permissions of the old one. Equal permissions are not set, because some file systems have none to set.</summary>
    private void CopyMode()
    {
        if (!OperatingSystem.IsWindows() && File.Exists(_target) && File.GetUnixFileMode(_target) is var mode && File.GetUnixFileMode(Path) != mode)
        {
            File.SetUnixFileMode(Path, mode);
        }
    }

    /// <summary>Renames the file to its final name and replaces an existing file. The file must be flushed and closed.</summary>
    /// <exception cref="IOException">The file could not be renamed, a power failure may restore the old file, or another program created a file that must not
    /// be replaced.</exception>
    public void Commit()
    {
        if (_isNew && File.Exists(_target))
        {
            throw new IOException($"'{_target}' was created by another program in the meantime and was not replaced.");
        }

        if (OperatingSystem.IsWindows())
        {
            // Windows cannot replace an open file.
            _lock?.Dispose();
        }

        DurableFile.Rename(Path, _target);
        _committed = true;
        s_targets.TryRemove(Path, out _);
    }

    /// <summary>Removes the file unless it was committed. The file must be closed.</summary>
    public void Dispose()
    {
        _lock?.Dispose();
        if (!_committed)
        {
            File.Delete(Path);
        }
    }
}
