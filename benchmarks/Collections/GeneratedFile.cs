using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Collections;

/// <summary>Provides files that are created on first use and reused afterwards.</summary>
internal static class GeneratedFile
{
    private static readonly Lock s_creation = new();

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

        // Two tests may need the same file. Creating one may require another.
        lock (s_creation)
        {
            if (!File.Exists(path))
            {
                Create(folder, name, make);
            }
        }

        return path;
    }

    private static void Create(string folder, string name, Action<string> make)
    {
        Directory.CreateDirectory(folder);
        if (name.EndsWith(".blic", StringComparison.Ordinal))
        {
            foreach (var old in Directory.EnumerateFiles(folder, $"{name[..name.LastIndexOf('-')]}-*.blic"))
            {
                File.Delete(old);
            }
        }

        var path = Path.Combine(folder, name);
        var unfinished = $"{path}.{Environment.ProcessId}";
        make(unfinished);
        File.Move(unfinished, path, overwrite: true);
    }
}
