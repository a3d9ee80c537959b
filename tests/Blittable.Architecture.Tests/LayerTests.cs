using System.Text.RegularExpressions;

namespace Blittable.Architecture.Tests;

/// <summary>Tests that data flows from top to bottom: a folder of a package uses only folders below it.</summary>
public sealed partial class LayerTests
{
    private const string ArrowList = "tests/Blittable.Architecture.Tests/Arrows.txt";

    /// <summary>Each package with the packages it references.</summary>
    private static readonly string[] PackageReferences =
    [
        "Blittable.Arrow.Tool: Blittable.Arrow Blittable.Cli Blittable.DuckDB",
        "Blittable.Arrow: Blittable Blittable.Collections",
        "Blittable.AspNetCore: Blittable",
        "Blittable.Cli: Blittable Blittable.Collections",
        "Blittable.Collections: Blittable",
        "Blittable.Dates: Blittable",
        "Blittable.DuckDB: Blittable Blittable.Collections",
        "Blittable.EntityFrameworkCore: Blittable",
        "Blittable.Generators.CodeFixes:",
        "Blittable.Generators:",
        "Blittable.HybridCache: Blittable",
        "Blittable.MessagePack: Blittable Blittable.Dates",
        "Blittable.Npgsql: Blittable Blittable.Dates",
        "Blittable.Orleans: Blittable",
        "Blittable:",
    ];

    public static TheoryData<string> Layered => [.. LayeredPackage.All.Select(package => package.Folder)];

    [Theory]
    [MemberData(nameof(Layered))]
    public void Every_folder_is_a_known_layer(string folder)
    {
        var package = Find(folder);
        Check.Same(package.Layers, SourceProject.Load(folder).Trees.Select(tree => package.LayerOf(tree.FilePath)).Where(layer => layer != ".").Distinct());
    }

    [Theory]
    [MemberData(nameof(Layered))]
    public void A_folder_is_a_namespace(string folder) => Check.Empty(Find(folder).Strays());

    [Theory]
    [MemberData(nameof(Layered))]
    public void The_architecture_page_lists_the_layers_in_order(string folder) => Assert.Equal(Find(folder).Layers, Find(folder).Mapped());

    [Theory]
    [MemberData(nameof(Layered))]
    public void A_folder_uses_only_folders_below_it(string folder)
    {
        var package = Find(folder);
        Check.Same(
            package.UpwardUses.Where(use => !use.Contains("-> ./", StringComparison.Ordinal)),
            from use in package.Uses()
            where package.Place(use.From) >= 0 && package.Place(use.To) >= 0 && package.Place(use.To) < package.Place(use.From)
            select $"{use.From}/{use.User} -> {use.To}/{use.Used}");
    }

    [Theory]
    [MemberData(nameof(Layered))]
    public void A_folder_uses_only_public_types_assigned_to_it_or_to_a_lower_layer(string folder)
    {
        var package = Find(folder);
        Check.Same(
            package.UpwardUses.Where(use => use.Contains("-> ./", StringComparison.Ordinal)),
            from use in package.Uses()
            where package.Place(use.From) >= 0 && use.To == "." && !(package.LowestUser.TryGetValue(use.Used, out var lowest) && package.Place(lowest) >= package.Place(use.From))
            select $"{use.From}/{use.User} -> ./{use.Used}");
    }

    /// <summary>Folders of other packages share a namespace, so only this list defines which of them may use which. It may only shrink.</summary>
    [Fact]
    public void Folders_of_other_packages_use_each_other_as_listed() =>
        Check.Same(
            SourceTree.Read(ArrowList).Split('\n').Where(line => line.Length > 0 && line[0] != '#'),
            from package in SourceProject.Packages
            where LayeredPackage.All.All(layered => layered.Folder != package.Folder)
            from arrow in Uses(package).Select(use => (use.From, use.To)).Where(arrow => arrow.From != arrow.To).Distinct()
            group arrow.To by $"{package.Folder}/{arrow.From}" into folder
            select $"{folder.Key.Replace("/.", "", StringComparison.Ordinal)}: {string.Join(' ', folder.Order(StringComparer.Ordinal))}");

    [Fact]
    public void Packages_depend_on_each_other_as_listed() =>
        Check.Same(
            PackageReferences,
            SourceProject.Packages.Select(package => $"{package.Name}: {string.Join(' ', package.References.Select(reference => reference.Name))}".TrimEnd()));

    [Fact]
    public void Secondary_parts_of_a_type_are_documented_with_content_instead_of_summary()
    {
        // The compiler joins the comments of all parts of a type, and an editor shows the first summary.
        var wrong = new List<string>();
        foreach (var file in SourceTree.Files("src").Where(file => Path.GetFileName(file).Split('.').Length > 2))
        {
            var part = PartPattern().Match(SourceTree.Read(file));
            var comment = part.Groups["comment"].Value;
            if (part.Success && !(comment.StartsWith("/// <content>", StringComparison.Ordinal)
                && comment.TrimEnd().EndsWith("</content>", StringComparison.Ordinal)
                && !comment.Contains("<summary>", StringComparison.Ordinal) && !comment.Contains("<remarks>", StringComparison.Ordinal)))
            {
                wrong.Add(file);
            }
        }

        Check.Empty(wrong);
    }

    private static LayeredPackage Find(string folder) => LayeredPackage.All.Single(package => package.Folder == folder);

    /// <summary>Lists which types of a package use which others, with the folders of both. The root of the package is the folder ".".</summary>
    private static List<(string From, string User, string To, string Used)> Uses(SourceProject package) =>
        [.. package.Trees.SelectMany(tree =>
            from type in package.TypesUsedIn(tree)
            let file = SourceProject.FileOf(type)
            where IsOf(package, file) && IsOf(package, tree.FilePath)
            select (FolderOf(package, tree.FilePath), Path.GetFileName(tree.FilePath).Split('.')[0], FolderOf(package, file), type.Name)).Distinct()];

    private static bool IsOf(SourceProject package, string file) => file.StartsWith(package.Folder + "/", StringComparison.Ordinal);

    private static string FolderOf(SourceProject package, string file) =>
        file[(package.Folder.Length + 1)..].Split('/') is { Length: > 1 } parts ? parts[0] : ".";

    [GeneratedRegex(@"^(?<comment>(?:///.*\r?\n)*)(?:\[.*\r?\n)*(?:public|internal) .*\bpartial (?:class|struct) ", RegexOptions.Multiline)]
    private static partial Regex PartPattern();
}
