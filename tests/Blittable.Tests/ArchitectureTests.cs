using System.Text.RegularExpressions;

namespace Blittable.Tests;

/// <summary>Data flows from top to bottom: a folder of the library uses those that stand below it.</summary>
public sealed partial class ArchitectureTests
{
    /// <summary>The folders, each of which is a namespace, from top to bottom. The public face above them may use all.</summary>
    private static readonly string[] Folders =
        ["Serialization", "Dictionaries", "Packing", "Validation", "Json", "Building", "Reading", "Strings", "Dates", "Format"];

    /// <summary>The bytes are at the bottom, but a dictionary holds its symbol table, and all that can go wrong is worded in one place.</summary>
    private static readonly string[] Exceptions = ["Format/DictionarySnapshot", "Format/DocumentSymbols", "Format/ShapeBlock.Find", "Format/ThrowHelper"];

    [Fact]
    public void Every_folder_has_its_place()
    {
        var library = FindLibrary();
        var folders = Directory.GetDirectories(library).Select(path => Path.GetFileName(path)!).Where(name => name is not ("bin" or "obj"));
        Assert.Equal(Folders.Order(StringComparer.Ordinal), folders.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_map_of_the_source_has_the_folders_in_their_order()
    {
        var map = File.ReadAllText(Path.Combine(FindLibrary(), "..", "..", "docs", "ARCHITECTURE.md"));
        Assert.Equal(Folders, MapPattern().Matches(map).Select(match => match.Groups["folder"].Value));
    }

    [Fact]
    public void A_folder_uses_only_folders_below_it()
    {
        var library = FindLibrary();
        foreach (var file in Folders.SelectMany(folder => Directory.EnumerateFiles(Path.Combine(library, folder), "*.cs", SearchOption.AllDirectories)))
        {
            var name = Path.GetRelativePath(library, file).Replace('\\', '/');
            if (Exceptions.Any(exception => name.StartsWith(exception, StringComparison.Ordinal)))
            {
                continue;
            }

            var place = Array.IndexOf(Folders, name[..name.IndexOf('/')]);
            foreach (Match match in UsingPattern().Matches(File.ReadAllText(file)))
            {
                var used = match.Groups["folder"].Value;
                Assert.True(Array.IndexOf(Folders, used) >= place, $"{name} uses {used}, which stands above it.");
            }
        }
    }

    /// <summary>The compiler puts the comments of all parts of a type together, and an editor shows the first summary that it finds there.</summary>
    [Fact]
    public void Only_the_main_part_of_a_type_says_what_the_type_is_and_the_others_what_they_hold()
    {
        var library = FindLibrary();
        foreach (var file in Directory.EnumerateFiles(library, "*.*.cs", SearchOption.AllDirectories))
        {
            var name = Path.GetRelativePath(library, file).Replace('\\', '/');
            var part = PartPattern().Match(File.ReadAllText(file));
            if (!part.Success || name.StartsWith("obj/", StringComparison.Ordinal))
            {
                continue;
            }

            var comment = part.Groups["comment"].Value;
            Assert.True(
                comment.StartsWith("/// <content>", StringComparison.Ordinal) && comment.TrimEnd().EndsWith("</content>", StringComparison.Ordinal)
                    && !comment.Contains("<summary>", StringComparison.Ordinal) && !comment.Contains("<remarks>", StringComparison.Ordinal),
                $"{name} opens with something else than one <content>.");
        }
    }

    private static string FindLibrary()
    {
        var folder = AppContext.BaseDirectory;
        while (!Directory.Exists(Path.Combine(folder, "src", "Blittable")))
        {
            folder = Path.GetDirectoryName(folder) ?? throw new DirectoryNotFoundException("src/Blittable above " + AppContext.BaseDirectory);
        }

        return Path.Combine(folder, "src", "Blittable");
    }

    [GeneratedRegex(@"^using Blittable\.(?<folder>\w+)", RegexOptions.Multiline)]
    private static partial Regex UsingPattern();

    [GeneratedRegex(@"^\| `(?<folder>\w+)/` \|", RegexOptions.Multiline)]
    private static partial Regex MapPattern();

    [GeneratedRegex(@"^(?<comment>(?:///.*\r?\n)*)(?:\[.*\r?\n)*(?:public|internal) .*\bpartial (?:class|struct) ", RegexOptions.Multiline)]
    private static partial Regex PartPattern();
}
