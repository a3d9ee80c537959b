using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Dates;

/// <summary>Shows the results of single records: one row per schema and workload, repetitions, and the fastest schema.</summary>
internal static class DateTables
{
    /// <summary>The number of processes from which their mean and deviation are shown.</summary>
    private const int Repeated = 3;

    public static void ShowRecords(string operation, IReadOnlyList<CellResult> results, Report report)
    {
        var table = new Table(
            $"{operation}: ns per {(operation == DatesSuite.Encode ? "record" : "comparison of two records")}, and speed relative to C",
            "workload", "schema", "bytes", "original's bytes", "C", "compiler", "Blittable", "±", "× C", "from", "to", "M items/s");
        var own = results.Where(result => result.Name == DatesSuite.OwnName).ToList();
        foreach (var result in own)
        {
            table.Add(Row(result, results.FirstOrDefault(other => other.Group == result.Group && other.Name == ReferenceProgram.CellName)));
        }

        report.Show(table);
        foreach (var workload in own.GroupBy(result => DateGroup.Parse(result.Group)!.Workload))
        {
            report.Note($"{operation} {workload.Key}: {FastestSchema.Describe([.. workload.Select(Interval)])}");
        }

        var repeated = results.Where(result => result.Processes.Count >= Repeated).ToList();
        if (repeated.Count > 0)
        {
            ShowRepetitions(operation, repeated, report);
        }
    }

    private static string[] Row(CellResult own, CellResult? c)
    {
        var group = DateGroup.Parse(own.Group)!;
        return
        [
            group.Workload,
            group.Schema,
            DatesSuite.Bytes.Show(own),
            DatesSuite.Bytes.Show(PublishedSizes.Of(group.Workload, group.Schema)),
            c is null ? "" : Column.Nanoseconds.Show(c),
            c is null ? "" : Compilers(c),
            Column.Nanoseconds.Show(own),
            Column.Margin.Show(own),
            own.IsUnstable ? "unstable" : Column.Speedup.Show(own),
            Column.SpeedupFrom.Show(own),
            Column.SpeedupTo.Show(own),
            Column.MillionItemsPerSecond.Show(own),
        ];
    }

    /// <summary>Returns the names of the libraries that were measured, which can differ between processes.</summary>
    private static string Compilers(CellResult c) => string.Join('/', c.Processes
        .Select(process => (int)process.Facts[ReferenceProgram.LibraryFact])
        .Distinct()
        .Order()
        .Select(index => ReferenceProgram.Libraries[index].Name));

    private static void ShowRepetitions(string operation, List<CellResult> results, Report report)
    {
        var table = new Table(
            $"{operation}: repetitions, each in its own process, ns per item", "workload", "schema", "program", "repetitions", "mean", "median", "std dev", "M items/s");
        foreach (var result in results)
        {
            var group = DateGroup.Parse(result.Group)!;
            double[] times = [.. result.Processes.Select(process => process.Nanoseconds)];
            table.Add(
                group.Workload,
                group.Schema,
                result.Name,
                Column.Batches.Show(times.Length),
                Column.Nanoseconds.Show(times.Average()),
                Column.Nanoseconds.Show(Statistics.Median(times)),
                Column.Nanoseconds.Show(Statistics.StandardDeviation(times)),
                Column.MillionItemsPerSecond.Show(result));
        }

        report.Show(table);
    }

    private static FastestSchema.Interval Interval(CellResult result) =>
        new(DateGroup.Parse(result.Group)!.Schema, result.Nanoseconds, result.Margin);
}
