using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Measures reading three properties by name in documents of the small corpora, and reading all numbers of large documents.</summary>
internal sealed class ReadSuite : BenchmarkedSuite
{
    /// <summary>The number of bytes of JSON, chosen so that the documents of every form fit in the second-level cache, because the suite measures reading, not
    /// memory.</summary>
    private const int CachedBytes = 200_000;

    /// <summary>The name of the sum of the values read. If it differs between the forms of a corpus, one of them reads incorrectly.</summary>
    private const string Sum = "sum";

    /// <summary>The suffix of the second group of a corpus.</summary>
    private const string FoundOnly = ", found only";

    /// <summary>The suffix of a group that adds all numbers of a corpus.</summary>
    private const string AllNumbers = ", all numbers";

    /// <summary>The suffix of a group that adds all numbers and copies arrays in one call.</summary>
    private const string AllNumbersOfArrays = ", all numbers, arrays copied";

    public override string Name => "read";

    public override string Title => "Reading three properties, and all numbers, of documents";

    public override IReadOnlyList<Column> Columns { get; } =
        [Column.Nanoseconds, Column.Speedup, Column.Allocated, Column.Fact(Sum, "R")];

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
    [
        .. Cells<LineitemQuery>("lineitem"),
        .. Cells<MoviesQuery>("movies"),
        .. Cells<FlightsQuery>("flights"),
        .. Cells<CoversQuery>("covers"),
        .. Cells<RestaurantQuery>("restaurant"),
        .. Cells<BooksQuery>("books"),
        .. Cells<WebhooksQuery>("github-webhooks"),
        .. Cells<CompaniesQuery>("companies-many"),
        .. NumberCells("canada"),
        .. NumberCells("citm_catalog"),
        .. NumberCells("twitter"),
    ];

    protected override Type Benchmarks => typeof(ReadBenchmarks);

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        report.Show(Table.Pivot("Nanoseconds per document", results, Column.Nanoseconds with { Format = "N1" }));
        report.Show(Peer.Table(AllForms.List.Where(form => form.Peer.Read.Length > 0)));
        report.Show(Table.Pivot("Managed bytes allocated per document", results, Column.Allocated));
        foreach (IGrouping<string, CellResult> corpus in results.GroupBy(result => result.Group))
        {
            double[] sums = [.. corpus.Select(result => Math.Round(result.Fact(Sum), 3)).Distinct()];
            if (sums.Length > 1)
            {
                throw new InvalidOperationException($"{Name}: the forms of {corpus.Key} return different values.");
            }
        }
    }

    private static IEnumerable<Cell> NumberCells(string corpusName)
    {
        DocumentForm[] forms = FormsOf<NumbersQuery<EnumeratedArrays>>(corpusName, out Corpus? corpus);
        return forms
            .Where(form => form == AllForms.Memory || form == AllForms.Disk || form is JsonDocumentForm)
            .SelectMany(form => new[]
            {
                NewCell<NumbersQuery<EnumeratedArrays>>(corpusName + AllNumbers, corpus!, form),
                NewCell<NumbersQuery<CopiedArrays>>(corpusName + AllNumbersOfArrays, corpus!, form),
            });
    }

    private static DocumentForm[] FormsOf<TQuery>(string corpusName, out Corpus? corpus)
        where TQuery : struct, IQuery
    {
        Corpus? found = Corpora.Find(corpusName);
        corpus = found;
        return found is null ? [] : [.. AllForms.List.Where(form => form.CanAnswer<TQuery>() && form.Suits(found))];
    }

    /// <summary>Declares two groups of a corpus. One finds properties and uses their values. The other only finds them, in the forms whose access is
    /// compared.</summary>
    private static IEnumerable<Cell> Cells<TQuery>(string corpusName)
        where TQuery : struct, IPropertyQuery
    {
        DocumentForm[] forms = FormsOf<TQuery>(corpusName, out Corpus? corpus);
        return
        [
            .. forms.Select(form => NewCell<TQuery>(corpusName, corpus!, form)),
            .. forms.Where(form => form is BlittableForm or JsonDocumentForm).Select(form => NewCell<Found<TQuery>>(corpusName + FoundOnly, corpus!, form)),
        ];
    }

    private static Cell NewCell<TQuery>(string group, Corpus corpus, DocumentForm form)
        where TQuery : struct, IQuery =>
        new(group, form.Name, () => Read<TQuery>(corpus, form)) { IsBaseline = form is JsonDocumentForm };

    private static Work Read<TQuery>(Corpus corpus, DocumentForm form)
        where TQuery : struct, IQuery
    {
        Corpus cached = corpus.Head(CachedBytes);
        Func<double> read = form.Reader<TQuery>(cached);
        double sum = read();
        return new Work(() => sum = read(), cached.Bytes, cached.Documents.Count)
        {
            Facts = new Dictionary<string, double> { [Sum] = sum },
        };
    }
}
