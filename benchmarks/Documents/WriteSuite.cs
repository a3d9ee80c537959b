using System.Buffers;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Measures writing JSON text from every form that supports it, for every corpus.</summary>
internal sealed class WriteSuite : BenchmarkedSuite
{
    public override string Name => "write";

    public override string Title => "Writing JSON";

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
    [
        .. from corpus in Corpora.All
           from form in AllForms.List
           where form.CanWrite && form.Suits(corpus)
           select new Cell(corpus.Name, form.Name, () => Write(corpus, form)) { IsBaseline = form is JsonDocumentForm },
    ];

    protected override Type Benchmarks => typeof(WriteBenchmarks);

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        report.Show(Table.Pivot("Speed in MB of JSON per second", results, Column.MegabytesPerSecond));
        report.Show(Table.Pivot("Times as fast as JsonDocument", results, Column.Speedup, withMean: true));
        report.Show(Peer.Table(AllForms.List.Where(form => form.CanWrite)));
        report.Show(Table.Pivot("Managed bytes allocated per document", results, Column.Allocated));
    }

    internal static Work Write(Corpus corpus, DocumentForm form)
    {
        Action<int, ArrayBufferWriter<byte>> write = form.Writer(corpus);
        int documents = corpus.Documents.Count;
        var output = new ArrayBufferWriter<byte>(1 << 20);
        return new Work(
            () =>
            {
                for (int i = 0; i < documents; i++)
                {
                    output.ResetWrittenCount();
                    write(i, output);
                }
            },
            corpus.MinifiedBytes,
            documents);
    }
}
