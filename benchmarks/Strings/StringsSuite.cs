using System.Runtime.InteropServices;
using Blittable.Benchmarks.Harness;
using Blittable.Strings;

namespace Blittable.Benchmarks.Strings;

/// <summary>Every string value of a corpus compressed and restored by itself: Smaz and trained tables, and both in C where they are at hand.</summary>
/// <remarks>
/// The environment variable <c>BLITTABLE_SMAZ_LIB</c> names a shared library built from github.com/antirez/smaz, for example by
/// <c>gcc -O3 -march=native -fPIC -shared -o libsmaz.so smaz.c</c>. Without it the suite runs without that peer, and without
/// <c>BLITTABLE_FSST_LIB</c> without the other; see <see cref="FsstReference"/>.
/// </remarks>
internal sealed unsafe class StringsSuite : CellSuite
{
    private const string SmazVariable = "BLITTABLE_SMAZ_LIB";
    private const string InC = "in C", Here = "here", Ratio = "ratio";
    private const int Slack = 64;

    private delegate int Transform(ReadOnlySpan<byte> source, Span<byte> destination);

    public override string Name => "strings";

    public override string Title => "Strings, one by one";

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) => [.. Corpora.All.SelectMany(CellsOf)];

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        report.Show(Table.Pivot("Speed, 10^6 bytes of text a second", results, Column.MegabytesPerSecond));
        report.Show(Table.Pivot("Times as fast as in C", results, Column.Speedup));
        report.Show(Table.Pivot("Bytes over bytes of text", results, Column.Fact(Ratio, "N3")));
    }

    private static IEnumerable<Cell> CellsOf(Corpus corpus)
    {
        if (Environment.GetEnvironmentVariable(SmazVariable) is { Length: > 0 })
        {
            yield return new($"{corpus.Name} Smaz in", InC, () => Compressing(new StringSet(corpus), Reference("smaz_compress"))) { IsBaseline = true };
            yield return new($"{corpus.Name} Smaz out", InC, () => Restoring(new StringSet(corpus), Smaz.Compress, Reference("smaz_decompress"))) { IsBaseline = true };
        }

        yield return new($"{corpus.Name} Smaz in", Here, () => Compressing(new StringSet(corpus), Smaz.Compress));
        yield return new($"{corpus.Name} Smaz out", Here, () => Restoring(new StringSet(corpus), Smaz.Compress, Smaz.Decompress));
        if (FsstReference.IsAvailable)
        {
            yield return new($"{corpus.Name} symbols in", InC, () =>
            {
                var strings = new StringSet(corpus);
                return Compressing(strings, new FsstReference(strings).Compress);
            })
            { IsBaseline = true };
            yield return new($"{corpus.Name} symbols out", InC, () =>
            {
                var strings = new StringSet(corpus);
                var table = new FsstReference(strings);
                return Restoring(strings, table.Compress, table.Decompress);
            })
            { IsBaseline = true };
        }

        yield return new($"{corpus.Name} symbols in", Here, () =>
        {
            var strings = new StringSet(corpus);
            return Compressing(strings, SymbolTable.Train(strings.Text.AsSpan(0, strings.Length), strings.Ends).Compress);
        });
        yield return new($"{corpus.Name} symbols out", Here, () =>
        {
            var strings = new StringSet(corpus);
            var table = SymbolTable.Train(strings.Text.AsSpan(0, strings.Length), strings.Ends);
            return Restoring(strings, table.Compress, table.Decompress);
        });
        yield return new($"{corpus.Name} training", Here, () =>
        {
            var strings = new StringSet(corpus);
            return new Work(() => SymbolTable.Train(strings.Text.AsSpan(0, strings.Length), strings.Ends), strings.Length, 1);
        });
    }

    private static Work Compressing(StringSet strings, Transform compress)
    {
        var codes = new byte[(2 * strings.Length) + Slack];
        Each(strings.Text, strings.Ends, codes, compress, out var length);
        return new Work(() => Each(strings.Text, strings.Ends, codes, compress, out _), strings.Length, strings.Ends.Length) { Facts = new Dictionary<string, double> { [Ratio] = (double)length / strings.Length } };
    }

    private static Work Restoring(StringSet strings, Transform compress, Transform restore)
    {
        var codes = new byte[(2 * strings.Length) + (2 * Slack)];
        var ends = new int[strings.Ends.Length];
        var length = 0;
        var start = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            length += compress(strings.Text.AsSpan(start, strings.Ends[i] - start), codes.AsSpan(length));
            ends[i] = length;
            start = strings.Ends[i];
        }

        var text = new byte[strings.Length + Slack];
        return new Work(() => Each(codes, ends, text, restore, out _), strings.Length, ends.Length);
    }

    private static void Each(byte[] source, int[] ends, byte[] destination, Transform transform, out int written)
    {
        var start = 0;
        written = 0;
        foreach (var end in ends)
        {
            written += transform(source.AsSpan(start, end - start), destination.AsSpan(written));
            start = end;
        }
    }

    private static Transform Reference(string function)
    {
        var library = NativeLibrary.Load(Environment.GetEnvironmentVariable(SmazVariable)!);
        var address = NativeLibrary.GetExport(library, function);
        return (source, destination) =>
        {
            fixed (byte* from = source)
            fixed (byte* to = destination)
            {
                return ((delegate* unmanaged[SuppressGCTransition]<byte*, int, byte*, int, int>)address)(from, source.Length, to, destination.Length);
            }
        };
    }
}
