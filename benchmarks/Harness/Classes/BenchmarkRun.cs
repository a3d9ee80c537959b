using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Csv;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Perfolizer.Horology;
using BdnStatistics = BenchmarkDotNet.Mathematics.Statistics;

namespace Blittable.Benchmarks.Harness;

/// <summary>Measures cells with BenchmarkDotNet in several passes over all cells and collects the results.</summary>
/// <remarks>
/// The processes of a cell are minutes apart. Their differences show variation of the machine and the compiler, which the deviation within one process does
/// not.
/// </remarks>
internal sealed class BenchmarkRun(Type benchmarks, IReadOnlyList<Cell> cells, RunOptions options)
{
    /// <summary>The variable that makes the runtime optimize hot methods on one core as early as on several cores.</summary>
    private const string SingleCoreVariable = "DOTNET_TC_DelaySingleProcMultiplier";

    /// <summary>The number of warm-up iterations, before which <see cref="CellBenchmarks.SetUp"/> has run the work until its times were steady.</summary>
    private const int WarmUps = 2;

    /// <summary>The maximum length of names in BenchmarkDotNet tables, chosen so that no name is shortened.</summary>
    private const int LongestName = 200;

    private readonly Dictionary<string, Cell> _cells = cells.ToDictionary(cell => cell.Key);
    private readonly string _folder = Path.Combine(options.Output, "BenchmarkDotNet");
    private readonly Dictionary<string, (int Pass, IReadOnlyDictionary<string, string> Environment)> _jobs = [];

    /// <summary>Gets the version of BenchmarkDotNet.</summary>
    public static string Version { get; } = LibraryVersion.Of(typeof(BenchmarkRunner));

    /// <param name="failures">The number of cells that failed. The results do not include them.</param>
    public IReadOnlyList<CellResult> Measure(out int failures)
    {
        if (Directory.Exists(FactsFolder))
        {
            Directory.Delete(FactsFolder, recursive: true);
        }

        Summary summary = BenchmarkRunner.Run(benchmarks, Configure());
        ILookup<string, BenchmarkReport> reports = summary.Reports.ToLookup(report => CellOf(report.BenchmarkCase));
        var results = new List<CellResult>();
        failures = 0;
        foreach (IGrouping<string, Cell> group in cells.GroupBy(cell => cell.Group))
        {
            CellResult[] ofGroup = [.. group.Select(cell => ResultOf(cell, reports[cell.Key])).OfType<CellResult>()];
            failures += group.Count() - ofGroup.Length;
            foreach (CellResult result in ofGroup)
            {
                result.Baseline = ofGroup.FirstOrDefault(other => other.IsBaseline);
            }

            results.AddRange(ofGroup);
        }

        if (failures > 0)
        {
            Console.Error.WriteLine($"{failures} benchmark(s) failed; see the BenchmarkDotNet log: {summary.LogFilePath}");
        }

        return results;
    }

    private string FactsFolder => Path.GetFullPath(Path.Combine(_folder, "facts"));

    private ManualConfig Configure()
    {
        var orderer = new PassOrderer(CellOf);
        var config = ManualConfig.CreateEmpty()
            .AddLogger(new ProgressLogger(orderer))
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddExporter(MarkdownExporter.GitHub, CsvExporter.Default)
            .AddFilter(new SimpleFilter(Includes))
            .WithOrderer(orderer)
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(LongestName))
            .WithOptions(ConfigOptions.DisableParallelBuild)
            .WithBuildTimeout(TimeSpan.FromMinutes(15))
            .WithArtifactsPath(_folder);
        for (int pass = 1; pass <= cells.Max(PassesOf); pass++)
        {
            foreach ((int index, IReadOnlyDictionary<string, string> environment) in Environments(pass).Index())
            {
                string id = $"pass{pass}-{index}";
                _jobs[id] = (pass, environment);
                config.AddJob(JobOf(id, environment));
            }
        }

        return config;
    }

    private Job JobOf(string id, IReadOnlyDictionary<string, string> environment) => Job.Default
        .WithId(id)
        .WithWarmupCount(WarmUps)
        .WithIterationCount(options.Iterations)
        .WithIterationTime(TimeInterval.FromMilliseconds(options.IterationTime.TotalMilliseconds))
        .WithAffinity((nint)1 << options.Core)
        .WithArguments([new MsBuildArgument("/p:RunAnalyzers=false")])
        .WithEnvironmentVariables([
            new EnvironmentVariable(SingleCoreVariable, "1"),
            new EnvironmentVariable(CellBenchmarks.WarmUpVariable, options.Budget.WarmUp.TotalSeconds.ToString(CultureInfo.InvariantCulture)),
            new EnvironmentVariable(CellFacts.Variable, Path.Combine(FactsFolder, id)),
            .. environment.Select(variable => new EnvironmentVariable(variable.Key, variable.Value)),
        ]);

    private IEnumerable<IReadOnlyDictionary<string, string>> Environments(int pass) =>
        cells.Where(cell => PassesOf(cell) >= pass).Select(cell => cell.Environment).DistinctBy(Text);

    private int PassesOf(Cell cell) => options.Repeats ? Math.Max(options.Passes, cell.Passes) : options.Passes;

    private bool Includes(BenchmarkCase benchmark) =>
        _cells.TryGetValue(CellOf(benchmark), out Cell? cell)
        && _jobs[benchmark.Job.Id] is var (pass, environment)
        && PassesOf(cell) >= pass
        && Text(cell.Environment) == Text(environment);

    private CellResult? ResultOf(Cell cell, IEnumerable<BenchmarkReport> reports)
    {
        Measurement[] passes =
        [
            .. reports.Where(report => report.ResultStatistics is not null).Select(report => MeasurementOf(cell, report)).OfType<Measurement>(),
        ];
        return passes.Length == PassesOf(cell) ? new CellResult(cell, passes) : null;
    }

    private Measurement? MeasurementOf(Cell cell, BenchmarkReport report)
    {
        if (CellFacts.Find(Path.Combine(FactsFolder, report.BenchmarkCase.Job.Id), cell.Key) is not { } facts)
        {
            return null;
        }

        BdnStatistics times = report.ResultStatistics!;
        return new Measurement
        {
            Nanoseconds = times.Median / facts.Items,
            Mean = times.Mean / facts.Items,
            StandardDeviation = times.StandardDeviation / facts.Items,
            Margin = Statistics.MedianMargin(times.InterquartileRange, times.N) / facts.Items,
            Batches = times.N,
            Bytes = (double)facts.Bytes / facts.Items,
            Allocated = (double)(report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase) ?? 0) / facts.Items,
            PeakResident = facts.PeakResident,
            Facts = facts.Facts,
        };
    }

    private static string CellOf(BenchmarkCase benchmark) => (string)benchmark.Parameters[nameof(CellBenchmarks.Cell)];

    private static string Text(IReadOnlyDictionary<string, string> environment) =>
        string.Join(' ', environment.OrderBy(variable => variable.Key, StringComparer.Ordinal).Select(variable => $"{variable.Key}={variable.Value}"));
}
