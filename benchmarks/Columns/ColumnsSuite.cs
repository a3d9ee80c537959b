using Blittable.Benchmarks.Harness;
using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Measures time series that are written to a new file and read from it, compared with JSON lines of equal rows. Also measures the encodings alone, in
/// cache.</summary>
internal sealed class ColumnsSuite : CellSuite
{
    private static readonly Column MillionRows = Column.MillionItemsPerSecond with { Name = "M rows/s" };

    public override string Name => "columns";

    public override string Title => "Columns";

    public override bool TakesTurns => false;

    public override IReadOnlyList<Column> Columns { get; } =
        [MillionRows, Column.Nanoseconds, Column.Fact(SeriesCells.BytesPerRow), Column.Speedup, Column.Allocated];

    /// <summary>Allots little time to each cell, because with this many cells the suite takes several minutes.</summary>
    protected override RunOptions Defaults { get; } = new() { Processes = 1, Budget = new TimeBudget(TimeSpan.FromSeconds(1.2), TimeSpan.FromSeconds(0.4)) };

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments)
    {
        var cells = new List<Cell>();
        foreach (var columns in (int[])[4, 8, 16])
        {
            cells.AddRange(JsonLineCells.Of(columns));
            cells.AddRange(SeriesCells.Of(columns, ColumnEncoding.Ts2Diff, "TS_2DIFF", Workers));
            cells.AddRange(SeriesCells.Of(columns, ColumnEncoding.Plain, "PLAIN", Workers));
        }

        cells.AddRange(EncodingCells.All());
        return cells;
    }

    protected override IEnumerable<BarChart> Charts(IReadOnlyList<CellResult> results)
    {
        CellResult[] series = [.. results.Where(result => result.Group != EncodingCells.Group)];
        yield return BarChart.Of("series", "Time series of 5 million rows", series, MillionRows with { Name = "million rows per second" })
            with { IsOwn = name => !name.StartsWith("JSON", StringComparison.Ordinal) };
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
            report.Show(Table.Pivot(
                "Time series of 5 million rows: million rows per second (time, tag and INT64 columns; checksums and statistics enabled)", series, MillionRows));
            report.Show(Table.Pivot("Bytes per row", series, Column.Fact(SeriesCells.BytesPerRow)));
        }

        var encodings = results.Where(result => result.Group == EncodingCells.Group).ToList();
        if (encodings.Count > 0)
        {
            report.Show(Table.List("Encodings, from cache: million values per second", encodings, Column.MillionItemsPerSecond));
        }
    }
}
