using Blittable.Datasets;

namespace Blittable.Benchmarks.Harness;

/// <summary>The corpora that are on this machine.</summary>
/// <remarks>
/// Looked for in the folder that the environment variable <c>BLITTABLE_CORPORA</c> names, then in <c>datasets/fetched</c> and
/// <c>datasets/files</c>: every <c>*.json</c> is a large document and every <c>*.ndjson</c> a collection of small ones. Of two
/// files with one name the first found counts. Those that can be generated are always there: their files are made in
/// <c>datasets/generated</c> when somebody first reads them.
/// </remarks>
internal static class Corpora
{
    /// <summary>The name of the corpus that is cut out of <c>datasets/files/browsers.json</c>.</summary>
    public const string BrowserReleases = "browser-releases";

    public const string Variable = "BLITTABLE_CORPORA";

    /// <summary>The large documents first, both in the order of their names.</summary>
    public static IReadOnlyList<Corpus> All { get; } =
    [
        .. Folders()
            .Where(Directory.Exists)
            .SelectMany(folder => Directory.EnumerateFiles(folder, "*json", SearchOption.AllDirectories))
            .Where(path => Path.GetExtension(path) is ".json" or ".ndjson")
            .Select(path => new Corpus(path))
            .Concat(Generated())
            .DistinctBy(corpus => corpus.Name)
            .OrderBy(corpus => corpus.IsMany)
            .ThenBy(corpus => corpus.Name, StringComparer.Ordinal),
    ];

    /// <exception cref="ArgumentException">There is no such corpus here.</exception>
    public static Corpus Get(string name) => All.FirstOrDefault(corpus => corpus.Name == name)
        ?? throw new ArgumentException($"There is no corpus '{name}' here; datasets/README.md says how to get it.");

    /// <summary>A corpus that a suite can go without: null, and a line that says how to get it, where it is not here.</summary>
    public static Corpus? Find(string name) => Find(name, null);

    /// <inheritdoc cref="Find(string)"/>
    internal static Corpus? Find(string name, TextWriter? log)
    {
        Corpus? found = All.FirstOrDefault(corpus => corpus.Name == name);
        if (found is null)
        {
            Absent.Note(
                "corpora that are not here",
                $"'npm --prefix datasets run fetch' gets most, or {Variable} names a folder that has them (datasets/README.md)",
                log);
        }

        return found;
    }

    /// <summary>What is wrong with the folder that the environment names, which would otherwise be missed in silence; null if nothing is.</summary>
    public static string? Fault(string? folder) =>
        string.IsNullOrEmpty(folder) || Directory.Exists(folder) ? null : $"{Variable} names '{folder}', and there is no such folder.";

    private static IEnumerable<Corpus> Generated() =>
    [
        new(Dataset("generated/companies.json"), output => Companies.WriteArray(output)),
        new(Dataset("generated/companies-many.ndjson"), output => Companies.WriteLines(output)),
        new(Dataset("generated/lineitem.ndjson"), output => Lineitem.Write(output)),
        new(Dataset($"generated/{BrowserReleases}.ndjson"), output => Harness.BrowserReleases.Write(Dataset("files/browsers.json"), output), isReal: true),
    ];

    private static string Dataset(string path) => Path.Combine(Machine.RepositoryRoot, "datasets", path);

    private static IEnumerable<string> Folders()
    {
        if (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } folder)
        {
            yield return folder;
        }

        yield return Dataset("fetched");
        yield return Dataset("files");
    }
}
