using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Collections;

/// <summary>Provides files that are created on first use and reused afterwards.</summary>
internal static class GeneratedFile
{
    /// <summary>Returns the path of a file and creates it if necessary. The file is written under a temporary name and then moved, so an interrupted run leaves
    /// no partial file.</summary>
    /// <param name="name">The name in <c>datasets/generated</c>. A <c>.blic</c> name ends with a dash and a version, and replaces files of other
    /// versions.</param>
    /// <param name="make">Creates the file at a path.</param>
    public static string Get(string name, Action<string> make)
    {
        var folder = Path.Combine(Machine.RepositoryRoot, "datasets", "generated");
        var path = Path.Combine(folder, name);
        if (File.Exists(path))
        {
            return path;
        }

        Directory.CreateDirectory(folder);
        if (name.EndsWith(".blic", StringComparison.Ordinal))
        {
            foreach (var old in Directory.EnumerateFiles(folder, $"{name[..name.LastIndexOf('-')]}-*.blic"))
            {
                File.Delete(old);
            }
        }

        var unfinished = $"{path}.{Environment.ProcessId}";
        make(unfinished);
        File.Move(unfinished, path, overwrite: true);
        return path;
    }
}
