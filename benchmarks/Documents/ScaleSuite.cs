using System.Globalization;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;
using Blittable.Datasets;

namespace Blittable.Benchmarks.Documents;

/// <summary>Shows that the cost per byte is constant: for documents from 100 bytes to 1 GB, for one to ten million documents, and for hostile documents. Also
/// shows that several converters, each on its own core, scale linearly.</summary>
internal sealed class ScaleSuite : CellSuite
{
    private const string SizeGroup = "one document of ";
    private const string CountGroup = "lineitem documents: ";
    private const string HostileGroup = "hostile: ";
    private const string TogetherGroup = "converters side by side: ";

    private static readonly int[] Sizes = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
    private static readonly int[] Counts = [1, 1_000, 100_000, 1_000_000, 10_000_000];

    /// <summary>The two sizes of hostile documents, whose comparison reveals steps that take more than constant time.</summary>
    private static readonly int[] HostileCounts = [30_000, 1_000_000];

    private static readonly DocumentForm[] Forms = [.. AllForms.List.Where(form => form.IsHeadline)];

    public override string Name => "scale";

    public override string Title => "Converting documents of various sizes, counts and structures";

    public override bool TakesTurns => false;

    public override IReadOnlyList<Column> Columns { get; } =
        [Column.Nanoseconds, Column.MegabytesPerSecond, Column.Speedup, Column.Allocated, Column.PeakMegabytes, Column.Fact(Measurement.Gain)];

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
    [
        .. from size in Sizes
           from form in Forms
           select new Cell(SizeGroup + Bytes(size), form.Name, () => Repeat(Rows(size), form)) { IsBaseline = form is JsonDocumentForm },
        .. from count in Counts
           from form in Forms
           select new Cell(CountGroup + Number(count), form.Name, () => Many(count, form)) { IsBaseline = form is JsonDocumentForm },
        .. from kind in HostileJson.Kinds
           from count in HostileCounts
           from form in Forms
           select new Cell($"{HostileGroup}{kind.Key} × {Number(count)}", form.Name, () => Repeat(kind.Value(count), form))
           {
               IsBaseline = form is JsonDocumentForm,
           },
        .. from corpus in (string[])["companies", "lineitem"]
           from form in Forms
           from workers in Workers
           where workers > 1
           select Cell.SelfTimed(
               TogetherGroup + corpus, $"{form.Name} ×{workers}", budget => SideBySide.Measure(Corpora.Get(corpus), form, workers, budget), workers),
    ];

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        foreach (string group in (string[])[SizeGroup, CountGroup, HostileGroup])
        {
            CellResult[] part = [.. results.Where(result => result.Group.StartsWith(group, StringComparison.Ordinal))];
            if (part.Length > 0)
            {
                report.Show(Table.Pivot($"{group.Trim(' ', ':')}: MB of JSON per second", part, Column.MegabytesPerSecond));
                report.Show(Table.Pivot($"{group.Trim(' ', ':')}: peak memory in MB", part, Column.PeakMegabytes));
            }
        }
    }

    private static Work Repeat(ReadOnlyMemory<byte> json, DocumentForm form)
    {
        Action<ReadOnlyMemory<byte>> convert = form.Converter(Corpus.Of(json));
        return new Work(() => convert(json), json.Length);
    }

    private static Work Many(int count, DocumentForm form)
    {
        Corpus corpus = Corpora.Get("lineitem");
        IReadOnlyList<ReadOnlyMemory<byte>> documents = corpus.Documents;
        Action<ReadOnlyMemory<byte>> convert = form.Converter(corpus);
        long bytes = 0;
        for (int i = 0; i < count; i++)
        {
            bytes += documents[i % documents.Count].Length;
        }

        return new Work(
            () =>
            {
                for (int i = 0; i < count; i++)
                {
                    convert(documents[i % documents.Count]);
                }
            },
            bytes,
            count);
    }

    /// <summary>Returns an array of <c>lineitem</c> rows, or for the smallest sizes a single object, of about the given length.</summary>
    private static ReadOnlyMemory<byte> Rows(int size)
    {
        using var lines = new MemoryStream();
        Lineitem.Write(lines, Math.Max(1, Math.Min(size, 36_000_000) / 360));
        byte[] rows = lines.ToArray();
        if (size < 1_000)
        {
            return (byte[])[.. rows.AsSpan(0, rows.AsSpan(0, size).LastIndexOf((byte)',')), (byte)'}'];
        }

        rows.AsSpan(0, rows.Length - 1).Replace((byte)'\n', (byte)',');
        var document = new MemoryStream(size + rows.Length);
        document.WriteByte((byte)'[');
        do
        {
            document.Write(rows);
            document.Position--;
            document.WriteByte((byte)',');
        }
        while (document.Length < size - (rows.Length / 2));

        document.Position--;
        document.WriteByte((byte)']');
        return document.GetBuffer().AsMemory(0, (int)document.Length);
    }

    private static string Bytes(int size) => size switch
    {
        >= 1_000_000_000 => $"{size / 1_000_000_000} GB",
        >= 1_000_000 => $"{size / 1_000_000} MB",
        >= 1_000 => $"{size / 1_000} kB",
        _ => $"{size} B",
    };

    private static string Number(int number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
