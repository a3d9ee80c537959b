namespace Blittable.Benchmarks.Storage;

/// <summary>Adds a second to every date, with a month of a worker's keys per transaction.</summary>
/// <remarks>The last month is updated first. A date that moves into the next month is therefore not updated again.</remarks>
internal sealed class UpdateWorkload : Workload
{
    private long _sumBefore;

    public override string Name => "update";

    public override void Prepare(WorkloadContext context, StorageConnection connection) => _sumBefore = SumOfDates(context, connection);

    public override void Run(Worker worker)
    {
        var model = worker.Context.Model;
        for (var year = RowGenerator.LastYear; year >= RowGenerator.FirstYear; year--)
        {
            for (var month = 12; month >= 1; month--)
            {
                var bounds = model.MonthBounds(year, month);
                worker.Transaction("update", isWriting: true, meter => model.Update(worker, meter, worker.Ids, bounds));
            }
        }
    }

    public override void Verify(WorkloadContext context, StorageConnection connection, IReadOnlyList<Worker> workers)
    {
        const int second = 1_000;
        Expect("rows changed", context.RowCount, RowsOf(workers, "update"));
        Expect("milliseconds added to all dates", context.RowCount * second, SumOfDates(context, connection) - _sumBefore);
    }

    private static long SumOfDates(WorkloadContext context, StorageConnection connection)
    {
        using var statement = connection.Prepare(WorkloadTable.SelectAllDatesSql);
        statement.Query();
        var sum = 0L;
        while (statement.Read())
        {
            // Relative to the first year, so that the sum of many rows stays small.
            sum += context.Model.ToMilliseconds(statement.GetInt64(0)) - RowGenerator.FirstMillisecond;
        }

        return sum;
    }
}
