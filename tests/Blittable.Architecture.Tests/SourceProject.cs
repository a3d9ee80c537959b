using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>A project of the repository, compiled in memory from its sources, so that tests can resolve names.</summary>
/// <remarks>Packages that this project does not reference leave names unresolved. Tests need only the types of the repository.</remarks>
internal sealed class SourceProject
{
    private static readonly Dictionary<string, SourceProject> s_loaded = new(StringComparer.Ordinal);

    private static readonly string[] s_implicitUsings =
        ["System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading", "System.Threading.Tasks"];

    private static readonly MetadataReference[] s_framework =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path)),
    ];

    private readonly CSharpCompilation _compilation;
    private readonly Lazy<Dictionary<SyntaxTree, List<INamedTypeSymbol>>> _used;

    private SourceProject(string folder)
    {
        Folder = folder;
        Name = Path.GetFileName(folder);
        var project = XDocument.Load(Path.Combine(SourceTree.Root, folder, Name + ".csproj"));
        References =
        [
            .. from reference in project.Descendants("ProjectReference")
               where (string?)reference.Attribute("ReferenceOutputAssembly") != "false"
               select Load(Path.GetRelativePath(SourceTree.Root, Path.GetDirectoryName(Path.Combine(SourceTree.Root, folder, (string)reference.Attribute("Include")!))!)),
        ];
        var linked = from item in project.Descendants("Compile")
                     let path = (string?)item.Attribute("Include")
                     where path is not null
                     select Path.GetRelativePath(SourceTree.Root, Path.GetFullPath(Path.Combine(SourceTree.Root, folder, path)));
        var usings = s_implicitUsings.Concat(project.Descendants("Using").Select(item => (string)item.Attribute("Include")!));

        // Symbols do not depend on the flow analysis of nulls, which takes most of the time of a semantic model.
        var options = new CSharpParseOptions(LanguageVersion.Latest).WithFeatures([new("run-nullable-analysis", "never")]);
        var trees = SourceTree.Files(folder).Concat(linked).AsParallel().AsOrdered()
            .Select(file => CSharpSyntaxTree.ParseText(SourceTree.Read(file), options, file)).ToArray();
        var setup = string.Concat(usings.Select(name => $"global using {name};\n"))
            + string.Concat(Friends().Select(name => $"[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"{name}\")]\n"));
        _compilation = CSharpCompilation.Create(
            Name,
            [.. trees, CSharpSyntaxTree.ParseText(setup, options)],
            [.. s_framework, .. AllReferences().Select(reference => reference._compilation.ToMetadataReference())],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable));
        Trees = trees;
        _used = new(() => trees.AsParallel().Select(tree => (Tree: tree, Types: FindTypes(Model(tree), tree))).ToDictionary(entry => entry.Tree, entry => entry.Types));
    }

    /// <summary>Gets the projects of all packages, in ordinal order.</summary>
    public static IEnumerable<SourceProject> Packages =>
        Directory.GetDirectories(Path.Combine(SourceTree.Root, "src")).Select(path => "src/" + Path.GetFileName(path)).Order(StringComparer.Ordinal).Select(Load);

    /// <summary>Gets the folder relative to the root of the repository.</summary>
    public string Folder { get; }

    public string Name { get; }

    /// <summary>Gets the projects whose types this project uses.</summary>
    public IReadOnlyList<SourceProject> References { get; }

    /// <summary>Gets the syntax trees of the files. Paths are relative to the root of the repository.</summary>
    public IReadOnlyList<SyntaxTree> Trees { get; }

    /// <summary>Loads a project once.</summary>
    public static SourceProject Load(string folder)
    {
        lock (s_loaded)
        {
            folder = folder.Replace('\\', '/');
            return s_loaded.TryGetValue(folder, out var project) ? project : s_loaded[folder] = new SourceProject(folder);
        }
    }

    public SemanticModel Model(SyntaxTree tree) => _compilation.GetSemanticModel(tree);

    /// <summary>Lists the types of the repository that a file uses by their names or by the names of their members.</summary>
    /// <returns>The outermost types, without duplicates.</returns>
    public IEnumerable<INamedTypeSymbol> TypesUsedIn(SyntaxTree tree) => AllTypesUsedIn(tree).Where(type => type.Locations.Any(location => location.IsInSource));

    /// <summary>Lists the types, including those of the framework, that a file uses by their names or by the names of their members.</summary>
    /// <inheritdoc cref="TypesUsedIn"/>
    public IReadOnlyList<INamedTypeSymbol> AllTypesUsedIn(SyntaxTree tree) => _used.Value[tree];

    /// <summary>Returns the file that contains the main part of a type, relative to the root of the repository.</summary>
    public static string FileOf(ISymbol type) =>
        type.Locations.Where(location => location.IsInSource).Select(location => location.SourceTree!.FilePath).MinBy(path => path.Length)!;

    private static List<INamedTypeSymbol> FindTypes(SemanticModel model, SyntaxTree tree)
    {
        return [.. tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>()
            .Where(name => !name.IsVar)
            .Select(name => model.GetSymbolInfo(name) is var info ? info.Symbol ?? info.CandidateSymbols.FirstOrDefault() : null)
            .Select(TypeOf).OfType<INamedTypeSymbol>()
            .Distinct<INamedTypeSymbol>(SymbolEqualityComparer.Default)];
    }

    private static INamedTypeSymbol? TypeOf(ISymbol? symbol)
    {
        var type = symbol as INamedTypeSymbol ?? symbol?.ContainingType;
        while (type?.ContainingType is { } outer)
        {
            type = outer;
        }

        return type?.OriginalDefinition;
    }

    private static IEnumerable<string> Friends() =>
        new[] { "src", "tests" }.SelectMany(part => Directory.GetDirectories(Path.Combine(SourceTree.Root, part))).Select(path => Path.GetFileName(path)!);

    private IEnumerable<SourceProject> AllReferences() => References.SelectMany(reference => reference.AllReferences().Append(reference)).Distinct();
}
