using System.Text.RegularExpressions;

namespace Blittable.Architecture.Tests;

/// <summary>Data flows from top to bottom: a folder of a package uses only folders that stand below it.</summary>
public sealed partial class LayerTests
{
    /// <summary>The folders of the package Blittable, each a namespace, from top to bottom.</summary>
    private static readonly string[] Folders =
        ["Serialization", "Dictionaries", "Packing", "Validation", "JsonPath", "Json", "Building", "Reading", "Strings", "Dates", "Format"];

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
        ["BlittableValue"] = "Reading",

        // Options and results of one stage.
        ["BlittableJsonOptions"] = "Json",
        ["BlittableNotJson"] = "Json",
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
    };

    /// <summary>The bytes are at the bottom, but a dictionary holds its symbol table, and all that can go wrong is worded in one place.</summary>
    private static readonly string[] Exceptions = ["Format/DictionarySnapshot", "Format/DocumentSymbols", "Format/ShapeBlock.Find", "Format/ThrowHelper"];

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
    public void A_folder_uses_only_folders_below_it()
    {
        var wrong = new List<string>();
        foreach (var (file, name, folder) in FolderFiles())
        {
            if (Exceptions.Any(exception => name.StartsWith(exception, StringComparison.Ordinal)))
            {
                continue;
            }

            var used = UsingPattern().Matches(SourceTree.Read(file)).Select(match => match.Groups["folder"].Value);
            wrong.AddRange(used.Where(other => Array.IndexOf(Folders, other) is >= 0 and var place && place < folder).Select(other => $"{name} uses {other}"));
        }

        Check.Empty(wrong);
    }

    [Fact]
    public void A_folder_uses_of_the_root_only_what_belongs_to_it_or_below()
    {
        var root = Directory.EnumerateFiles(Path.Combine(SourceTree.Root, "src", "Blittable"), "*.cs")
            .Select(path => Path.GetFileName(path).Split('.')[0]).Distinct().ToHashSet(StringComparer.Ordinal);
        var wrong = new List<string>();
        foreach (var (file, name, folder) in FolderFiles())
        {
            var used = SourceTree.Parse(file).DescendantTokens().Select(token => token.ValueText).Where(root.Contains).Distinct();
            wrong.AddRange(used
                .Where(type => !LowestUser.TryGetValue(type, out var lowest) || Array.IndexOf(Folders, lowest) < folder)
                .Select(type => $"{name} uses {type}"));
        }

        Check.Empty(wrong);
    }

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

    /// <summary>The files below the folders of the package: path, path within the package, and the place of the folder.</summary>
    private static IEnumerable<(string File, string Name, int Folder)> FolderFiles() =>
        from file in SourceTree.Files("src/Blittable")
        let name = file["src/Blittable/".Length..]
        where name.Contains('/', StringComparison.Ordinal)
        select (file, name, Array.IndexOf(Folders, name[..name.IndexOf('/', StringComparison.Ordinal)]));

    [GeneratedRegex(@"^using Blittable\.(?<folder>\w+)", RegexOptions.Multiline)]
    private static partial Regex UsingPattern();

    [GeneratedRegex(@"^\| `(?<folder>\w+)/` \|", RegexOptions.Multiline)]
    private static partial Regex MapPattern();

    [GeneratedRegex(@"^(?<comment>(?:///.*\r?\n)*)(?:\[.*\r?\n)*(?:public|internal) .*\bpartial (?:class|struct) ", RegexOptions.Multiline)]
    private static partial Regex PartPattern();
}
