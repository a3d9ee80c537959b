namespace Blittable.Benchmarks.Storage;

/// <summary>Makes the database compute the year of every row, to count the rows of one year and the rows of each year.</summary>
/// <remarks>
/// An equal scan without a year shows the share of the time that is not extraction. A scan of the control table, which is equal for every model and never
/// changes, shows the influence of the machine.
/// </remarks>
internal sealed class ExtractWorkload : Workload
{
    /// <summary>The operation that is independent of the model.</summary>
    public const string Control = "control";

    public override string Name => "extract";

    public override void Run(Worker worker)
    {
        var (table, model) = (worker.Context.Table, worker.Context.Model);
        var (extract, group) = (table.ExtractYearSql(model), table.GroupByYearSql(model));
        for (var year = RowGenerator.FirstYear; year <= RowGenerator.LastYear; year++)
        {
            worker.Checksum += Ask(worker, Control, ControlTable.ScanSql);
            worker.Checksum += Ask(worker, "scan", WorkloadTable.ScanSql);
            worker.Checksum += Ask(worker, "extract_year", extract, year);
            worker.Checksum += Ask(worker, "group_by_year", group);
        }
    }

    /// <summary>Runs an aggregate over the whole table and returns the sum of the first result column.</summary>
    private static long Ask(Worker worker, string operation, string sql, long? parameter = null)
    {
        var sum = 0L;
        worker.Transaction(operation, isWriting: false, meter =>
        {
            using (meter.Database())
            {
                sum = 0;
                var statement = worker.Connection.Statement(sql);
                if (parameter is { } value)
                {
                    statement.Bind(0, value);
                }

                statement.Query();
                while (statement.Read())
                {
                    sum += statement.GetInt64(0);
                }
            }

            meter.Rows += operation == Control ? worker.Context.ControlRows : worker.Context.RowCount;
        });
        return sum;
    }

    public override void Verify(WorkloadContext context, StorageConnection connection, IReadOnlyList<Worker> workers)
    {
        // For every year, each worker has counted all rows twice (scan and grouping), the rows of that year once, and the rows of the control table.
        var years = RowGenerator.LastYear - RowGenerator.FirstYear + 1;
        var inRange = WorkloadTable.CountDates(
            connection, context.Model.YearBounds(RowGenerator.FirstYear).From, context.Model.YearBounds(RowGenerator.LastYear).Before);
        Expect("rows counted", ((years * ((2 * context.RowCount) + context.ControlRows)) + inRange) * workers.Count, workers.Sum(worker => worker.Checksum));
    }
}
