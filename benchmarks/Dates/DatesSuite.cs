using Blittable.Benchmarks.Harness;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Every date schema × layout × workload, with the same operations in C where a library of them is given; and the same without AVX2.</summary>
internal sealed class DatesSuite : CellSuite
{
    public const string BytesFact = "bytes";

    private const string Reference = "C";
    private const string NoAvx2 = "int64, no AVX2";

    private static readonly Dictionary<string, string> _default = [];

    private static readonly Dictionary<string, string> _noAvx2 = new() { ["DOTNET_EnableAVX2"] = "0" };

    private static readonly (DateSchema Schema, string Name)[] _schemas =
    [
        (DateSchema.MpFull, "MP_FULL"),
        (DateSchema.MpNonZero, "MP_NONZERO"),
        (DateSchema.RawFull, "RAW_FULL"),
        (DateSchema.RawNonZero, "RAW_NONZERO"),
        (DateSchema.TntEpoch, "TNT_EPOCH"),
        (DateSchema.MpDate, "MP_DATE"),
        (DateSchema.TntEpochDate, "TNT_EPOCH_DATE"),
    ];

    public override string Name => "dates";

    public override string Title => "Dates (default tiering with PGO, not delayed on one core)";

    public override IReadOnlyList<Column> Columns { get; } =
    [
        Column.Fact(BytesFact, "N1"), Column.Nanoseconds, Column.Mean, Column.StandardDeviation, Column.MillionItemsPerSecond, Column.Speedup,
    ];

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
    [
        .. DateWorkload.Names.SelectMany(workload => _schemas.SelectMany(schema => Peers("encode", workload, schema, DateProgram.Encode, ReferenceProgram.Encode))),
        .. DateWorkload.Names.SelectMany(workload => _schemas.SelectMany(schema => Peers("search", workload, schema, DateProgram.Search, ReferenceProgram.Search))),
        .. _schemas.Select(schema => Own($"encode TPCH_ALLCOLUMNS {schema.Name}", "int64", () => LineitemRows.Encode(schema.Schema))),
        .. SpanCells.All(_schemas).SelectMany(cell => (Cell[])[Own(cell.Group, cell.Name, cell.Prepare, cell.IsBaseline), Own(cell.Group, cell.Name + ", no AVX2", cell.Prepare, false, _noAvx2)]),
    ];

    private static IEnumerable<Cell> Peers(
        string operation,
        string workload,
        (DateSchema Schema, string Name) schema,
        Func<DateSchema, string, Timestamp[], Work> prepare,
        Func<string, Timestamp[], Work> prepareReference)
    {
        var group = $"{operation} {workload} {schema.Name}";
        if (ReferenceProgram.IsPresent)
        {
            yield return Own(group, Reference, () => prepareReference(schema.Name, DateWorkload.Get(workload)), isBaseline: true);
        }

        foreach (var layout in (string[])["int64", "double", "reordered"])
        {
            yield return Own(group, layout, () => prepare(schema.Schema, layout, DateWorkload.Get(workload)), isBaseline: layout == "int64" && !ReferenceProgram.IsPresent);
        }

        yield return Own(group, NoAvx2, () => prepare(schema.Schema, "int64", DateWorkload.Get(workload)), false, _noAvx2);
    }

    private static Cell Own(string group, string name, Func<Work> prepare, bool isBaseline = false, Dictionary<string, string>? environment = null) =>
        new(group, name, prepare) { IsBaseline = isBaseline, Environment = environment ?? _default };
}
