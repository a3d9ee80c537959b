using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>Finds and parses the C# files of the repository.</summary>
internal static class SourceTree
{
    /// <summary>Gets the folder that contains <c>src</c>, <c>tests</c> and <c>docs</c>.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>Lists the C# files below a folder, except files created by builds and source generators.</summary>
    /// <param name="folder">The folder, relative to <see cref="Root"/>.</param>
    /// <returns>Paths relative to <see cref="Root"/>, with slashes, in ordinal order.</returns>
    public static IEnumerable<string> Files(string folder) =>
        Directory.EnumerateFiles(Path.Combine(Root, folder), "*.cs", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(Root, path).Replace('\\', '/'))
            .Where(path => !path.Split('/').Any(part => part is "bin" or "obj" or "node_modules" or "generated"))
            .Order(StringComparer.Ordinal);

    /// <summary>Reads one file.</summary>
    public static string Read(string file) => File.ReadAllText(Path.Combine(Root, file));

    /// <summary>Parses one file, including documentation comments.</summary>
    public static CompilationUnitSyntax Parse(string file) =>
        CSharpSyntaxTree.ParseText(Read(file), new CSharpParseOptions(LanguageVersion.Latest)).GetCompilationUnitRoot();

    private static string FindRoot()
    {
        var folder = AppContext.BaseDirectory;
        while (!Directory.Exists(Path.Combine(folder, "src", "Blittable")))
        {
            folder = Path.GetDirectoryName(folder) ?? throw new DirectoryNotFoundException("src/Blittable above " + AppContext.BaseDirectory);
        }

        return folder;
    }
}
