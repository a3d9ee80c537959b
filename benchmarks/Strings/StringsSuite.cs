using System.Runtime.InteropServices;
using Blittable.Benchmarks.Harness;
using Blittable.Text;

namespace Blittable.Benchmarks.Strings;

/// <summary>Measures compressing and decompressing every string value of a corpus separately, with Smaz and with trained tables. Compares both with C and C++
/// if available.</summary>
/// <remarks>
/// The environment variable <c>BLITTABLE_SMAZ_LIB</c> contains the path of a shared library built from github.com/antirez/smaz, for example by
/// <c>gcc -O3 -march=native -fPIC -shared -o libsmaz.so smaz.c</c>. Without it, the suite skips that peer. Without <c>BLITTABLE_FSST_LIB</c>, it skips the
/// other peer; see <see cref="FsstReference"/>.
/// </remarks>
internal sealed unsafe partial class StringsSuite : CellSuite
{
    private const string SmazVariable = "BLITTABLE_SMAZ_LIB";
    private const string InC = "in C", Here = "here", Ratio = "ratio", Document = "of a document", InPlace = "table in place";
    private const int Slack = 64;

    /// <summary>Strings longer than this number of bytes count as long.</summary>
    private const int ShortLimit = 32;

    public override string Name => "strings";

    public override string Title => "Compressing single strings";

    /// <summary>Allots little time to each of the 17 cells per corpus, because each is a small loop that is compiled quickly. The suite takes about five
    /// minutes.</summary>
    protected override RunOptions Defaults { get; } = new()
    {
        Budget = new TimeBudget(TimeSpan.FromMilliseconds(1_200), TimeSpan.FromMilliseconds(300)),
        Processes = 1,
    };

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) => [.. Corpora.All.SelectMany(CellsOf)];

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        report.Show(Table.Pivot("Speed in MB of text per second", results, Column.MegabytesPerSecond));
        report.Show(Table.Pivot("Speed relative to C", results, Column.Speedup));
        report.Show(Table.Pivot(
            "Milliseconds", [.. results.Where(result => result.Group.EndsWith("training", StringComparison.Ordinal))], Column.Milliseconds));
        report.Show(Table.Pivot("Compressed size relative to the text", results, Column.Fact(Ratio, "N3")));
    }

    private static IEnumerable<Cell> CellsOf(Corpus corpus)
    {
        if (Environment.GetEnvironmentVariable(SmazVariable) is { Length: > 0 })
        {
            yield return new($"{corpus.Name} Smaz in", InC, () => Compressing(new StringSet(corpus), InCOf("smaz_compress"))) { IsBaseline = true };
            yield return new($"{corpus.Name} Smaz out", InC, () => Restoring(new StringSet(corpus), new SmazIn(), InCOf("smaz_decompress")))
            {
                IsBaseline = true,
            };
        }

        yield return new($"{corpus.Name} Smaz in", Here, () => Compressing(new StringSet(corpus), new SmazIn()));
        yield return new($"{corpus.Name} Smaz out", Here, () => Restoring(new StringSet(corpus), new SmazIn(), new SmazOut()));
        yield return new(
            $"{corpus.Name} Smaz out", Document, () => Restoring(new StringSet(corpus), new SmazIn(), new DocumentOut(StringEncoding.Smaz, null, false)));
        yield return new($"{corpus.Name} Smaz out, long", Here, () => Restoring(new StringSet(corpus, ShortLimit), new SmazIn(), new SmazOut()));
        yield return new(
            $"{corpus.Name} Smaz out, long",
            Document,
            () => Restoring(new StringSet(corpus, ShortLimit), new SmazIn(), new DocumentOut(StringEncoding.Smaz, null, false)));
        if (FsstReference.IsAvailable)
        {
            yield return new($"{corpus.Name} symbols in", InC, () =>
            {
                var strings = new StringSet(corpus);
                return Compressing(strings, new FsstIn(new FsstReference(strings)));
            })
            { IsBaseline = true };
            yield return new($"{corpus.Name} symbols out", InC, () =>
            {
                var strings = new StringSet(corpus);
                var table = new FsstReference(strings);
                return Restoring(strings, new FsstIn(table), new FsstOut(table));
            })
            { IsBaseline = true };
        }

        yield return new($"{corpus.Name} symbols in", Here, () =>
        {
            var strings = new StringSet(corpus);
            return Compressing(strings, new SymbolsIn(strings.Train()));
        });
        foreach (var (group, shortLimit) in new[] { ("symbols out", -1), ("symbols out, long", ShortLimit) })
        {
            yield return new($"{corpus.Name} {group}", Here, () => RestoringSymbols(corpus, shortLimit, table => new SymbolsOut(table)));
            yield return new(
                $"{corpus.Name} {group}",
                Document,
                () => RestoringSymbols(corpus, shortLimit, table => new DocumentOut(StringEncoding.Trained, table, isInPlace: false)));
            yield return new(
                $"{corpus.Name} {group}",
                InPlace,
                () => RestoringSymbols(corpus, shortLimit, table => new DocumentOut(StringEncoding.Trained, table, isInPlace: true)));
        }

        yield return new($"{corpus.Name} training", Here, () =>
        {
            var strings = new StringSet(corpus);
            return new Work(() => strings.Train(), strings.Length, 1);
        });
    }

    private static Work RestoringSymbols<TStep>(Corpus corpus, int shortLimit, Func<SymbolTable, TStep> restore)
        where TStep : struct, IStep
    {
        var strings = new StringSet(corpus, shortLimit);
        var table = strings.Train();
        return Restoring(strings, new SymbolsIn(table), restore(table));
    }

    private static Work Compressing<TStep>(StringSet strings, TStep compress)
        where TStep : struct, IStep
    {
        var codes = new byte[(2 * strings.Length) + Slack];
        Each(strings.Text, strings.Ends, strings, codes, compress, out var length);
        return new Work(() => Each(strings.Text, strings.Ends, strings, codes, compress, out _), strings.Length, strings.Ends.Length)
        {
            Facts = new Dictionary<string, double> { [Ratio] = (double)length / strings.Length },
        };
    }

    private static Work Restoring<TCompress, TRestore>(StringSet strings, TCompress compress, TRestore restore)
        where TCompress : struct, IStep
        where TRestore : struct, IStep
    {
        var codes = new byte[(2 * strings.Length) + (2 * Slack)];
        var ends = new int[strings.Ends.Length];
        var length = 0;
        var start = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            length += compress.Run(strings.Text.AsSpan(start), strings.Ends[i] - start, strings.Ends[i] - start, codes.AsSpan(length));
            ends[i] = length;
            start = strings.Ends[i];
        }

        if (ends.Length == 0)
        {
            // The corpus has no long strings: 0 bytes.
            return new Work(() => { });
        }

        var text = new byte[strings.Length + Slack];
        Each(codes, ends, strings, text, restore, out _);
        return text.AsSpan(0, strings.Length).SequenceEqual(strings.Text.AsSpan(0, strings.Length))
            ? new Work(() => Each(codes, ends, strings, text, restore, out _), strings.Length, ends.Length)
            : throw new InvalidOperationException("The strings were not restored.");
    }

    private static void Each<TStep>(byte[] source, int[] ends, StringSet strings, byte[] destination, TStep step, out int written)
        where TStep : struct, IStep
    {
        var start = 0;
        var textStart = 0;
        var textEnds = strings.Ends;
        written = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            written += step.Run(source.AsSpan(start), ends[i] - start, textEnds[i] - textStart, destination.AsSpan(written));
            start = ends[i];
            textStart = textEnds[i];
        }
    }

    private static SmazInC InCOf(string function) =>
        new(NativeLibrary.GetExport(NativeLibrary.Load(Environment.GetEnvironmentVariable(SmazVariable)!), function));
}
