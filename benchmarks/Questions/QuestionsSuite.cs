using System.Globalization;
using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.Harness;
using Blittable.Collections;

namespace Blittable.Benchmarks.Questions;

/// <summary>Compares questions about five kinds of data with DuckDB, with one thread each and in one process. Results are compared row by row, and then both
/// are timed in turn.</summary>
/// <remarks>The figures are for data in memory: the files of both peers are in the page cache, and both have answered the question before.</remarks>
internal static class QuestionsSuite
{
    public const string Name = "questions";

    private static readonly RoundOptions s_defaults = new(1_000_000, 7);

    /// <summary>The time relative to DuckDB above which a question is listed.</summary>
    private const double Slow = 2;

    private const string Usage = """
        questions [--rows N] [--rounds N] [--group TEXT] [--output FOLDER]
            --rows N      documents per data set (default 1,000,000)
            --rounds N    measurements of each peer (default 7)
            --group TEXT  only data sets whose name contains one of these texts, separated by commas
            --output      the folder for the tables (default: results)
        """;

    /// <summary>Runs the questions.</summary>
    /// <returns>The exit code: 0 if all results are equal, 1 if some differ, 2 if the command line is invalid.</returns>
    public static int Run(string[] arguments)
    {
        if (!RoundOptions.TryParse(arguments, s_defaults, Usage, out var options, out var rounds))
        {
            return 2;
        }

        var report = new Report(
            options.Output,
            Name,
            "Questions",
            $"Command: `{RunOptions.CommandOf(Name, arguments)}`.",
            $"{rounds.Rows} documents per data set, one thread, one process, {rounds.Rounds} alternating rounds. "
                + "× is the median of the time relative to DuckDB; the spread is its interquartile range.");
        var every = new Table("", "kind", "question", "DuckDB ms", "ms", "×", "spread", "SQL");
        var ratios = new List<(string Kind, string What, double Ratio)>();
        var unequal = new Table("Unequal answers", "kind", "question", "difference");
        var areEqual = true;
        foreach (var data in QuestionData.All.Where(data => options.Groups.Count == 0 || options.Groups.Any(group => data.Kind.Contains(group, StringComparison.OrdinalIgnoreCase))))
        {
            var table = new Table(data.Kind, "question", "DuckDB ms", "ms", "×", "spread");
            using var database = DuckDbTable.Open(data.Database(rounds.Rows));
            using var reader = CollectionReader.Open(data.Collection(rounds.Rows));
            foreach (var question in data.Questions(rounds.Rows))
            {
                if (EventRows.Of(question.Ask(reader.Scan())).Difference(new EventRows(database.Ask(question.Sql)), question.Keys, question.OrderedBy) is { } difference)
                {
                    areEqual = false;
                    unequal.Add(data.Kind, question.What, difference);
                    continue;
                }

                var figures = QuestionFigures.Of(() => question.Ask(reader.Scan()), () => database.Ask(question.Sql), rounds.Rounds);
                ratios.Add((data.Kind, question.What, figures.Ratio));
                string[] cells =
                [
                    Show(Statistics.Median(figures.Theirs), "N3"), Show(Statistics.Median(figures.Ours), "N3"), Show(figures.Ratio, "N2"), Show(figures.Spread, "P0"),
                ];
                table.Add([question.What, .. cells]);
                every.Add([data.Kind, question.What, .. cells, question.Sql]);
            }

            report.Show(table);
        }

        report.Show(Means(ratios));
        var slow = new Table($"Questions slower than {Slow} ×", "kind", "question", "×");
        foreach (var (kind, what, ratio) in ratios.Where(one => one.Ratio > Slow).OrderByDescending(one => one.Ratio))
        {
            slow.Add(kind, what, Show(ratio, "N2"));
        }

        report.Show(slow);
        if (!areEqual)
        {
            report.Show(unequal);
        }

        report.Write(every);
        return areEqual ? 0 : 1;
    }

    private static Table Means(List<(string Kind, string What, double Ratio)> ratios)
    {
        var table = new Table("Geometric means", "kind", "questions", "×", "worst");
        foreach (var kind in ratios.GroupBy(one => one.Kind).Select(group => (group.Key, Ratios: group.Select(one => one.Ratio).ToList()))
            .Append(("all", Ratios: ratios.ConvertAll(one => one.Ratio))).Where(kind => kind.Ratios.Count > 0))
        {
            table.Add(
                kind.Item1, kind.Ratios.Count.ToString(CultureInfo.InvariantCulture), Show(Statistics.GeometricMean(kind.Ratios), "N2"), Show(kind.Ratios.Max(), "N2"));
        }

        return table;
    }

    private static string Show(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
