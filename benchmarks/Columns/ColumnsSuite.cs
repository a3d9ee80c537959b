using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Columns;

/// <summary>Measures time series that are written to a new file and read from it, compared with Parquet, Arrow, DuckDB and JSON lines of equal rows. Also
/// measures the encodings alone, in cache.</summary>
internal sealed class ColumnsSuite : CellSuite
{
    private static readonly Column MillionRows = Column.MillionItemsPerSecond with { Name = "M rows/s" };

    public override string Name => "columns";

    public override string Title => "Columns";

    public override bool TakesTurns => false;

    public override IReadOnlyList<Column> Columns { get; } =
        [MillionRows, Column.Nanoseconds, Column.Fact(SeriesCells.BytesPerRow), Column.Speedup, Column.Allocated];

    /// <summary>Allots little time to each cell, because with this many cells the suite takes a quarter of an hour.</summary>
    protected override RunOptions Defaults { get; } = new() { Processes = 1, Budget = new TimeBudget(TimeSpan.FromSeconds(1.2), TimeSpan.FromSeconds(0.4)) };

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments)
    {
        var cells = new List<Cell>();
        foreach (var columns in (int[])[4, 8, 16])
        {
            cells.AddRange(JsonLineCells.Of(columns));
            cells.AddRange(SeriesCells.Of(columns, Workers));
            cells.AddRange(SeriesPeers.All.SelectMany(peer => SeriesCells.Of(columns, peer)));
        }

        cells.AddRange(EncodingCells.All());
        return cells;
    }

    protected override IReadOnlyList<string> Describe(RunOptions options) =>
    [
        .. base.Describe(options),
        "Every form stores a time, a tag and INT64 columns. \"read\" decodes every column; values without encoding are read in place. \"sum\" also adds all numbers "
            + "and counts the tags. The other formats are compared by \"sum\", and its result is verified. Cells without ×N use one thread. This format and Parquet "
            + "verify checksums, Arrow has none. Parquet's DELTA is DELTA_BINARY_PACKED. DuckDB selects the "
            + "compression of each column, or none; its database stays open, with its blocks in memory.",
    ];

    protected override IEnumerable<BarChart> Charts(IReadOnlyList<CellResult> results)
    {
        foreach (var operation in (string[])[SeriesCells.WriteOperation, SeriesCells.SumOperation])
        {
            CellResult[] series = [.. results.Where(result => result.Name.EndsWith($" {operation}", StringComparison.Ordinal))];
            yield return BarChart.Of(operation, $"Time series of 5 million rows: {operation}", series, MillionRows with { Name = "million rows per second" })
                with { IsOwn = name => SeriesCells.Forms.Contains(name.Split(' ')[0]) };
        }

        CellResult[] encodings = [.. results.Where(result => result.Group == EncodingCells.Group)];
        yield return new BarChart(
            "encodings",
            "Encodings, from cache",
            "million values per second",
            IsLowerBetter: false,
            [EncodingCells.Group],
            [.. encodings.Select(result => new BarGroup(result.Name, [Column.MillionItemsPerSecond.Value(result)]))]) { IsOwn = _ => true };
    }

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        var series = results.Where(result => result.Group != EncodingCells.Group).ToList();
        if (series.Count > 0)
        {
            report.Show(SeriesTables.Of("Time series of 5 million rows: million rows per second", series, MillionRows));
            report.Show(SeriesTables.Of("Bytes per row", series, Column.Fact(SeriesCells.BytesPerRow)));
            report.Show(SeriesTables.Workers(series));
        }

        var encodings = results.Where(result => result.Group == EncodingCells.Group).ToList();
        if (encodings.Count > 0)
        {
            report.Show(Table.List("Encodings, from cache: million values per second", encodings, Column.MillionItemsPerSecond));
        }
    }
}
