namespace Blittable.Benchmarks.Storage;

/// <summary>Empties the table by date, with a batch of a worker's keys per transaction. A row whose date is outside the range computed by its model would
/// remain.</summary>
internal sealed class DeleteWorkload : Workload
{
    public override string Name => "delete";

    public override void Run(Worker worker)
    {
        var (options, model) = (worker.Context.Options, worker.Context.Model);
        var sql = worker.Context.Table.DeleteSql();
        // Updates move dates into the year after the last one.
        var (from, before) = (model.YearBounds(RowGenerator.FirstYear).From, model.YearBounds(RowGenerator.LastYear + 1).Before);
        for (var first = worker.Ids.First; first <= worker.Ids.Last; first += options.Batch)
        {
            var last = Math.Min(first + options.Batch - 1, worker.Ids.Last);
            worker.Transaction("delete", isWriting: true, meter =>
            {
                using (meter.Database())
                {
                    var statement = worker.Connection.Statement(sql);
                    statement.Bind(0, first);
                    statement.Bind(1, last);
                    statement.Bind(2, from);
                    statement.Bind(3, before);
                    meter.Rows += statement.Execute();
                }
            });
        }
    }

    public override void Verify(WorkloadContext context, StorageConnection connection, IReadOnlyList<Worker> workers)
    {
        Expect("rows deleted", context.RowCount, RowsOf(workers, "delete"));
        Expect("rows left in the table", 0, WorkloadTable.Count(connection));
    }
}
