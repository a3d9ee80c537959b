using System.Text.RegularExpressions;

namespace Blittable.Architecture.Tests;

/// <summary>Data flows from top to bottom: a folder of a package uses only folders that stand below it.</summary>
public sealed partial class LayerTests
{
    /// <summary>The folders of the package Blittable, each a namespace, from top to bottom.</summary>
    private static readonly string[] Folders =
        ["Serialization", "Dictionaries", "Packing", "Validation", "JsonPath", "Json", "Building", "Reading", "Strings", "Dates", "Format"];

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

    /// <summary>The lowest folder that may use a type of the root. A type that is not listed belongs to the public face, which no folder uses.</summary>
    private static readonly Dictionary<string, string> LowestUser = new(StringComparer.Ordinal)
    {
        // The vocabulary: enumerations, options and the exception. They hold data and call nothing.
        ["BlittableErrorCode"] = "Format",
        ["BlittableException"] = "Format",
        ["BlittableValueKind"] = "Format",
        ["BlittableDictionary"] = "Building",
        ["BlittableMode"] = "Reading",
        ["BlittableOptions"] = "Building",
        ["StringCompression"] = "Strings",

        // The handles of values in place: they consist of what Reading reads.
        ["BlittableName"] = "Reading",
        ["BlittablePath"] = "Reading",
        ["BlittableProperty"] = "Reading",
        ["BlittableValue"] = "Reading",

        // Options and results of one stage.
        ["BlittableJsonOptions"] = "Json",
        ["BlittableNotJson"] = "Json",
        ["BlittableLoneSurrogates"] = "Json",
        ["BlittableTextCompression"] = "Json",
        ["BlittableTextFormat"] = "Json",
        ["BlittableTextOptions"] = "Json",
        ["BlittableMessagePackDateExtension"] = "Packing",
        ["BlittableMessagePackDates"] = "Packing",
        ["BlittableMessagePackNumbers"] = "Packing",
        ["BlittableMessagePackOptions"] = "Packing",
        ["BlittableStatistics"] = "Validation",
        ["BlittableTrainingOptions"] = "Dictionaries",
        ["BlittableBuilder"] = "JsonPath",
        ["BlittableDocument"] = "JsonPath",
        ["BlittableConverter"] = "Dictionaries",
        ["RentedConverter"] = "Serialization",
        ["BlittableSerializableAttribute"] = "Serialization",
    };

    /// <summary>Types that use a folder above their own: a dictionary holds its symbol table, and all that can go wrong is worded in one place.</summary>
    /// <remarks>The list may only shrink: an entry that is not needed fails the test too.</remarks>
    private static readonly string[] UpwardUses =
    [
        "Format/DictionarySnapshot -> Strings/SymbolTable",
        "Format/DocumentSymbols -> Strings/SymbolTable",
        "Format/ThrowHelper -> Dates/Timestamp",
        "Format/ThrowHelper -> Packing/UnpackStatus",
        "Format/ThrowHelper -> Strings/SymbolTableView",
    ];

    [Fact]
    public void Every_folder_has_its_place()
    {
        var folders = Directory.GetDirectories(Path.Combine(SourceTree.Root, "src", "Blittable"))
            .Select(path => Path.GetFileName(path)!).Where(name => name is not ("bin" or "obj"));
        Assert.Equal(Folders.Order(StringComparer.Ordinal), folders.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_map_of_the_source_has_the_folders_in_their_order()
    {
        var map = SourceTree.Read("docs/ARCHITECTURE.md");
        Assert.Equal(Folders, MapPattern().Matches(map).Select(match => match.Groups["folder"].Value));
    }

    [Fact]
    public void A_folder_uses_only_folders_below_it() =>
        Check.Same(
            UpwardUses,
            from use in Uses(Library)
            where Place(use.From) >= 0 && Place(use.To) >= 0 && Place(use.To) < Place(use.From)
            select $"{use.From}/{use.User} -> {use.To}/{use.Used}");

    [Fact]
    public void A_folder_uses_of_the_root_only_what_belongs_to_it_or_below() =>
        Check.Empty(
            from use in Uses(Library)
            where Place(use.From) >= 0 && use.To == "." && !(LowestUser.TryGetValue(use.Used, out var lowest) && Place(lowest) >= Place(use.From))
            select $"{use.From}/{use.User} uses {use.Used}");

    /// <summary>Folders of other packages share a namespace, so nothing but this list says which of them may use which. It may only shrink.</summary>
    [Fact]
    public void Folders_of_other_packages_use_each_other_as_the_list_says() =>
        Check.Same(
            SourceTree.Read(ArrowList).Split('\n').Where(line => line.Length > 0 && line[0] != '#'),
            from package in SourceProject.Packages
            where package.Name != "Blittable"
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

    private static SourceProject Library => SourceProject.Load("src/Blittable");

    private static int Place(string folder) => Array.IndexOf(Folders, folder);

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

    [GeneratedRegex(@"^\| `(?<folder>\w+)/` \|", RegexOptions.Multiline)]
    private static partial Regex MapPattern();

    [GeneratedRegex(@"^(?<comment>(?:///.*\r?\n)*)(?:\[.*\r?\n)*(?:public|internal) .*\bpartial (?:class|struct) ", RegexOptions.Multiline)]
    private static partial Regex PartPattern();
}
