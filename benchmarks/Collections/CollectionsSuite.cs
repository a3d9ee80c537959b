using System.Globalization;
using Blittable.Benchmarks.Harness;
using Blittable.Datasets;

namespace Blittable.Benchmarks.Collections;

/// <summary>
/// A million events and <c>lineitem</c> as collections: bytes, load time, queries and lookups, beside JSON lines and what PostgreSQL took
/// for the same.
/// </summary>
internal sealed class CollectionsSuite : CellSuite
{
    private const string RowsOption = "--rows";
    private const int LineitemRows = 100_000;

    /// <summary>Sums of doubles differ in their last digits with the order of the terms.</summary>
    private const double Tolerance = 1e-9;

    public override string Name => "collections";

    public override string Title => "Collections";

    public override bool TakesTurns => false;

    public override IReadOnlyList<Column> Columns { get; } =
    [
        Column.Milliseconds, Column.MegabytesPerSecond, Column.Allocated, Column.PeakMegabytes,
        Column.Fact(EventCells.Answer), Column.Fact(EventCells.FileBytes),
        Column.Fact(EventCells.JsonBytes), Column.Fact(LineitemCells.Share), Column.Fact(LineitemCells.Restored),
    ];

    /// <summary>Of many cells each gets little time, so that the suite takes some minutes.</summary>
    protected override RunOptions Defaults { get; } = new() { Processes = 1, Budget = new TimeBudget(TimeSpan.FromSeconds(1.6), TimeSpan.FromSeconds(0.4)) };

    protected override string OwnOptions => $"{RowsOption} N           events (default {Events.DefaultCount})";

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments)
    {
        var rows = Rows(arguments);
        var files = new EventFiles(rows);
        return
        [
            .. EventCells.OfLoading(files),
            .. EventQueries.All(rows).SelectMany(query => EventCells.Of(query, files)),
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

        var queries = EventQueries.All(Events.DefaultCount).Where(query => groups.ContainsKey(query.Name)).ToList();
        if (queries.Count > 0)
        {
            report.Show(QueryTable(queries, groups));
            report.Show(WorkersTable(queries.Where(query => !query.IsLookup), groups));
        }

        var lineitem = results.Where(result => LineitemCells.Has(result.Group)).ToList();
        if (lineitem.Count > 0)
        {
            report.Show(Table.List(
                "lineitem, no block compression: bytes, documents restored byte by byte, and one by its row",
                lineitem,
                [
                    Column.Fact(EventCells.FileBytes, "N0"), Column.Fact(LineitemCells.Share, "N1"), Column.Fact(LineitemCells.Restored, "N0"),
                    Column.Nanoseconds, Column.Speedup,
                ]));
        }

        RequireSameAnswers(groups);
    }

    private static int Rows(IReadOnlyList<string> arguments) => arguments switch
    {
        [] => Events.DefaultCount,
        [RowsOption, var text] when int.TryParse(text, CultureInfo.InvariantCulture, out var rows) && rows > 0 => rows,
        _ => throw new ArgumentException($"Expected {RowsOption} and the number of events, found {string.Join(' ', arguments)}."),
    };

    private static Table LoadTable(Dictionary<string, CellResult> load)
    {
        var table = new Table(
            "Loading the events (PostgreSQL: heap 325 MB, 388 with indexes; columnar with zstd 48; compressed rows 75)",
            "cell", "s", "MB/s of JSON", "MB", "% of JSON");
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

    private static Table QueryTable(IEnumerable<EventQuery> queries, Dictionary<string, Dictionary<string, CellResult>> groups)
    {
        var table = new Table(
            "Queries and lookups, one worker, ms. PostgreSQL's figures are of 1 million events, measured before on a machine of this kind, "
                + "and of a server that has its tables open.",
            "query", "what", "JSON", "PostgreSQL heap", "columnar", "opened", "hot", "opened × best PostgreSQL", "hot × best PostgreSQL", "opened × JSON");
        foreach (var query in queries)
        {
            var (json, opened, hot) = (
                Milliseconds(groups, query, EventCells.Json),
                Milliseconds(groups, query, EventCells.NameOf(EventCells.Opened, 1)),
                Milliseconds(groups, query, EventCells.NameOf(EventCells.Hot, 1)));
            var best = double.IsNaN(query.Columnar) ? query.Heap : Math.Min(query.Heap, query.Columnar);
            table.Add(
                query.Name, query.What, Show(json), Show(query.Heap), Show(query.Columnar), Show(opened, "N3"), Show(hot, "N3"),
                Show(best / opened, "N1"), Show(best / hot, "N1"), Show(json / opened, "N0"));
        }

        return table;
    }

    private static Table WorkersTable(IEnumerable<EventQuery> queries, Dictionary<string, Dictionary<string, CellResult>> groups)
    {
        var table = new Table("Two workers beside one, ms", "query", "opened", "two workers", "×", "hot", "two workers, hot", "× hot");
        foreach (var query in queries)
        {
            var (opened, openedTwo) = (
                Milliseconds(groups, query, EventCells.NameOf(EventCells.Opened, 1)), Milliseconds(groups, query, EventCells.NameOf(EventCells.Opened, 2)));
            var (hot, hotTwo) = (
                Milliseconds(groups, query, EventCells.NameOf(EventCells.Hot, 1)), Milliseconds(groups, query, EventCells.NameOf(EventCells.Hot, 2)));
            table.Add(query.Name, Show(opened, "N3"), Show(openedTwo, "N3"), Show(opened / openedTwo), Show(hot, "N3"), Show(hotTwo, "N3"), Show(hot / hotTwo));
        }

        return table;
    }

    /// <exception cref="InvalidOperationException">A query came to something else in the collection than in the JSON lines.</exception>
    private static void RequireSameAnswers(Dictionary<string, Dictionary<string, CellResult>> groups)
    {
        foreach (var (query, cells) in groups)
        {
            var answers = cells.Values.Select(cell => (cell.Name, Answer: cell.Fact(EventCells.Answer))).Where(cell => !double.IsNaN(cell.Answer)).ToList();
            var other = answers.FirstOrDefault(cell => Math.Abs(cell.Answer - answers[0].Answer) > Tolerance * Math.Abs(answers[0].Answer));
            if (other.Name is not null)
            {
                throw new InvalidOperationException($"{query}: '{answers[0].Name}' came to {answers[0].Answer:R}, '{other.Name}' to {other.Answer:R}.");
            }
        }
    }

    private static double Milliseconds(Dictionary<string, Dictionary<string, CellResult>> groups, EventQuery query, string cell) =>
        groups[query.Name].TryGetValue(cell, out var result) ? result.Nanoseconds / 1e6 : double.NaN;

    private static string Show(double value, string format = "N2") => double.IsNaN(value) ? "" : value.ToString(format, CultureInfo.InvariantCulture);
}
