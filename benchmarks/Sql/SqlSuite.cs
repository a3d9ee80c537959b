using System.Globalization;
using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.Harness;
using Blittable.Benchmarks.Questions;

namespace Blittable.Benchmarks.Sql;

/// <summary>Compares SQL over collections with DuckDB's own tables and Parquet files, with one thread each and in one process. Results are compared row by row,
/// and then the peers are timed in turn.</summary>
internal static class SqlSuite
{
    public const string Name = "sql";

    private const string Usage = """
        sql [--rows N] [--rounds N] [--group TEXT] [--output FOLDER]
            --rows N      rows of lineitem (default 600,000); the other data sets have a quarter
            --rounds N    measurements of each peer (default 7)
            --group TEXT  only queries whose descriptions contain one of these texts, separated by commas
            --output      the folder for the tables (default: results)
        """;

    private static readonly RoundOptions s_defaults = new(600_000, 7);

    /// <summary>Runs the queries.</summary>
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
            "SQL",
            $"Command: `{RunOptions.CommandOf(Name, arguments)}`.",
            $"{rounds.Rows} rows of lineitem, one thread, one process, {rounds.Rounds} alternating rounds. × is the median of the time relative to the "
                + "peer; the spread is its interquartile range.");
        using var collections = SqlDatabase.Open(SqlForm.Collections, rounds.Rows);
        using var parquet = SqlDatabase.Open(SqlForm.Parquet, rounds.Rows);
        using var tables = SqlDatabase.Open(SqlForm.Tables, rounds.Rows);
        (SqlForm Form, SqlDatabase Database)[] peers = [(SqlForm.Tables, tables), (SqlForm.Parquet, parquet)];
        var table = new Table("Queries over collections and over a peer", "query", "peer", "peer ms", "collections ms", "×", "spread");
        var sql = new Table("SQL of the queries", "query", "SQL");
        var unequal = new Table("Unequal answers", "query", "peer", "difference");
        var areEqual = true;
        foreach (var query in SqlQuery.All.Where(query => options.Groups.Count == 0 || options.Groups.Any(group => query.What.Contains(group, StringComparison.OrdinalIgnoreCase))))
        {
            var differences = Differences(query, collections, peers).ToList();
            foreach (var (peer, difference) in differences)
            {
                areEqual = false;
                unequal.Add(query.What, peer.ToString(), difference);
            }

            if (differences.Count == 0)
            {
                foreach (var (form, peer) in peers)
                {
                    var figures = QuestionFigures.Of(() => collections.Ask(query.Sql), () => peer.Ask(query.Sql), rounds.Rounds);
                    table.Add(
                        query.What, form.ToString().ToLowerInvariant(), Show(Statistics.Median(figures.Theirs), "N2"), Show(Statistics.Median(figures.Ours), "N2"),
                        Show(figures.Ratio, "N2"), Show(figures.Spread, "P0"));
                }
            }

            sql.Add(query.What, query.Sql.ReplaceLineEndings(" "));
        }

        report.Show(table);
        report.Show(sql);
        if (!areEqual)
        {
            report.Show(unequal);
        }

        report.Write(table);
        return areEqual ? 0 : 1;
    }

    /// <summary>Compares the answers over collections with the answers of peers.</summary>
    public static IEnumerable<(SqlForm Peer, string Difference)> Differences(SqlQuery query, SqlDatabase collections, params (SqlForm Form, SqlDatabase Database)[] peers)
    {
        var rows = new EventRows(collections.Ask(query.Sql));
        return from peer in peers
            let difference = rows.Difference(new EventRows(peer.Database.Ask(query.Sql)), query.Keys, query.OrderedBy)
            where difference is not null
            select (peer.Form, difference);
    }

    private static string Show(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
