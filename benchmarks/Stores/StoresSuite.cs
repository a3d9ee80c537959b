using Blittable.Benchmarks.Harness;
using LmdbDocuments;

namespace Blittable.Benchmarks.Stores;

/// <summary>Measures embedded stores: a random lookup of a document, and reading three of its properties.</summary>
internal sealed class StoresSuite : CellSuite
{
    /// <summary>The name of the fact with the file size of the store per document, in bytes.</summary>
    public const string BytesFact = "file B/document";

    /// <summary>The name of the fact with the sum of all lookups, which is equal for every store of a workload.</summary>
    public const string SumFact = "sum";

    public override string Name => "stores";

    public override string Title => "Embedded stores: random lookups that read three properties";

    public override IReadOnlyList<Column> Columns { get; } =
        [Column.Nanoseconds, Column.Speedup, Column.Allocated, Column.Fact(BytesFact, "N0"), Column.Fact(SumFact, "N2")];

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
    [
        .. Of(StoreWorkload.Lineitem, () => [new MessagePackRecordStored(), new MemoryPackRecordStored()]),
        .. Of(StoreWorkload.Webhooks, () => []),
    ];

    /// <param name="workload">The documents.</param>
    /// <param name="records">Forms that need a type of the program. There are none for GitHub events, which would need dozens of types.</param>
    private static IEnumerable<Cell> Of(StoreWorkload workload, Func<StoredForm[]> records)
    {
        if (Corpora.Find(workload.Name) is null)
        {
            yield break;
        }

        StoredForm[] forms =
        [
            new JsonDocumentStored(), new JsonReaderStored(), new RawBsonStored(), new MessagePackMapStored(), .. records(),
            new BlittableStored("memory mode", BlittableMode.Memory, hasDictionary: false),
            new BlittableStored("memory mode, dictionary", BlittableMode.Memory, hasDictionary: true),
            new BlittableStored("disk mode", BlittableMode.Disk, hasDictionary: false),
            new BlittableStored("disk mode, dictionary", BlittableMode.Disk, hasDictionary: true),
        ];
        if (!LmdbLibrary.IsThere)
        {
            Absent.Note("LMDB", "on Debian, install the library with 'apt-get install liblmdb0'");
            forms = [];
        }

        foreach (var form in forms)
        {
            yield return new Cell(workload.Name, form.Name, () => LmdbCell.Prepare(workload, form)) { IsBaseline = form is JsonDocumentStored };
        }

        yield return new Cell(workload.Name, LiteDbCell.Name, () => LiteDbCell.Prepare(workload));
    }
}
