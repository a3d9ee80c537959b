using System.Text;

namespace Blittable.Cli.Tests;

/// <summary>A temporary folder for one test, which is deleted when it is disposed.</summary>
public sealed class ScratchFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("blittable-").FullName;

    /// <summary>Gets the names of all files in the folder, in order, with '/' as the separator.</summary>
    public IEnumerable<string> Files => Directory
        .EnumerateFiles(Path, "*", SearchOption.AllDirectories)
        .Select(file => System.IO.Path.GetRelativePath(Path, file).Replace('\\', '/'))
        .Order(StringComparer.Ordinal);

    public string this[string name] => System.IO.Path.Combine(Path, name);

    /// <summary>Writes a file, and creates missing folders.</summary>
    /// <returns>The full path of the file.</returns>
    public string Write(string name, string text) => Write(name, Encoding.UTF8.GetBytes(text));

    public string Write(string name, byte[] bytes)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(this[name])!);
        File.WriteAllBytes(this[name], bytes);
        return this[name];
    }

    public byte[] Read(string name) => File.ReadAllBytes(this[name]);

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
