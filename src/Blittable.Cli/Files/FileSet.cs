using Blittable.Collections.Storage;

namespace Blittable.Cli;

/// <summary>A set of files. Paths that lead to the same file through links, hard links or mounts are one file.</summary>
internal sealed class FileSet
{
    private readonly HashSet<object> _files = [];

    /// <summary>Adds the file at a path, which need not exist. Returns false if the set already contains it.</summary>
    public bool Add(string path)
    {
        // A file that is replaced later has another identity, but the same path.
        var isNew = !Contains(path);
        _files.Add(PathOf(path));
        if (FileIdentity.Of(path) is { } identity)
        {
            _files.Add(identity);
        }

        return isNew;
    }

    /// <summary>Returns the inputs without further names of the same file, such as a link in a folder to another file of the folder.</summary>
    public static IReadOnlyList<InputFile> Distinct(IReadOnlyList<InputFile> inputs)
    {
        if (inputs.Count == 1)
        {
            return inputs;
        }

        var files = new FileSet();
        return [.. inputs.Where(input => input.IsStandard || files.Add(input.Path))];
    }

    /// <summary>Determines whether the set contains the file at a path.</summary>
    public bool Contains(string path) => (FileIdentity.Of(path) is { } identity && _files.Contains(identity)) || _files.Contains(PathOf(path));

    /// <summary>Returns a path without links. Names on Windows and macOS usually ignore case.</summary>
    private static string PathOf(string path)
    {
        var resolved = Resolve(Path.GetFullPath(path));
        return OperatingSystem.IsLinux() ? resolved : resolved.ToUpperInvariant();
    }

    private static string Resolve(string path)
    {
        if (Path.GetDirectoryName(path) is not { } folder)
        {
            return path;
        }

        var inside = Path.Combine(Resolve(folder), Path.GetFileName(path));
        FileSystemInfo entry = Directory.Exists(inside) ? new DirectoryInfo(inside) : new FileInfo(inside);
        var target = entry.LinkTarget is null ? null : entry.ResolveLinkTarget(returnFinalTarget: true);
        return target is null ? inside : Resolve(target.FullName);
    }
}
