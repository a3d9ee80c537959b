using Blittable.Benchmarks.Documents;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Guard;

/// <summary>Runs twenty cells in two minutes and compares each, as a ratio to a peer in one run, with stored ratios. Shows regressions without a second machine
/// or a second build.</summary>
internal sealed class GuardSuite : CellSuite
{
    private const string SaveOption = "--save";

    /// <summary>The number of bytes of each corpus, which is sufficient because turns are short.</summary>
    private const int Bytes = 2_000_000;

    /// <summary>The number of bytes to read, chosen to fit in the second-level cache.</summary>
    private const int CachedBytes = 200_000;

    private static readonly DocumentForm[] Modes = [AllForms.Memory, AllForms.Disk];

    public override string Name => "guard";

    public override string Title => "Ratios to peers, compared with the ratios of the last release";

    protected override RunOptions Defaults { get; } = new() { Processes = 1, Budget = new TimeBudget(TimeSpan.FromSeconds(0.6), TimeSpan.FromSeconds(0.6)) };

    protected override string OwnOptions => $"    {SaveOption}             store the ratios as the new baseline, {GuardBaseline.RelativePath}";

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments)
    {
        if (arguments.FirstOrDefault(argument => argument != SaveOption) is { } unknown)
        {
            throw new ArgumentException($"Unknown option '{unknown}'.");
        }

        return
        [
            .. Group("convert browsers", "browsers", Bytes, Modes, ConvertSuite.Convert),
            .. Group(
                "convert browser-releases",
                Corpora.BrowserReleases,
                Bytes,
                [.. Modes, AllForms.SharedMemory, AllForms.SharedDisk],
                ConvertSuite.Convert),
            .. Group("convert lineitem", "lineitem", Bytes, Modes, ConvertSuite.Convert),
            .. Group("write browsers", "browsers", Bytes, Modes, WriteSuite.Write),
            .. Group("write lineitem", "lineitem", Bytes, Modes, WriteSuite.Write),
            .. Group("read all of browsers", "browsers", Bytes, Modes, Read<EveryValueQuery>),
            .. Group(
                "three properties of lineitem",
                "lineitem",
                CachedBytes,
                [.. Modes, .. AllForms.List.OfType<PreparedNamesForm>()],
                Read<LineitemQuery>),
            .. GuardDates.All(),
        ];
    }

    protected override int Conclude(IReadOnlyList<CellResult> results, RunOptions options) =>
        options.SuiteArguments.Contains(SaveOption) ? GuardBaseline.Save(results) : GuardBaseline.Compare(results, Console.Out);

    private static IEnumerable<Cell> Group(
        string name, string corpus, int bytes, IEnumerable<DocumentForm> forms, Func<Corpus, DocumentForm, Work> prepare) =>
        forms.Prepend(AllForms.List[0]).Select(form =>
            new Cell(name, form.Name, () => prepare(Corpora.Get(corpus).Head(bytes), form)) { IsBaseline = form is JsonDocumentForm });

    private static Work Read<TQuery>(Corpus corpus, DocumentForm form)
        where TQuery : struct, IQuery
    {
        Func<double> read = form.Reader<TQuery>(corpus);
        double sum = read();
        return new Work(() => sum = read(), corpus.Bytes, corpus.Documents.Count);
    }
}
