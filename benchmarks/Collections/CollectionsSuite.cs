using System.Globalization;
using Blittable.Benchmarks.Harness;
using Blittable.Collections;
using Blittable.Datasets;

namespace Blittable.Benchmarks.Collections;

/// <summary>Measures collections of a million events and of <c>lineitem</c>: size, load time, queries and lookups. Compares them in one run with JSON lines,
/// with DuckDB over its own table, and with DuckDB over Parquet.</summary>
internal sealed class CollectionsSuite : CellSuite
{
    private const string RowsOption = "--rows";
    private const int LineitemRows = 100_000;

    private EventFiles? _files;

    public override string Name => "collections";

    public override string Title => "Collections";

    public override bool TakesTurns => false;

    public override IReadOnlyList<Column> Columns { get; } =
    [
        Column.Milliseconds, Column.MegabytesPerSecond, Column.Allocated, Column.PeakMegabytes,
        Column.Fact(EventCells.Answer), Column.Fact(EventCells.FileBytes),
        Column.Fact(EventCells.JsonBytes), Column.Fact(LineitemCells.Share), Column.Fact(LineitemCells.Restored),
    ];

    /// <summary>Allots little time to each cell, because with this many cells the suite takes several minutes.</summary>
    protected override RunOptions Defaults { get; } = new() { Processes = 1, Budget = new TimeBudget(TimeSpan.FromSeconds(1.6), TimeSpan.FromSeconds(0.4)) };

    protected override string OwnOptions => $"{RowsOption} N           events (default {Events.DefaultCount})";

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments)
    {
        var rows = Rows(arguments);
        var files = _files = new EventFiles(rows);
        return
        [
            .. EventCells.OfLoading(files, Workers),
            .. EventQueries.All(rows).SelectMany(query => EventCells.Of(query, files, Workers)),
            .. LineitemCells.Of(Math.Min(rows, LineitemRows)),
        ];
    }

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        var groups = results.GroupBy(result => result.Group).ToDictionary(group => group.Key, group => group.ToDictionary(result => result.Name));
        if (groups.TryGetValue(EventCells.LoadGroup, out var load))
        {
            report.Show(LoadTable(load));
        }

        var queries = EventQueries.All(_files!.Rows).Where(query => groups.ContainsKey(query.Name)).ToList();
        if (queries.Count > 0)
        {
            report.Show(QueryTable(queries, groups));
            report.Show(WorkersTable(queries.Where(query => !query.IsLookup), groups));
            report.Show(DecisionMatrix.Of(groups));
            report.Show(LayoutTable([.. queries.Where(query => query.IsPublished)], groups));
            report.Show(SqlTable(queries));
            EventAnswers.RequireEqual(queries, _files!);
        }

        var lineitem = results.Where(result => LineitemCells.Has(result.Group)).ToList();
        if (lineitem.Count > 0)
        {
            report.Show(Table.List(
                "lineitem without block compression: size, documents restored exactly, and the lookup of a row",
                lineitem,
                [
                    Column.Fact(EventCells.FileBytes, "N0"), Column.Fact(LineitemCells.Share, "N1"), Column.Fact(LineitemCells.Restored, "N0"),
                    Column.Nanoseconds, Column.Speedup,
                ]));
        }

    }

    /// <summary>Draws one chart, of the queries with one worker. The bars of JSON lines would be hundreds of times as long as all others.</summary>
    protected override IEnumerable<BarChart> Charts(IReadOnlyList<CellResult> results) =>
    [
        BarChart.Of(
            "",
            "Queries over a million events with one worker",
            [.. results.Where(result => result.Group[0] is 'Q' or 'X'
                && result.Name is EventCells.DuckDb or EventCells.Parquet or EventCells.Opened or EventCells.Hot)],
            Column.Milliseconds with { Name = "ms" }) with { IsOwn = name => name is EventCells.Opened or EventCells.Hot },
    ];

    private static int Rows(IReadOnlyList<string> arguments) => arguments switch
    {
        [] => Events.DefaultCount,
        [RowsOption, var text] when int.TryParse(text, CultureInfo.InvariantCulture, out var rows) && rows > 0 => rows,
        _ => throw new ArgumentException($"Expected {RowsOption} and a number of events, found {string.Join(' ', arguments)}."),
    };

    private static Table LoadTable(Dictionary<string, CellResult> load)
    {
        var table = new Table("Loading events", "cell", "s", "MB/s of JSON", "MB", "% of JSON");
        foreach (var result in load.Values)
        {
            var bytes = result.Fact(EventCells.FileBytes);
            table.Add(
                result.Name,
                Show(result.Nanoseconds / 1e9),
                Column.MegabytesPerSecond.Show(result),
                bytes > 0 ? Show(bytes / 1e6) : "",
                bytes > 0 ? Show(100 * bytes / result.Fact(EventCells.JsonBytes)) : "");
        }

        return table;
    }

    private static Table QueryTable(IReadOnlyList<EventQuery> queries, Dictionary<string, Dictionary<string, CellResult>> groups)
    {
        var table = new Table(
            "Queries and lookups with one worker, in ms; × is the hot time relative to DuckDB over its own table",
            "query", "what", "JSON", "DuckDB", "DuckDB, Parquet", "opened", "hot", "×", "× JSON");
        foreach (var query in queries)
        {
            var (json, duck, parquet, opened, hot) = (
                Milliseconds(groups, query, EventCells.Json), Milliseconds(groups, query, EventCells.DuckDb), Milliseconds(groups, query, EventCells.Parquet),
                Milliseconds(groups, query, EventCells.Opened), Milliseconds(groups, query, EventCells.Hot));
            table.Add(
                query.Name, query.What, Show(json), Show(duck), Show(parquet), Show(opened, "N3"), Show(hot, "N3"), Show(hot / duck), Show(hot / json, "N4"));
        }

        foreach (var (name, some) in new[] { ("all", queries), ("Q", [.. queries.Where(query => query.Name.StartsWith('Q'))]) })
        {
            var ratios = some.Select(query => Milliseconds(groups, query, EventCells.Hot) / Milliseconds(groups, query, EventCells.DuckDb))
                .Where(double.IsFinite).ToList();
            if (ratios.Count > 0)
            {
                table.Add(name, "geometric mean", "", "", "", "", "", Show(Math.Exp(ratios.Average(Math.Log))), "");
            }
        }

        return table;
    }

    private static Table WorkersTable(IEnumerable<EventQuery> queries, Dictionary<string, Dictionary<string, CellResult>> groups)
    {
        var table = new Table("Several workers, hot, in ms; × is the speedup over one worker", "query", "cell", "ms", "×");
        foreach (var query in queries)
        {
            foreach (var cell in groups[query.Name].Keys.Where(cell => cell.EndsWith("workers", StringComparison.Ordinal)))
            {
                var (one, several) = (Milliseconds(groups, query, cell[..cell.LastIndexOf(',')]), Milliseconds(groups, query, cell));
                table.Add(query.Name, cell, Show(several, "N3"), Show(one / several));
            }
        }

        return table;
    }

    private static Table LayoutTable(IReadOnlyList<EventQuery> queries, Dictionary<string, Dictionary<string, CellResult>> groups)
    {
        string[] cells =
        [
            EventCells.Postgres, EventCells.DuckDb, EventCells.NameOf(CollectionLayout.Rows), EventCells.Hot, EventCells.NameOf(CollectionLayout.Hybrid),
        ];
        var table = new Table("Published queries by layout, one worker, hot, in ms", "query", "PostgreSQL", "DuckDB", "rows", "columns", "hybrid");
        foreach (var query in queries)
        {
            table.Add([query.Name, .. cells.Select(cell => Show(Milliseconds(groups, query, cell), "N3"))]);
        }

        return table;
    }

    private static Table SqlTable(IEnumerable<EventQuery> queries)
    {
        var table = new Table("SQL of the queries", "query", "SQL");
        foreach (var query in queries)
        {
            table.Add(query.Name, query.Sql);
        }

        return table;
    }

    private static double Milliseconds(Dictionary<string, Dictionary<string, CellResult>> groups, EventQuery query, string cell) =>
        groups[query.Name].TryGetValue(cell, out var result) ? result.Nanoseconds / 1e6 : double.NaN;

    private static string Show(double value, string format = "N2") => double.IsNaN(value) ? "" : value.ToString(format, CultureInfo.InvariantCulture);
}
