using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Collections;

/// <summary>A file that is made when it is first needed and then kept.</summary>
internal static class GeneratedFile
{
    /// <summary>The path of a file, which is made beside its place and moved there: a run that breaks off leaves no half of it.</summary>
    /// <param name="name">Its name in <c>datasets/generated</c>; what comes before the last dash and is followed by a version replaces other versions.</param>
    /// <param name="make">Makes the file at a path.</param>
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
