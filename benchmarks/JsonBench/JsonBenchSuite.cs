using System.Globalization;
using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.Harness;
using Blittable.Datasets;

namespace Blittable.Benchmarks.JsonBench;

/// <summary>Runs JSONBench, the benchmark of analytical JSON, over generated events. Measures size, loading, and five questions with one thread, cold and
/// hot.</summary>
internal sealed class JsonBenchSuite : CellSuite
{
    private const string RowsOption = "--rows";

    private JsonBenchFiles? _files;

    public override string Name => "jsonbench";

    public override string Title => "JSONBench";

    public override IReadOnlyList<Column> Columns { get; } =
    [
        Column.Milliseconds, Column.MegabytesPerSecond, Column.PeakMegabytes, Column.Fact(EventCells.FileBytes, "N0"), Column.Fact(EventCells.JsonBytes, "N0"),
    ];

    protected override RunOptions Defaults { get; } = new() { Processes = 1, Budget = new TimeBudget(TimeSpan.FromSeconds(1.6), TimeSpan.FromSeconds(1)) };

    protected override string OwnOptions => $"{RowsOption} N           events (default {Jetstream.DefaultCount}; ten million events require 12 GB of files)";

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments)
    {
        var files = _files = new JsonBenchFiles(Rows(arguments));
        return [.. JsonBenchCells.OfLoading(files), .. JsonBenchQuestions.All.SelectMany(question => JsonBenchCells.Of(question, files))];
    }

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        var groups = results.GroupBy(result => result.Group).ToDictionary(group => group.Key, group => group.ToDictionary(result => result.Name));
        if (groups.TryGetValue(JsonBenchCells.LoadGroup, out var load))
        {
            report.Show(LoadTable(load));
        }

        var questions = JsonBenchQuestions.All.Where(question => groups.ContainsKey(question.Name)).ToList();
        if (questions.Count == 0)
        {
            return;
        }

        report.Show(QuestionTable(
            "Hot questions, one thread, in ms; × is the time of the collection relative to a JSON column and typed columns in DuckDB",
            questions,
            groups,
            name => name));
        if (results.Any(result => result.Name == JsonBenchCells.Cold(JsonBenchCells.Collection)))
        {
            report.Show(QuestionTable(
                "Cold questions, one thread, in ms: the file is opened and not cached in memory", questions, groups, JsonBenchCells.Cold));
        }

        report.Show(SqlTable(questions));
        if (JsonBenchAnswers.Differences(questions, _files!) is { Count: > 0 } differences)
        {
            throw new InvalidOperationException(string.Join('\n', differences));
        }
    }

    protected override IEnumerable<BarChart> Charts(IReadOnlyList<CellResult> results) =>
    [
        BarChart.Of(
            "", "JSONBench questions, hot, one thread",
            [.. results.Where(result => JsonBenchQuestions.All.Any(question => question.Name == result.Group)
                && (result.Name == JsonBenchCells.Collection || JsonBenchForm.DuckDb.Any(form => form.Name == result.Name)))],
            Column.Milliseconds with { Name = "ms" }) with { IsOwn = name => name == JsonBenchCells.Collection },
    ];

    private static int Rows(IReadOnlyList<string> arguments) => arguments switch
    {
        [] => Jetstream.DefaultCount,
        [RowsOption, var text] when int.TryParse(text, CultureInfo.InvariantCulture, out var rows) && rows > 0 => rows,
        _ => throw new ArgumentException($"Expected {RowsOption} and a number of events, found {string.Join(' ', arguments)}."),
    };

    private static Table LoadTable(Dictionary<string, CellResult> load)
    {
        var table = new Table("Size and loading, one thread", "form", "MB", "% of JSON", "s", "MB/s of JSON");
        foreach (var result in load.Values)
        {
            var bytes = result.Fact(EventCells.FileBytes);
            table.Add(result.Name, Show(bytes / 1e6), Show(100 * bytes / result.Fact(EventCells.JsonBytes)), Show(result.Nanoseconds / 1e9), Column.MegabytesPerSecond.Show(result));
        }

        return table;
    }

    private static Table QuestionTable(
        string title, IReadOnlyList<JsonBenchQuestion> questions, Dictionary<string, Dictionary<string, CellResult>> groups, Func<string, string> cellOf)
    {
        string[] names =
        [
            .. JsonBenchForm.DuckDb.Select(form => form.Name).Prepend(JsonBenchCells.Collection).Append(JsonBenchForm.Postgres.Name)
                .Where(name => groups.Values.Any(group => group.ContainsKey(cellOf(name)))),
        ];
        var table = new Table(title, ["question", "what", .. names, "× JSON", "× typed"]);
        foreach (var question in questions)
        {
            table.Add([question.Name, question.What, .. names.Select(name => Show(Milliseconds(name))), Ratio(JsonBenchForm.Json), Ratio(JsonBenchForm.Typed)]);

            double Milliseconds(string name) => groups[question.Name].TryGetValue(cellOf(name), out var result) ? result.Nanoseconds / 1e6 : double.NaN;

            string Ratio(JsonBenchForm form) => Show(Milliseconds(JsonBenchCells.Collection) / Milliseconds(form.Name), "N3");
        }

        return table;
    }

    private static Table SqlTable(IEnumerable<JsonBenchQuestion> questions)
    {
        var table = new Table("SQL of the questions, over a JSON column and over typed columns in DuckDB", "question", "JSON column", "typed columns");
        foreach (var question in questions)
        {
            table.Add(question.Name, question.Sql(JsonBenchForm.Json), question.Sql(JsonBenchForm.Typed));
        }

        return table;
    }

    private static string Show(double value, string format = "N2") => double.IsNaN(value) ? "" : value.ToString(format, CultureInfo.InvariantCulture);
}
