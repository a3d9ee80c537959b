using System.Globalization;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Wild;

/// <summary>Runs every task on every file of a folder. Shows the geometric mean, the worst files, and the number of files that are slower than JSON.</summary>
/// <remarks>Intended for files that were not used for tuning: the mean and the worst file matter, not the best file.</remarks>
internal sealed class WildSuite : CellSuite
{
    private const string FilesOption = "--files";

    /// <summary>The separator between the file and the task in a group's name.</summary>
    private const string Separator = " / ";

    /// <summary>The number of slowest files that the summary lists.</summary>
    private const int WorstShown = 10;

    /// <summary>The forms to compare: first the modes with default options, then the other compressions of disk mode.</summary>
    private static readonly DocumentForm[] Forms =
    [
        .. AllForms.List.Where(form => form is JsonDocumentForm || form == AllForms.Memory || form == AllForms.Disk),
        .. AllForms.OtherCompressions,
        .. AllForms.List.OfType<SimdjsonForm>(),
    ];

    public override string Name => "wild";

    public override string Title => "Files not used for tuning";

    public override IReadOnlyList<Column> Columns { get; } =
        [Column.Nanoseconds, Column.MegabytesPerSecond, Column.Speedup, Column.Allocated, Column.Fact(WildTask.Size, "F3"), Column.Fact(WildTask.Sum, "R")];

    protected override RunOptions Defaults { get; } = new() { Processes = 1, Budget = new TimeBudget(TimeSpan.FromSeconds(1.2), TimeSpan.FromSeconds(0.3)) };

    protected override string OwnOptions => $"{FilesOption} FOLDER     the folder with *.json and *.ndjson files (default: {Corpora.Variable}, or datasets/fetched)";

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
    [
        .. from file in Files(arguments)
           from task in WildTask.All
           from form in Forms
           where task.Suits(form) && form.Suits(file.Corpus)
           select new Cell(file.Name + Separator + task.Name, form.Name, () => task.Prepare(file.Corpus, form)) { IsBaseline = form is JsonDocumentForm },
    ];

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        foreach (WildTask task in WildTask.All)
        {
            CellResult[] ofTask = [.. results.Where(result => result.Group.EndsWith(Separator + task.Name, StringComparison.Ordinal))];
            if (ofTask.Length == 0)
            {
                continue;
            }

            report.Show(Table.Pivot($"{task.Name}: times as fast as JsonDocument", ofTask, Column.Speedup, withMean: true));
            report.Show(Summary($"{task.Name}: summary, times as fast as JsonDocument", ofTask, Column.Speedup, worstIsLeast: true));
            if (ofTask.Any(result => double.IsFinite(result.Fact(WildTask.Size))))
            {
                report.Show(Table.Pivot("size: relative to minified JSON", ofTask, Column.Fact(WildTask.Size, "F3"), withMean: true));
                report.Show(Summary("size: summary, relative to minified JSON", ofTask, Column.Fact(WildTask.Size, "F3"), worstIsLeast: false));
            }

            RequireEqualSums(ofTask);
        }
    }

    /// <summary>Creates a table with one row per form: the geometric mean over the files, the number of files worse than JSON, and the worst files.</summary>
    private static Table Summary(string title, IEnumerable<CellResult> results, Column column, bool worstIsLeast)
    {
        var table = new Table(title, "form", "files", "geometric mean", "worse than 1", "share", $"worst {WorstShown}");
        foreach (IGrouping<string, CellResult> form in results.Where(result => !result.IsBaseline).GroupBy(result => result.Name))
        {
            (string File, double Value)[] files =
            [
                .. form.Select(result => (result.Group[..result.Group.LastIndexOf(Separator, StringComparison.Ordinal)], column.Value(result)))
                    .Where(file => double.IsFinite(file.Item2))
                    .OrderBy(file => worstIsLeast ? file.Item2 : -file.Item2),
            ];
            if (files.Length == 0)
            {
                continue;
            }

            int worse = files.Count(file => worstIsLeast ? file.Value < 1 : file.Value > 1);
            table.Add(
                form.Key,
                files.Length.ToString(CultureInfo.InvariantCulture),
                column.Show(Statistics.GeometricMean(files.Select(file => file.Value))),
                worse.ToString(CultureInfo.InvariantCulture),
                ((double)worse / files.Length).ToString("P0", CultureInfo.InvariantCulture),
                string.Join(", ", files.Take(WorstShown).Select(file => $"{file.File} {column.Show(file.Value)}")));
        }

        return table;
    }

    /// <exception cref="InvalidOperationException">Two forms of a file read different values.</exception>
    private static void RequireEqualSums(IEnumerable<CellResult> results)
    {
        foreach (IGrouping<string, CellResult> group in results.GroupBy(result => result.Group))
        {
            double[] sums = [.. group.Select(result => result.Fact(WildTask.Sum)).Where(double.IsFinite)];
            if (sums.Length > 1 && sums.Max() - sums.Min() > 1e-9 * Math.Abs(sums[0]))
            {
                throw new InvalidOperationException($"The forms of {group.Key} return different values.");
            }
        }
    }

    private static IEnumerable<(string Name, Corpus Corpus)> Files(IReadOnlyList<string> arguments) => arguments switch
    {
        [] => Corpora.All.Where(corpus => !corpus.IsGenerated).Select(corpus => (corpus.Name, corpus)),
        [FilesOption, var folder] when Directory.Exists(folder) =>
            Directory.EnumerateFiles(folder)
                .Where(path => Path.GetExtension(path) is ".json" or ".ndjson")
                .Order(StringComparer.Ordinal)
                .Select(path => (Path.GetFileName(path), new Corpus(path))),
        [FilesOption, var folder] => throw new ArgumentException($"The folder '{folder}' does not exist."),
        [FilesOption] => throw new ArgumentException($"{FilesOption} requires a value."),
        [var unknown, ..] => throw new ArgumentException($"Unknown option '{unknown}'."),
    };
}
