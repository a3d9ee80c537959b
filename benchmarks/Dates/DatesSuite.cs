using Blittable.Benchmarks.Harness;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Measures every combination of date schema, layout and workload, also without AVX2. Compares them with a C library if one is available.</summary>
internal sealed class DatesSuite : BenchmarkedSuite
{
    public const string BytesFact = "bytes";

    private const string OwnLayout = "int64";

    /// <summary>The loop of the reference program, with one call per record.</summary>
    private const string OneByOne = "int64, one record a call";

    private const string NoAvx2 = ", no AVX2";

    /// <summary>Disables tiered compilation, because with tiers some cells have two speeds.</summary>
    private static readonly Dictionary<string, string> _optimized = new() { ["DOTNET_TieredCompilation"] = "0" };

    private static readonly Dictionary<string, string> _withoutAvx2 = new(_optimized) { ["DOTNET_EnableAVX2"] = "0" };

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

    public override string Title => "Dates (without tiered compilation: DOTNET_TieredCompilation=0)";

    public override IReadOnlyList<Column> Columns { get; } =
    [
        Column.Fact(BytesFact, "N1"), Column.Nanoseconds, Column.Mean, Column.StandardDeviation, Column.MillionItemsPerSecond, Column.Speedup,
    ];

    protected override Type Benchmarks => typeof(DatesBenchmarks);

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
    [
        .. DateWorkload.Names.SelectMany(workload => _schemas.SelectMany(
            schema => Peers("encode", workload, schema, DateProgram.Encode, ReferenceProgram.Encode, DateProgram.EncodeOneByOne))),
        .. DateWorkload.Names.SelectMany(workload => _schemas.SelectMany(
            schema => Peers("search", workload, schema, DateProgram.Search, ReferenceProgram.Search))),
        .. _schemas.Select(schema => Own($"encode TPCH_ALLCOLUMNS {schema.Name}", OwnLayout, () => LineitemRows.Encode(schema.Schema))),
        .. SpanCells.All(_schemas).SelectMany(Widths),
    ];

    /// <summary>Shows one table of single records and one of whole spans.</summary>
    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        var records = new Table(
            "Records: ns per item, and speed relative to C",
            [
                "operation, workload, schema", "bytes", "best C", "int64", "std dev", "batches", "× C", "int64, M/s",
                OneByOne, "double", "reordered", "int64, no AVX2",
            ]);
        var spans = new List<CellResult>();
        foreach (var group in results.GroupBy(result => result.Group))
        {
            if (group.FirstOrDefault(result => result.Name == OwnLayout) is not { } own)
            {
                spans.AddRange(group);
                continue;
            }

            var c = group.Where(result => ReferenceProgram.Libraries.ContainsKey(result.Name))
                .Select(result => result.Nanoseconds)
                .DefaultIfEmpty(double.NaN)
                .Min();
            records.Add([
                group.Key,
                Column.Fact(BytesFact, "N1").Show(own),
                Column.Nanoseconds.Show(c),
                Column.Nanoseconds.Show(own),
                Column.StandardDeviation.Show(own),
                Column.Batches.Show(own),
                Column.Speedup.Show(c / own.Nanoseconds),
                Column.MillionItemsPerSecond.Show(own),
                .. ((string[])[OneByOne, "double", "reordered", OwnLayout + NoAvx2]).Select(
                    name => group.FirstOrDefault(result => result.Name == name) is { } result ? Column.Nanoseconds.Show(result) : ""),
            ]);
        }

        report.Show(records);
        report.Show(Table.List(
            "Spans",
            spans,
            [
                Column.Fact(BytesFact, "N1"), Column.Nanoseconds, Column.StandardDeviation, Column.Batches, Column.MillionItemsPerSecond, Column.Speedup,
            ]));
    }

    private static IEnumerable<Cell> Peers(
        string operation,
        string workload,
        (DateSchema Schema, string Name) schema,
        Func<DateSchema, string, Timestamp[], Work> prepare,
        Func<string, string, Timestamp[], Work> prepareReference,
        Func<DateSchema, string, Timestamp[], Work>? prepareOneByOne = null)
    {
        var group = $"{operation} {workload} {schema.Name}";
        foreach (var library in ReferenceProgram.Libraries.Keys)
        {
            yield return Own(group, library, () => prepareReference(library, schema.Name, DateWorkload.Get(workload)));
        }

        foreach (var layout in (string[])[OwnLayout, "double", "reordered"])
        {
            yield return Own(group, layout, () => prepare(schema.Schema, layout, DateWorkload.Get(workload)), isBaseline: layout == OwnLayout);
        }

        if (prepareOneByOne is not null)
        {
            yield return Own(group, OneByOne, () => prepareOneByOne(schema.Schema, OwnLayout, DateWorkload.Get(workload)));
        }

        yield return Own(group, OwnLayout + NoAvx2, () => prepare(schema.Schema, OwnLayout, DateWorkload.Get(workload)), environment: _withoutAvx2);
    }

    private static IEnumerable<Cell> Widths(SpanCells.SpanCell cell)
    {
        yield return Own(cell.Group, cell.Name, cell.Prepare, cell.IsBaseline);
        if (cell.IsVector)
        {
            yield return Own(cell.Group, cell.Name + NoAvx2, cell.Prepare, environment: _withoutAvx2);
        }
    }

    private static Cell Own(string group, string name, Func<Work> prepare, bool isBaseline = false, Dictionary<string, string>? environment = null) =>
        new(group, name, prepare) { IsBaseline = isBaseline, Environment = environment ?? _optimized };
}
