using System.IO.Enumeration;

namespace Blittable.Cli;

/// <summary>Expands the inputs on the command line to files. Each input is a file, a folder, a pattern or <c>-</c>.</summary>
/// <remarks>
/// In a pattern, <c>*</c> and <c>?</c> match within a name, and <c>**</c> matches any number of folders. An existing file takes precedence over a
/// pattern. Files are sorted by name, without duplicates. Folders and <c>**</c> include links to files, but not the files below links to folders, nor hidden ones.
/// </remarks>
internal static class InputExpansion
{
    private const string AnyFolders = "**";

    private static readonly string[] s_everyFile = ["*"];

    private static readonly EnumerationOptions s_entries = new() { IgnoreInaccessible = false };

    private static readonly EnumerationOptions s_tree = new()
    {
        AttributesToSkip = FileAttributes.Hidden | FileAttributes.System,
        IgnoreInaccessible = false,
        RecurseSubdirectories = true,
    };

    /// <summary>Returns the files that match the arguments.</summary>
    /// <param name="arguments">The inputs on the command line.</param>
    /// <param name="extensions">The extensions of the files to read from a folder. They may include the extension of a compression.</param>
    /// <exception cref="FileNotFoundException">An argument matches no file.</exception>
    /// <exception cref="UsageException">Standard input is specified twice.</exception>
    public static IReadOnlyList<InputFile> Expand(IEnumerable<string> arguments, IReadOnlyCollection<string> extensions)
    {
        var files = new List<InputFile>();
        var seen = new HashSet<string>();
        foreach (var argument in arguments)
        {
            var count = 0;
            foreach (var file in ExpandOne(argument, extensions))
            {
                count++;
                if (seen.Add(file.IsStandard ? file.Path : Path.GetFullPath(file.Path)))
                {
                    files.Add(file);
                }
                else if (file.IsStandard)
                {
                    throw new UsageException("'-' can be read only once.");
                }
            }

            if (count == 0)
            {
                throw new FileNotFoundException(Directory.Exists(argument)
                    ? $"The folder '{argument}' contains no files with these extensions: {string.Join(", ", extensions.Where(extension => extension.LastIndexOf('.') == 0))}."
                    : $"File not found: '{argument}'.");
            }
        }

        return files;
    }

    private static IEnumerable<InputFile> ExpandOne(string argument, IReadOnlyCollection<string> extensions)
    {
        if (argument == "-")
        {
            return [InputFile.Standard];
        }

        if (File.Exists(argument))
        {
            return [new InputFile(argument, Path.GetFileName(argument))];
        }

        return Directory.Exists(argument)
            ? InputsBelow(argument, Tree(argument, areFolders: false).Where(path => extensions.Any(extension => path.EndsWith(extension, StringComparison.OrdinalIgnoreCase))))
            : ExpandPattern(argument);
    }

    /// <summary>Enumerates the files or folders below a folder. Links to folders are not followed, which rules out cycles. Links to files are files; a link to a missing file is an error when it is read.</summary>
    private static FileSystemEnumerable<string> Tree(string folder, bool areFolders) => new(folder, (ref entry) => entry.ToSpecifiedFullPath(), s_tree)
    {
        ShouldIncludePredicate = (ref entry) => IsLink(ref entry)
            ? !areFolders && !Directory.Exists(entry.ToFullPath())
            : entry.IsDirectory == areFolders,
        ShouldRecursePredicate = (ref entry) => !IsLink(ref entry),
    };

    private static bool IsLink(ref FileSystemEntry entry) => (entry.Attributes & FileAttributes.ReparsePoint) != 0;

    private static IEnumerable<InputFile> ExpandPattern(string pattern)
    {
        var parts = pattern.Split('/', Path.DirectorySeparatorChar);
        var literal = Array.FindIndex(parts, part => part.AsSpan().ContainsAny('*', '?'));
        if (literal < 0)
        {
            return [];
        }

        // Splitting removes the separator of the root: "/*" becomes an empty part, and "C:\*" the current folder of a drive.
        var root = string.Join(Path.DirectorySeparatorChar, parts[..literal]);
        root = literal > 0 && (root.Length == 0 || root.EndsWith(':')) ? root + Path.DirectorySeparatorChar : root;
        return root.Length == 0 || Directory.Exists(root) ? InputsBelow(root, Match(root, parts.AsMemory(literal))) : [];
    }

    private static IEnumerable<InputFile> InputsBelow(string root, IEnumerable<string> paths) => paths
        .Distinct(StringComparer.Ordinal)
        .Order(StringComparer.Ordinal)
        .Select(path => new InputFile(path, root.Length == 0 ? path : Path.GetRelativePath(root, path)));

    private static IEnumerable<string> Match(string folder, ReadOnlyMemory<string> parts)
    {
        var part = parts.Span[0];
        var rest = parts[1..];
        var here = folder.Length == 0 ? "." : folder;
        if (part == AnyFolders)
        {
            var folders = Tree(here, areFolders: true).Select(path => Named(folder, path)).Prepend(folder);
            return folders.SelectMany(below => Match(below, rest.IsEmpty ? s_everyFile : rest));
        }

        return rest.IsEmpty
            ? Directory.EnumerateFiles(here, part, s_entries).Select(path => Named(folder, path))
            : Directory.EnumerateDirectories(here, part, s_entries).SelectMany(path => Match(Named(folder, path), rest));
    }

    /// <summary>Returns a path as the user would write it: without the <c>./</c> from searching the current folder.</summary>
    private static string Named(string folder, string path) => folder.Length == 0 ? Path.GetRelativePath(".", path) : path;
}
