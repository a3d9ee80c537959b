using System.Globalization;
using Blittable.Benchmarks.Harness;
using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>Creates the table that shows which layout, or which other system, suits a workload: the published queries by workload, with loading and size.</summary>
internal static class DecisionMatrix
{
    /// <summary>The compared forms: the cell of their queries and, if they are loaded from JSON, the cell of their loading.</summary>
    private static readonly (string Name, string Query, string? Load)[] s_forms =
    [
        ("PostgreSQL", EventCells.Postgres, EventCells.Postgres),
        ("DuckDB", EventCells.DuckDb, EventCells.DuckDb),
        ("DuckDB, Parquet", EventCells.Parquet, null),
        ("rows", EventCells.NameOf(CollectionLayout.Rows), EventCells.PackedAs(CollectionLayout.Rows)),
        ("columns", EventCells.Hot, EventCells.Packed),
        ("hybrid", EventCells.NameOf(CollectionLayout.Hybrid), EventCells.PackedAs(CollectionLayout.Hybrid)),
    ];

    private static readonly (string Name, string Queries, Func<string, bool> Has)[] s_workloads =
    [
        ("analytics", "Q1 to Q10", query => query[0] == 'Q'),
        ("counts by group", "K9 to K12", query => query is "K9" or "K10" or "K11" or "K12"),
        ("documents by key", "K1 to K4", query => query is "K1" or "K2" or "K3" or "K4"),
        ("documents by index", "K5 to K8", query => query is "K5" or "K6" or "K7" or "K8"),
        ("all of these", "Q and K", query => query[0] is 'Q' or 'K'),
    ];

    /// <param name="groups">The cells by group and name.</param>
    /// <returns>Geometric means in milliseconds, with the loading time and the size in the last rows. The last column names the form with the smallest
    /// figure.</returns>
    public static Table Of(Dictionary<string, Dictionary<string, CellResult>> groups)
    {
        var table = new Table(
            "Workloads by layout: geometric mean of the queries with one worker, in ms; loading in s; size in MB",
            ["workload", "queries", .. s_forms.Select(form => form.Name), "smallest"]);
        foreach (var (name, queries, has) in s_workloads)
        {
            var some = groups.Where(group => has(group.Key)).Select(group => group.Value).ToList();
            Add(name, queries, form => some.Count > 0 && some.All(cells => cells.ContainsKey(form.Query))
                ? Statistics.GeometricMean(some.Select(cells => cells[form.Query].Nanoseconds / 1e6))
                : double.NaN);
        }

        if (groups.TryGetValue(EventCells.LoadGroup, out var load))
        {
            Add("loading, s", "all events", form => form.Load is { } cell && load.TryGetValue(cell, out var result) ? result.Nanoseconds / 1e9 : double.NaN);
            Add("size, MB", "all events", form => load.TryGetValue(form.Load ?? form.Query, out var result) ? result.Fact(EventCells.FileBytes) / 1e6 : double.NaN);
        }

        return table;

        void Add(string workload, string queries, Func<(string Name, string Query, string? Load), double> figure)
        {
            var figures = Array.ConvertAll(s_forms, form => figure(form));
            var smallest = figures.Index().Where(item => double.IsFinite(item.Item)).OrderBy(item => item.Item).Select(item => s_forms[item.Index].Name);
            table.Add([workload, queries, .. figures.Select(Show), smallest.FirstOrDefault("")]);
        }
    }

    private static string Show(double value) => double.IsNaN(value) ? "" : value.ToString(value < 1 ? "N3" : "N2", CultureInfo.InvariantCulture);
}
