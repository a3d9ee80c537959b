using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>A package whose folders are layers. Each layer is a namespace and uses only layers below it.</summary>
internal sealed class LayeredPackage
{
    /// <summary>Gets the packages with layers.</summary>
    public static IReadOnlyList<LayeredPackage> All { get; } =
    [
        new()
        {
            Folder = "src/Blittable",
            Section = "## The library",
            Layers = ["Generated", "Dictionaries", "Editing", "Validation", "Json", "Rendering", "Wire", "Paths", "Writing", "Reading", "Text", "Dates", "Layout"],
            LowestUser = new()
            {
                // The vocabulary: enumerations, options and the exception. They contain data and call nothing.
                ["BlittableErrorCode"] = "Layout",
                ["BlittableException"] = "Layout",
                ["BlittableValueKind"] = "Layout",
                ["BlittableDictionary"] = "Writing",
                ["BlittableMode"] = "Reading",
                ["BlittableOptions"] = "Writing",
                ["StringCompression"] = "Text",

                // The handles of values in place, which consist of types that Reading uses.
                ["BlittableName"] = "Reading",
                ["BlittablePath"] = "Paths",
                ["BlittableProperty"] = "Reading",
                ["BlittableValue"] = "Reading",

                // Options and results of a single stage.
                ["BlittableJsonOptions"] = "Rendering",
                ["BlittableNotJson"] = "Rendering",
                ["BlittableLoneSurrogates"] = "Json",
                ["BlittableTextCompression"] = "Json",
                ["BlittableTextFormat"] = "Json",
                ["BlittableTextOptions"] = "Json",
                ["BlittableMessagePackDateExtension"] = "Wire",
                ["BlittableMessagePackDates"] = "Wire",
                ["BlittableMessagePackNumbers"] = "Wire",
                ["BlittableMessagePackOptions"] = "Wire",
                ["BlittableStatistics"] = "Validation",
                ["BlittableTrainingOptions"] = "Dictionaries",
                ["BlittableBuilder"] = "Paths",
                ["BlittableDocument"] = "Paths",
                ["BlittableConverter"] = "Dictionaries",
                ["RentedConverter"] = "Generated",
                ["BlittableSerializableAttribute"] = "Generated",
                ["BlittableContract"] = "Generated",
            },

            PublicNamespaces = new() { ["Smaz"] = "Blittable.Strings" },

            // A dictionary contains its symbol table, and all error messages are in one place.
            UpwardUses =
            [
                "Layout/DictionarySnapshot -> Text/SymbolTable",
                "Layout/ThrowHelper -> Dates/Timestamp",
                "Layout/ThrowHelper -> Wire/WireStatus",
                "Layout/ThrowHelper -> Text/SymbolTableView",
            ],
        },
        new()
        {
            Folder = "src/Blittable.Collections",
            Section = "## Collections",
            Layers =
            [
                "Recovery", "Query/Execution", "Query/Language", "Query/Aggregates", "Query/Groups", "Query/Filters", "Query/Expressions", "Query/Rows", "Query/Values",
                "Snapshots", "Stripes/Writing", "Stripes", "Stripes/Indexes", "Storage", "Columns", "Numbers",
            ],
            LowestUser = new()
            {
                // The vocabulary of files.
                ["BlockCompression"] = "Storage",
                ["CollectionAccess"] = "Storage",
                ["CollectionLayout"] = "Storage",
                ["CollectionOptions"] = "Storage",
                ["CollectionKey"] = "Stripes",
                ["CollectionSpaceUse"] = "Stripes",
                ["CollectionSpace"] = "Snapshots",

                // The vocabulary of queries: a caller's request is the tree that is bound.
                ["FilterOperator"] = "Query/Values",
                ["QueryValue"] = "Query/Values",
                ["QueryValueKind"] = "Query/Values",
                ["Filter"] = "Query/Rows",
                ["ScanExpression"] = "Query/Rows",
                ["CollectionLookup"] = "Query/Expressions",
                ["DatePart"] = "Query/Expressions",
                ["Aggregate"] = "Query/Aggregates",
                ["QueryWarning"] = "Query/Execution",
                ["QueryWarningKind"] = "Query/Execution",
                ["ScanBatch"] = "Query/Execution",
                ["ScanColumn"] = "Query/Execution",

                // Saved data is written like any collection.
                ["CollectionWriter"] = "Recovery",
            },

            // Names used in messages.
            UpwardUses = ["Snapshots/CollectionSnapshot -> ./CollectionRecovery"],
        },
    ];

    /// <summary>Gets the folder, relative to the root of the repository.</summary>
    public required string Folder { get; init; }

    /// <summary>Gets the heading of docs/ARCHITECTURE.md under which the layers are listed.</summary>
    public required string Section { get; init; }

    /// <summary>Gets the folders from top to bottom. The folder of the package itself contains its public API and is above them.</summary>
    public required string[] Layers { get; init; }

    /// <summary>Gets the lowest layer that may use a type of the public API. No layer uses a type that is not listed.</summary>
    public required Dictionary<string, string> LowestUser { get; init; }

    /// <summary>Gets the permitted uses of a higher layer. The list may only shrink: an unnecessary entry fails the test, too.</summary>
    public required string[] UpwardUses { get; init; }

    /// <summary>Gets the namespaces of public types that differ from their layers, because programs refer to them.</summary>
    public Dictionary<string, string> PublicNamespaces { get; init; } = [];

    /// <summary>Gets the position of a layer, or -1 for the public API.</summary>
    public int Place(string layer) => Array.IndexOf(Layers, layer);

    /// <summary>Returns the layer of a file: the longest layer name that its folder starts with, "." for the public API, or an unknown folder.</summary>
    public string LayerOf(string file)
    {
        var folder = Path.GetDirectoryName(file[(Folder.Length + 1)..])!.Replace('\\', '/');
        return folder.Length == 0 ? "."
            : Layers.Where(layer => folder == layer || folder.StartsWith(layer + "/", StringComparison.Ordinal)).MaxBy(layer => layer.Length) ?? folder;
    }

    /// <summary>Lists the files whose namespace differs from their layer.</summary>
    public IEnumerable<string> Strays() =>
        from tree in SourceProject.Load(Folder).Trees
        where tree.FilePath.StartsWith(Folder + "/", StringComparison.Ordinal)
        let declared = tree.GetRoot().DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>().FirstOrDefault()?.Name.ToString()
        where declared is not null && declared != (PublicNamespaces.GetValueOrDefault(Path.GetFileName(tree.FilePath).Split('.')[0]) ?? NamespaceOf(LayerOf(tree.FilePath)))
        select $"{tree.FilePath}: {declared}";

    /// <summary>Lists which types use which others, with the layers of both.</summary>
    public List<(string From, string User, string To, string Used)> Uses()
    {
        var project = SourceProject.Load(Folder);
        return [.. project.Trees.SelectMany(tree =>
            from type in project.TypesUsedIn(tree)
            let file = SourceProject.FileOf(type)
            where IsHere(file) && IsHere(tree.FilePath)
            select (LayerOf(tree.FilePath), Path.GetFileName(tree.FilePath).Split('.')[0], LayerOf(file), type.Name)).Distinct()];
    }

    /// <summary>Lists the layers in the order of the table in docs/ARCHITECTURE.md.</summary>
    public IEnumerable<string> Mapped()
    {
        var map = SourceTree.Read("docs/ARCHITECTURE.md");
        var start = map.IndexOf("\n" + Section + "\n", StringComparison.Ordinal);
        var end = map.IndexOf("\n## ", start + 1, StringComparison.Ordinal);
        return Regex.Matches(map[start..end], @"^\| `(?<layer>[\w/]+)/` \|", RegexOptions.Multiline).Select(match => match.Groups["layer"].Value);
    }

    public override string ToString() => Folder;

    /// <summary>Returns the namespace of a layer. Columns are a separate batch API, whose namespace does not include Collections.</summary>
    private string NamespaceOf(string layer) =>
        layer == "Columns" ? "Blittable.Columns" : (Path.GetFileName(Folder) + (layer == "." ? "" : "." + layer)).Replace('/', '.');

    private bool IsHere(string file) => file.StartsWith(Folder + "/", StringComparison.Ordinal);
}
