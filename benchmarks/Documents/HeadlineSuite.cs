using System.Globalization;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Measures converting JSON, reading three properties and writing JSON, for large documents and for many small ones, generated and real. Compares
/// Blittable with common alternatives. Runs if no suite is given.</summary>
internal sealed class HeadlineSuite : BenchmarkedSuite
{
    /// <summary>The option to run every form that supports a task, not only the forms whose figures fit on a page.</summary>
    public const string AllOption = "--all";

    private const string Convert = "convert";
    private const string Read = "read three properties";
    private const string Write = "write";

    /// <summary>The separator between the task and the documents in a group's name.</summary>
    private const string Separator = ": ";

    /// <summary>The number of bytes of many small documents that are converted and written.</summary>
    private const int ManyBytes = 4_000_000;

    /// <summary>The number of bytes to read, chosen to fit in the second-level cache because the suite measures reading, not memory.</summary>
    private const int CachedBytes = 200_000;

    /// <summary>Real documents in order of preference. The last of each list is in the repository or derived from a file there.</summary>
    private static readonly string[] RealLarge = ["twitter", "citm_catalog", "browser-compat", "browsers"];

    private static readonly string[] RealSmall = ["github-webhooks", "movies", Corpora.BrowserReleases];

    private static readonly DocumentForm Json = AllForms.List.OfType<JsonDocumentForm>().Single();
    private static readonly DocumentForm Tokens = AllForms.List.OfType<Utf8JsonReaderForm>().Single();
    private static readonly DocumentForm Tree = AllForms.List.OfType<JTokenForm>().Single();
    private static readonly DocumentForm Bson = AllForms.List.OfType<MongoBsonForm>().Single();
    private static readonly DocumentForm MessagePack = AllForms.List.OfType<MessagePackForm>().Single();
    private static readonly DocumentForm Node = AllForms.List.OfType<JsonNodeForm>().Single();

    private readonly Dictionary<(string Corpus, string Form), double?> _percents = [];

    public override string Name => "headline";

    public override string Title => "Memory mode and disk mode compared with JSON and its peers";

    protected override Type Benchmarks => typeof(HeadlineBenchmarks);

    /// <summary>Limits the iterations because some operations take seconds, and all cells must finish in ten minutes.</summary>
    protected override RunOptions Defaults { get; } = new() { Iterations = 10 };

    protected override TimeSpan MostTime => TimeSpan.FromMinutes(9.5);

    protected override string OwnOptions => $"    {AllOption}              all forms that support a task, not only a selection";

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments)
    {
        bool all = arguments switch
        {
            [] => false,
            [AllOption] => true,
            _ => throw new ArgumentException($"Unknown option '{arguments.First(argument => argument != AllOption)}'."),
        };
        Corpus large = Corpora.Get("companies"), small = Corpora.Get("lineitem");
        Corpus realLarge = First(RealLarge), realSmall = First(RealSmall);
        DocumentForm[] modes = [Json, AllForms.Memory, AllForms.Disk];
        DocumentForm[] peers = [Json, Tokens, Node, Tree, Bson, MessagePack, AllForms.Memory, AllForms.Disk];
        return
        [
            .. Cells(Convert, large, peers, all, ConvertSuite.Convert),
            .. Cells(Convert, realLarge, modes, all, ConvertSuite.Convert),
            .. Cells(Convert, small, [.. peers, AllForms.SharedMemory, AllForms.SharedDisk], all, ConvertSuite.Convert),
            .. Cells(Convert, realSmall, [.. modes, AllForms.SharedDisk], all, ConvertSuite.Convert),
            .. ReadCells<InEachItem<CompaniesQuery>>(large, [Json, Bson, AllForms.Memory, AllForms.Disk], all),
            .. ReadCells<LineitemQuery>(small, [Json, Tokens, Tree, Bson, MessagePack, AllForms.Memory, AllForms.Disk, AllForms.SharedMemory], all),
            .. Cells(Write, large, modes, all, WriteSuite.Write),
            .. Cells(Write, small, [Json, Bson, AllForms.Memory, AllForms.Disk], all, WriteSuite.Write),
        ];
    }

    protected override IReadOnlyList<string> Describe(RunOptions options) =>
    [
        .. base.Describe(options),
        "Documents marked as generated come from this project's generators; the others are real. Peak memory is the peak of the whole process, including the "
            + "runtime and the input, which is 67 MB of text for companies. Converters are warm. "
            + "For small documents, the first 4 MB are converted and written, and the first 200 KB, which fit in the cache, are read.",
    ];

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        foreach (IGrouping<string, CellResult> task in results.GroupBy(result => result.Group.Split(Separator)[0]))
        {
            var table = new Table(
                TitleOf(task.Key),
                "documents", "form", "median per document", "± %", "MB/s", "× JsonDocument", "from", "to", "allocated B/document", "peak MB", "% of JSON");
            foreach (CellResult result in task)
            {
                table.Add(Row(result));
            }

            report.Show(table);
        }

        report.Show(Peer.Table(AllForms.List.Where(form => results.Any(result => result.Name == form.Name))));
    }

    protected override IEnumerable<BarChart> Charts(IReadOnlyList<CellResult> results) =>
        results.GroupBy(result => result.Group.Split(Separator)[0]).Select(task => BarChart.Of(
            task.Key.Split(' ')[0], TitleOf(task.Key), [.. task], Column.Speedup with { Name = "times as fast as JsonDocument" }));

    private static string TitleOf(string task) => task switch
    {
        Convert => "Converting JSON",
        Write => "Writing JSON",
        _ => "Reading three properties of a document (of the large document: of each company)",
    };

    private static IEnumerable<Cell> Cells(string task, Corpus corpus, DocumentForm[] chosen, bool all, Func<Corpus, DocumentForm, Work> prepare) =>
        Forms(corpus, chosen, all, form => task == Convert ? form.CanConvert : form.CanWrite)
            .Select(form => NewCell(task, corpus, form, () => prepare(corpus.IsMany ? corpus.Head(ManyBytes) : corpus, form)));

    private static IEnumerable<Cell> ReadCells<TQuery>(Corpus corpus, DocumentForm[] chosen, bool all)
        where TQuery : struct, IQuery =>
        Forms(corpus, chosen, all, form => form.CanAnswer<TQuery>()).Select(form => NewCell(Read, corpus, form, () =>
        {
            Corpus read = corpus.IsMany ? corpus.Head(CachedBytes) : corpus;
            Func<double> reader = form.Reader<TQuery>(read);
            double sum = reader();
            return new Work(() => sum = reader(), 0, read.Documents.Count);
        }));

    private static IEnumerable<DocumentForm> Forms(Corpus corpus, DocumentForm[] chosen, bool all, Func<DocumentForm, bool> can) =>
        (all ? AllForms.List : chosen).Where(form => can(form) && form.Suits(corpus));

    private static Cell NewCell(string task, Corpus corpus, DocumentForm form, Func<Work> prepare) =>
        new(task + Separator + corpus.Label, form.Name, prepare) { IsBaseline = form is JsonDocumentForm };

    /// <summary>Returns the size of a form relative to minified JSON, in percent. Cached, because it takes seconds for a large document.</summary>
    private double? Percent(Corpus corpus, DocumentForm form)
    {
        if (!_percents.TryGetValue((corpus.Name, form.Name), out double? percent))
        {
            double? bytes = form.HasBytes ? form.Size(corpus) : form is JsonDocumentForm ? corpus.Bytes : null;
            percent = bytes / corpus.MinifiedBytes * 100;
            _percents.Add((corpus.Name, form.Name), percent);
        }

        return percent;
    }

    private static Corpus First(string[] names) => names.Select(name => Corpora.Find(name)).OfType<Corpus>().First();

    private string[] Row(CellResult result)
    {
        string label = result.Group.Split(Separator)[1];
        Corpus corpus = Corpora.All.First(one => one.Label == label);
        DocumentForm form = AllForms.List.First(one => one.Name == result.Name);
        return
        [
            label,
            result.Name,
            Column.FormatTime(result.Nanoseconds),
            (result.Margin / result.Nanoseconds * 100).ToString("N0", CultureInfo.InvariantCulture),
            Column.MegabytesPerSecond.Show(result),
            result.IsUnstable ? "unstable" : Column.Speedup.Show(result),
            Column.SpeedupFrom.Show(result),
            Column.SpeedupTo.Show(result),
            Column.Allocated.Show(result),
            Column.PeakMegabytes.Show(result),
            Percent(corpus, form)?.ToString("N1", CultureInfo.InvariantCulture) ?? "",
        ];
    }
}
