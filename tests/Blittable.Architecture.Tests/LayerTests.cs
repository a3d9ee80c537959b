using System.Text.RegularExpressions;

namespace Blittable.Architecture.Tests;

/// <summary>Data flows from top to bottom: a folder of a package uses only folders that stand below it.</summary>
public sealed partial class LayerTests
{
    private const string ArrowList = "tests/Blittable.Architecture.Tests/Arrows.txt";

    /// <summary>Each package with the packages that it references.</summary>
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
    public void Every_folder_has_its_place(string folder)
    {
        var package = Find(folder);
        Check.Same(package.Layers, SourceProject.Load(folder).Trees.Select(tree => package.LayerOf(tree.FilePath)).Where(layer => layer != ".").Distinct());
    }

    [Theory]
    [MemberData(nameof(Layered))]
    public void A_folder_is_a_namespace(string folder) => Check.Empty(Find(folder).Strays());

    [Theory]
    [MemberData(nameof(Layered))]
    public void The_map_of_the_source_has_the_folders_in_their_order(string folder) => Assert.Equal(Find(folder).Layers, Find(folder).Mapped());

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
    public void A_folder_uses_of_the_public_face_only_what_belongs_to_it_or_below(string folder)
    {
        var package = Find(folder);
        Check.Same(
            package.UpwardUses.Where(use => use.Contains("-> ./", StringComparison.Ordinal)),
            from use in package.Uses()
            where package.Place(use.From) >= 0 && use.To == "." && !(package.LowestUser.TryGetValue(use.Used, out var lowest) && package.Place(lowest) >= package.Place(use.From))
            select $"{use.From}/{use.User} -> ./{use.Used}");
    }

    /// <summary>Folders of other packages share a namespace, so nothing but this list says which of them may use which. It may only shrink.</summary>
    [Fact]
    public void Folders_of_other_packages_use_each_other_as_the_list_says() =>
        Check.Same(
            SourceTree.Read(ArrowList).Split('\n').Where(line => line.Length > 0 && line[0] != '#'),
            from package in SourceProject.Packages
            where LayeredPackage.All.All(layered => layered.Folder != package.Folder)
            from arrow in Uses(package).Select(use => (use.From, use.To)).Where(arrow => arrow.From != arrow.To).Distinct()
            group arrow.To by $"{package.Folder}/{arrow.From}" into folder
            select $"{folder.Key.Replace("/.", "", StringComparison.Ordinal)}: {string.Join(' ', folder.Order(StringComparer.Ordinal))}");

    [Fact]
    public void Packages_depend_on_each_other_as_the_list_says() =>
        Check.Same(
            PackageReferences,
            SourceProject.Packages.Select(package => $"{package.Name}: {string.Join(' ', package.References.Select(reference => reference.Name))}".TrimEnd()));

    [Fact]
    public void Only_the_main_part_of_a_type_says_what_the_type_is_and_the_others_what_they_hold()
    {
        // The compiler joins the comments of all parts of a type, and an editor shows the first summary that it finds there.
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

    /// <summary>Lists which types of a package use which others of it, with the folders of both; the root of the package is the folder ".".</summary>
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
