using System.Runtime.InteropServices;
using Blittable.Benchmarks.Harness;
using Blittable.Strings;

namespace Blittable.Benchmarks.Strings;

/// <summary>Every string value of a corpus compressed and restored by itself: Smaz and trained tables, and Smaz in C where it is at hand.</summary>
/// <remarks>
/// The environment variable <c>BLITTABLE_SMAZ_LIB</c> names a shared library built from github.com/antirez/smaz, for example by
/// <c>gcc -O3 -march=native -fPIC -shared -o libsmaz.so smaz.c</c>. Without it the suite runs without that peer.
/// </remarks>
internal sealed unsafe class StringsSuite : CellSuite
{
    private const string SmazVariable = "BLITTABLE_SMAZ_LIB";
    private const int Slack = 64;

    private delegate int Transform(ReadOnlySpan<byte> source, Span<byte> destination);

    public override string Name => "strings";

    public override string Title => "Strings, one by one";

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) => [.. Corpora.All.SelectMany(CellsOf)];

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        report.Show(Table.Pivot("Speed, 10^6 bytes of text a second", results, Column.MegabytesPerSecond));
        report.Show(Table.Pivot("Times as fast as Smaz in C", results, Column.Speedup));
    }

    private static IEnumerable<Cell> CellsOf(Corpus corpus)
    {
        if (Environment.GetEnvironmentVariable(SmazVariable) is { Length: > 0 })
        {
            yield return new($"{corpus.Name} in", "Smaz in C", () => Compressing(new StringSet(corpus), Reference("smaz_compress"))) { IsBaseline = true };
            yield return new($"{corpus.Name} out", "Smaz in C", () => Restoring(new StringSet(corpus), Smaz.Compress, Reference("smaz_decompress"))) { IsBaseline = true };
        }

        yield return new($"{corpus.Name} in", "Smaz", () => Compressing(new StringSet(corpus), Smaz.Compress));
        yield return new($"{corpus.Name} out", "Smaz", () => Restoring(new StringSet(corpus), Smaz.Compress, Smaz.Decompress));
        yield return new($"{corpus.Name} in", "Trained", () =>
        {
            var strings = new StringSet(corpus);
            return Compressing(strings, SymbolTable.Train(strings.Text.AsSpan(0, strings.Length), strings.Ends).Compress);
        });
        yield return new($"{corpus.Name} out", "Trained", () =>
        {
            var strings = new StringSet(corpus);
            var table = SymbolTable.Train(strings.Text.AsSpan(0, strings.Length), strings.Ends);
            return Restoring(strings, table.Compress, table.Decompress);
        });
    }

    private static Work Compressing(StringSet strings, Transform compress)
    {
        var codes = new byte[(2 * strings.Length) + Slack];
        return new Work(() => Each(strings.Text, strings.Ends, codes, compress), strings.Length, strings.Ends.Length);
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
        return new Work(() => Each(codes, ends, text, restore), strings.Length, ends.Length);
    }

    private static void Each(byte[] source, int[] ends, byte[] destination, Transform transform)
    {
        var start = 0;
        var written = 0;
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
