using Blittable.Datasets;

namespace Blittable.Benchmarks.Harness;

/// <summary>Lists the corpora on this machine.</summary>
/// <remarks>
/// Corpora are searched in the folder in the environment variable <c>BLITTABLE_CORPORA</c>, then in <c>datasets/fetched</c> and <c>datasets/files</c>. Every
/// <c>*.json</c> file is a large document, and every <c>*.ndjson</c> file a set of small documents. If two files have equal names, the first one is used.
/// Generated corpora always exist: their files are created in <c>datasets/generated</c> on first use.
/// </remarks>
internal static class Corpora
{
    /// <summary>The name of the corpus extracted from <c>datasets/files/browsers.json</c>.</summary>
    public const string BrowserReleases = "browser-releases";

    public const string Variable = "BLITTABLE_CORPORA";

    /// <summary>Gets all corpora, large documents first, then by name.</summary>
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

    /// <exception cref="ArgumentException">The corpus does not exist on this machine.</exception>
    public static Corpus Get(string name) => All.FirstOrDefault(corpus => corpus.Name == name)
        ?? throw new ArgumentException($"The corpus '{name}' is not available; see datasets/README.md.");

    /// <summary>Returns an optional corpus. If it does not exist, returns null and writes a line that explains how to get it.</summary>
    public static Corpus? Find(string name) => Find(name, null);

    /// <inheritdoc cref="Find(string)"/>
    internal static Corpus? Find(string name, TextWriter? log)
    {
        Corpus? found = All.FirstOrDefault(corpus => corpus.Name == name);
        if (found is null)
        {
            Absent.Note(
                "unavailable corpora",
                $"'npm --prefix datasets run fetch' gets most of them, or set {Variable} to a folder that contains them (see datasets/README.md)",
                log);
        }

        return found;
    }

    /// <summary>Returns an error if the folder in the environment variable does not exist, which would otherwise go unnoticed; null if there is no
    /// error.</summary>
    public static string? Fault(string? folder) =>
        string.IsNullOrEmpty(folder) || Directory.Exists(folder) ? null : $"{Variable} specifies '{folder}', which does not exist.";

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
