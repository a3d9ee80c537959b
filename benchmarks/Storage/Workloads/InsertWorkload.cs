namespace Blittable.Benchmarks.Storage;

/// <summary>Fills the empty table, one batch per transaction.</summary>
internal sealed class InsertWorkload : Workload
{
    public override string Name => "insert";

    public override void Run(Worker worker)
    {
        var (options, batch) = (worker.Context.Options, new RowBatch(worker.Context));
        var ordinals = new IdRange(0, options.Rows - 1).Part(worker.Index, options.Threads);
        for (var first = ordinals.First; first <= ordinals.Last; first += options.Batch)
        {
            var count = (int)Math.Min(options.Batch, ordinals.Last - first + 1);
            worker.Transaction("insert", isWriting: true, meter => batch.Insert(worker, meter, first, count));
        }
    }

    public override void Verify(WorkloadContext context, StorageConnection connection, IReadOnlyList<Worker> workers)
    {
        Expect("rows reported as inserted", context.Options.Rows, RowsOf(workers, "insert"));
        Expect("rows in the table", context.Options.Rows, WorkloadTable.Count(connection));
    }
}
