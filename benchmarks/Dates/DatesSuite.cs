using Blittable.Benchmarks.Harness;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Measures the date schemas, one record per call, compared with equivalent C. Options select batches, other struct layouts and a million dates.
/// </summary>
internal sealed class DatesSuite : BenchmarkedSuite
{
    public const string Encode = "encode";

    /// <summary>The name of the search in the reference program: each comparison decodes two records.</summary>
    public const string DecodeSearch = "decode_search";

    /// <summary>The name of the cell that is compared with C.</summary>
    public const string OwnName = "Blittable";

    public const string OwnLayout = "int64";

    /// <summary>The option that declares all cells.</summary>
    public const string AllOption = "--all";

    private const string SpansOption = "--spans";
    private const string LayoutsOption = "--layouts";
    private const string AllColumns = "TPCH_ALLCOLUMNS";
    private const string BytesFact = "bytes";
    private const string NoAvx2 = ", no AVX2";

    /// <summary>The repetitions of the reference program when it measures searches for receipt dates.</summary>
    private const int Repetitions = 5;

    /// <summary>Disables tiered compilation, because with tiers some cells have two speeds.</summary>
    private static readonly Dictionary<string, string> s_optimized = new() { ["DOTNET_TieredCompilation"] = "0" };

    private static readonly Dictionary<string, string> s_withoutAvx2 = new(s_optimized) { ["DOTNET_EnableAVX2"] = "0" };

    public override string Name => "dates";

    public override string Title => "Dates";

    public override IReadOnlyList<Column> Columns { get; } =
    [
        Bytes, Column.Nanoseconds, Column.Mean, Column.StandardDeviation, Column.MillionItemsPerSecond, Column.Speedup,
    ];

    /// <summary>Gets the column with the average size of a record.</summary>
    public static Column Bytes { get; } = Column.Fact(BytesFact, "N1");

    /// <summary>Gets the schemas in the order of the reference program.</summary>
    public static IReadOnlyList<(DateSchema Schema, string Name)> Schemas { get; } =
    [
        (DateSchema.MpFull, "MP_FULL"),
        (DateSchema.MpNonZero, "MP_NONZERO"),
        (DateSchema.RawFull, "RAW_FULL"),
        (DateSchema.RawNonZero, "RAW_NONZERO"),
        (DateSchema.TntEpoch, "TNT_EPOCH"),
        (DateSchema.MpDate, "MP_DATE"),
        (DateSchema.TntEpochDate, "TNT_EPOCH_DATE"),
    ];

    protected override Type Benchmarks => typeof(DatesBenchmarks);

    /// <summary>Limits a process to about two seconds. The loops are short and soon optimized. The default cells have 280 processes: 119 cells in two passes, and 14
    /// in three more.</summary>
    protected override RunOptions Defaults { get; } = new()
    {
        Budget = new TimeBudget(TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(1)),
        IterationTime = TimeSpan.FromMilliseconds(50),
    };

    protected override TimeSpan MostTime => TimeSpan.FromMinutes(9.5);

    protected override string OwnOptions => $"""
            {SpansOption}            batches instead of records: whole columns, packed dates, texts and stored dates, also without AVX2
            {LayoutsOption}          struct layouts and a million dates instead of the workloads of the reference program
            {AllOption}              all cells
        """;

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) => arguments switch
    {
        [] => [.. Records()],
        [SpansOption] => [.. Spans()],
        [LayoutsOption] => [.. Layouts()],
        [AllOption] => [.. Records(), .. Layouts(), .. Spans()],
        _ => throw new ArgumentException($"The options of the suite are {SpansOption}, {LayoutsOption} and {AllOption}, one at a time."),
    };

    /// <summary>Creates the facts of a cell whose records have an average size.</summary>
    public static IReadOnlyDictionary<string, double> SizeFact(double bytesPerRecord) => new Dictionary<string, double> { [BytesFact] = bytesPerRecord };

    protected override IReadOnlyList<string> Describe(RunOptions options) =>
    [
        .. base.Describe(options),
        $"Both programs encode one record per call, and search the same encoded records; before the measurement, their bytes, records and numbers of comparisons "
            + $"are compared. C is compiled from benchmarks/Dates/dates.c by {string.Join(" and ", ReferenceProgram.Libraries.Select(library => library.Name))} "
            + $"({ReferenceCompiler.Options}); the faster one is measured. .NET runs without tiered compilation (DOTNET_TieredCompilation=0).",
    ];

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        var records = results.Where(result => result.Name is OwnName or ReferenceProgram.CellName && DateGroup.Parse(result.Group) is not null).ToList();
        foreach (var operation in records.GroupBy(result => DateGroup.Parse(result.Group)!.Operation))
        {
            DateTables.ShowRecords(operation.Key, [.. operation], report);
        }

        var others = results.Except(records).ToList();
        if (others.Count > 0)
        {
            report.Show(Table.List(
                "Batches and layouts",
                others,
                [
                    Bytes, Column.Nanoseconds, Column.Margin, Column.Batches, Column.MillionItemsPerSecond, Column.Speedup, Column.SpeedupFrom, Column.SpeedupTo,
                ]));
        }
    }

    /// <summary>Declares the 56 groups of the reference program, and whole rows, which it mentions but does not implement.</summary>
    private static IEnumerable<Cell> Records() =>
    [
        .. Records(DateWorkload.Names),
        .. Schemas.Select(schema => Own(new DateGroup(Encode, AllColumns, schema.Name).ToString(), OwnName, () => LineitemRows.Encode(schema.Schema))),
    ];

    private static IEnumerable<Cell> Records(IReadOnlyList<string> workloads) =>
        from operation in (string[])[Encode, DecodeSearch]
        from workload in workloads
        from schema in Schemas
        from cell in Peers(operation, workload, schema)
        select cell;

    private static IEnumerable<Cell> Peers(string operation, string workload, (DateSchema Schema, string Name) schema)
    {
        var group = new DateGroup(operation, workload, schema.Name).ToString();
        var passes = operation == DecodeSearch && workload == DateWorkload.ReceiptDate ? Repetitions : 1;
        if (ReferenceProgram.Libraries.Count > 0)
        {
            yield return Own(
                group,
                ReferenceProgram.CellName,
                () => operation == Encode
                    ? ReferenceProgram.Encode(schema, DateWorkload.Get(workload))
                    : ReferenceProgram.Search(schema, DateWorkload.Get(workload)),
                isBaseline: true,
                passes: passes);
        }

        yield return Own(group, OwnName, () => Prepare(operation, workload, schema.Schema, OwnLayout), passes: passes);
    }

    /// <summary>Declares struct layouts that are converted on every access, and dates that no branch predictor memorizes.</summary>
    private static IEnumerable<Cell> Layouts() =>
    [
        .. from operation in (string[])[Encode, DecodeSearch]
           from workload in (string[])["FULL_DATE", DateWorkload.ReceiptDate]
           from schema in Schemas
           from layout in (string[])[OwnLayout, "double", "reordered"]
           select Own(
               $"layouts, {new DateGroup(operation, workload, schema.Name)}",
               layout,
               () => Prepare(operation, workload, schema.Schema, layout),
               isBaseline: layout == OwnLayout),
        .. Records(DateWorkload.LongNames),
    ];

    private static Work Prepare(string operation, string workload, DateSchema schema, string layout) => operation == Encode
        ? DateProgram.EncodeOneByOne(schema, layout, DateWorkload.Get(workload))
        : DateProgram.Search(schema, layout, DateWorkload.Get(workload));

    private static IEnumerable<Cell> Spans()
    {
        foreach (var cell in SpanCells.All(Schemas))
        {
            yield return Own(cell.Group, cell.Name, cell.Prepare, cell.IsBaseline);
            if (cell.IsVector)
            {
                yield return Own(cell.Group, cell.Name + NoAvx2, cell.Prepare, environment: s_withoutAvx2);
            }
        }
    }

    private static Cell Own(
        string group, string name, Func<Work> prepare, bool isBaseline = false, int passes = 1, Dictionary<string, string>? environment = null) =>
        new(group, name, prepare) { IsBaseline = isBaseline, Passes = passes, Environment = environment ?? s_optimized };
}
