using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Measures converting JSON text to every form that supports lookups by name, for every corpus.</summary>
internal sealed class ConvertSuite : CellSuite
{
    public override string Name => "convert";

    public override string Title => "Converting JSON";

    public override IReadOnlyList<Column> Columns { get; } =
    [
        Column.Nanoseconds,
        Column.MegabytesPerSecond,
        Column.Speedup,
        Column.Allocated,
        Column.PeakMegabytes,
    ];

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
    [
        .. from corpus in Corpora.All
           from form in AllForms.List
           where form.CanConvert && form.Suits(corpus)
           select new Cell(corpus.Name, form.Name, () => Convert(corpus, form)) { IsBaseline = form is JsonDocumentForm },
    ];

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        report.Show(Table.Pivot("Speed in MB of JSON per second", results, Column.MegabytesPerSecond));
        report.Show(Table.Pivot("Times as fast as JsonDocument", results, Column.Speedup, withMean: true));
        report.Show(Table.Pivot("Nanoseconds per document", results, Column.Nanoseconds with { Format = "N0" }));
        report.Show(Peer.Table(AllForms.List.Where(form => form.CanConvert)));
        report.Show(Table.Pivot("Managed bytes allocated per document", results, Column.Allocated));
    }

    internal static Work Convert(Corpus corpus, DocumentForm form)
    {
        IReadOnlyList<ReadOnlyMemory<byte>> documents = corpus.Documents;
        Action<ReadOnlyMemory<byte>> convert = form.Converter(corpus);
        return new Work(
            () =>
            {
                for (int i = 0; i < documents.Count; i++)
                {
                    convert(documents[i]);
                }
            },
            corpus.Bytes,
            documents.Count);
    }
}
