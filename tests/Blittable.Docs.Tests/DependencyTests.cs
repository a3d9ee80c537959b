using System.Text.Json;
using System.Xml.Linq;

namespace Blittable.Docs.Tests;

/// <summary>Tests that DEPENDENCIES.md lists every package with the version in use, and that every declared version is used.</summary>
public sealed class DependencyTests
{
    private static readonly string[] s_rows = [.. File.ReadLines(Path.Combine(Snippet.Root, "docs", "DEPENDENCIES.md")).Where(line => line.StartsWith('|'))];

    private static readonly Dictionary<string, string> s_declared = XDocument.Load(Path.Combine(Snippet.Root, "Directory.Packages.props"))
        .Descendants("PackageVersion").ToDictionary(version => (string)version.Attribute("Include")!, version => (string)version.Attribute("Version")!);

    [Fact]
    public void Each_NuGet_package_is_listed_with_its_version()
    {
        var used = References().Select(reference => (reference.Id, Version: reference.Version ?? s_declared[reference.Id])).Distinct().ToList();
        Assert.True(used.Count > 30);
        Assert.DoesNotContain(used, package => !HasRow(package.Id, package.Version));
    }

    [Fact]
    public void Each_npm_package_is_listed_with_its_version()
    {
        var used = Directory.GetFiles(Snippet.Root, "package.json", SearchOption.AllDirectories).Where(IsOurs).SelectMany(NodePackages).Distinct().ToList();
        Assert.True(used.Count > 5);
        Assert.DoesNotContain(used, package => !HasRow(package.Id, package.Version));
    }

    [Fact]
    public void Each_declared_version_is_used_by_a_project()
    {
        var used = References().Select(reference => reference.Id).ToHashSet();
        Assert.DoesNotContain(s_declared.Keys, id => !used.Contains(id));
    }

    /// <summary>Determines whether a row has a package and its version. A row may have several of each.</summary>
    private static bool HasRow(string id, string version) =>
        s_rows.Any(row => Words(row).Contains(id) && (Words(row).Contains(version) || row.Contains(version.Replace(",", ", ", StringComparison.Ordinal), StringComparison.Ordinal)));

    private static string[] Words(string row) => row.Split([' ', ',', '|', '`'], StringSplitOptions.RemoveEmptyEntries);

    private static IEnumerable<(string Id, string? Version)> References() =>
        Directory.GetFiles(Snippet.Root, "*.*", SearchOption.AllDirectories)
            .Where(file => Path.GetExtension(file) is ".csproj" or ".props" or ".targets" && IsOurs(file))
            .SelectMany(file => XDocument.Load(file).Descendants())
            .Where(element => element.Name.LocalName is "PackageReference" or "GlobalPackageReference" && element.Attribute("Include") is not null)
            .Select(element => ((string)element.Attribute("Include")!, (string?)element.Attribute("VersionOverride")))
            .Where(reference => !reference.Item1.StartsWith("Blittable", StringComparison.Ordinal));

    private static IEnumerable<(string Id, string Version)> NodePackages(string file)
    {
        using var package = JsonDocument.Parse(File.ReadAllBytes(file));
        foreach (var kind in (string[])["dependencies", "devDependencies"])
        {
            if (package.RootElement.TryGetProperty(kind, out var packages))
            {
                foreach (var one in packages.EnumerateObject())
                {
                    yield return (one.Name, one.Value.GetString()!);
                }
            }
        }
    }

    /// <summary>Determines whether a file belongs to the repository and was not generated or fetched.</summary>
    private static bool IsOurs(string file) =>
        !Path.GetRelativePath(Snippet.Root, file).Split(Path.DirectorySeparatorChar).Any(folder => folder is "bin" or "obj" or "node_modules" || folder.StartsWith('.'));
}
