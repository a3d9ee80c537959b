using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>What runs without arguments: short runs of BenchmarkDotNet, and of their results two tables, one for a large document
/// and one for many small ones, with time and size of each form.</summary>
internal static class Headline
{
    public static int Run(string[] arguments)
    {
        var options = RunOptions.Parse(arguments);
        Console.Error.WriteLine("The headline benchmarks take a few minutes.");
        Summary summary = BenchmarkRunner.Run<HeadlineBenchmarks>(Configure(options));
        if (summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success))
        {
            Console.Error.WriteLine($"A benchmark failed; BenchmarkDotNet's log says why: {summary.LogFilePath}");
            return 1;
        }

        var report = new Report(options.Output, "headline", "JSON, memory mode, disk mode", "Times by BenchmarkDotNet, short runs, means; converters warm.");
        var all = new Table("", Heading);
        foreach (IGrouping<string, BenchmarkReport> part in summary.Reports.GroupBy(DocumentsOf))
        {
            Corpus corpus = Corpora.Get(part.Key);
            var table = new Table(Title(corpus), Heading);
            foreach (BenchmarkReport result in part)
            {
                string[] row = Row(corpus, result, part.Single(other => other.BenchmarkCase.Descriptor.Baseline));
                table.Add(row);
                all.Add(row);
            }

            report.Show(table);
        }

        report.Write(all);
        return 0;
    }

    private static string[] Heading => ["documents", "form", "ms", "MB/s", "× JsonDocument", "allocated B/document", "MB", "% of JSON"];

    private static ManualConfig Configure(RunOptions options)
    {
        // On one core the runtime would wait ten times as long before it optimizes what is hot, and peers would run unoptimized.
        Job job = Job.ShortRun
            .WithId("Short")
            .WithWarmupCount(6)
            .WithAffinity(1 << options.Core)
            .WithEnvironmentVariable("DOTNET_TC_DelaySingleProcMultiplier", "1");
        return ManualConfig.CreateEmpty()
            .AddJob(job)
            .AddLogger(new ProgressLogger())
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddExporter(MarkdownExporter.GitHub)
            .WithBuildTimeout(TimeSpan.FromMinutes(8))
            .WithArtifactsPath(Path.Combine(options.Output, "BenchmarkDotNet"));
    }

    private static string DocumentsOf(BenchmarkReport report) => (string)report.BenchmarkCase.Parameters[nameof(HeadlineBenchmarks.Documents)];

    private static string Title(Corpus corpus) => string.Create(
        CultureInfo.InvariantCulture,
        $"{(corpus.IsMany ? "Many small documents" : "A large document")}: {corpus.Name}, "
            + $"{corpus.Documents.Count:N0} × {corpus.Bytes / 1e6 / corpus.Documents.Count:0.####} MB");

    private static string[] Row(Corpus corpus, BenchmarkReport result, BenchmarkReport baseline)
    {
        double nanoseconds = result.ResultStatistics!.Mean;
        DocumentForm form = HeadlineBenchmarks.FormOf(result.BenchmarkCase.Descriptor.WorkloadMethod.Name);
        double? bytes = form.HasBytes ? form.Size(corpus) : form is JsonDocumentForm ? corpus.Bytes : null;
        long allocated = result.GcStats.GetBytesAllocatedPerOperation(result.BenchmarkCase) ?? 0;
        return
        [
            corpus.Name,
            form.Name,
            Text(nanoseconds / 1e6, "N1"),
            Text(corpus.Bytes * 1e3 / nanoseconds, "N0"),
            Text(baseline.ResultStatistics!.Mean / nanoseconds, "N2"),
            Text((double)allocated / corpus.Documents.Count, "N0"),
            Text(bytes / 1e6, "N2"),
            Text(bytes / corpus.MinifiedBytes * 100, "N1"),
        ];
    }

    private static string Text(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "";

    /// <summary>Shows one line a benchmark instead of all that BenchmarkDotNet says, which goes to its own log file.</summary>
    private sealed class ProgressLogger : ILogger
    {
        public string Id => nameof(ProgressLogger);

        public int Priority => 0;

        public void Write(LogKind logKind, string text) => WriteLine(logKind, text);

        public void WriteLine()
        {
        }

        public void WriteLine(LogKind logKind, string text)
        {
            if (logKind == LogKind.Error || text.StartsWith("// Benchmark:", StringComparison.Ordinal))
            {
                Console.Error.WriteLine(text.TrimEnd());
            }
        }

        public void Flush()
        {
        }
    }
}
