using Blittable.Benchmarks.Harness;
using LmdbDocuments;

namespace Blittable.Benchmarks.Stores;

/// <summary>Embedded stores: a document is looked up at random and three of its properties are read.</summary>
internal sealed class StoresSuite : CellSuite
{
    /// <summary>Bytes of the store's file for one document.</summary>
    public const string BytesFact = "file B/document";

    /// <summary>What all look-ups add up to: the same for every store of a workload.</summary>
    public const string SumFact = "sum";

    public override string Name => "stores";

    public override string Title => "Embedded stores: random look-ups that read three properties";

    public override IReadOnlyList<Column> Columns { get; } =
        [Column.Nanoseconds, Column.Speedup, Column.Allocated, Column.Fact(BytesFact, "N0"), Column.Fact(SumFact, "N2")];

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
    [
        .. Of(StoreWorkload.Lineitem, () => [new MessagePackRecordStored(), new MemoryPackRecordStored()]),
        .. Of(StoreWorkload.Webhooks, () => []),
    ];

    /// <param name="workload">The documents.</param>
    /// <param name="records">Forms that need a type of the program; events of GitHub have dozens.</param>
    private static IEnumerable<Cell> Of(StoreWorkload workload, Func<StoredForm[]> records)
    {
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
            Absent.Note("LMDB", "'apt-get install liblmdb0' gets its library on Debian");
            forms = [];
        }

        foreach (var form in forms)
        {
            yield return new Cell(workload.Name, form.Name, () => LmdbCell.Prepare(workload, form)) { IsBaseline = form is JsonDocumentStored };
        }

        yield return new Cell(workload.Name, LiteDbCell.Name, () => LiteDbCell.Prepare(workload));
    }
}
