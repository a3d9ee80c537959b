namespace Blittable.Benchmarks.Storage;

/// <summary>Runs transactions that insert a tenth of a batch. Each also adds a second to the dates of a quarter of a year in a batch of the worker's
/// keys.</summary>
internal sealed class MixedWorkload : Workload
{
    private const int InsertedShare = 10;
    private const int Quarters = 4;

    public override string Name => "mixed";

    public override void Run(Worker worker)
    {
        var (options, model, batch) = (worker.Context.Options, worker.Context.Model, new RowBatch(worker.Context));
        var inserted = InsertedRows(options);
        var ordinal = options.Rows + ((long)worker.Index * Transactions(options) * inserted);
        for (var i = 0; i < Transactions(options); i++)
        {
            var first = worker.Ids.First + ((long)i * options.Batch % worker.Ids.Count);
            var ids = new IdRange(first, Math.Min(first + options.Batch - 1, worker.Ids.Last));
            var years = RowGenerator.LastYear - RowGenerator.FirstYear + 1;
            var (year, month) = (RowGenerator.FirstYear + (i % years), (i % Quarters * 3) + 1);
            var bounds = (model.MonthBounds(year, month).From, model.MonthBounds(year, month + 2).Before);
            var firstOrdinal = ordinal + ((long)i * inserted);
            worker.Transaction("transaction", isWriting: true, meter =>
            {
                batch.Insert(worker, meter, firstOrdinal, inserted);
                model.Update(worker, meter, ids, bounds);
            });
        }
    }

    public override void Verify(WorkloadContext context, StorageConnection connection, IReadOnlyList<Worker> workers)
    {
        var inserted = (long)workers.Count * Transactions(context.Options) * InsertedRows(context.Options);
        Expect("rows in the table", context.RowCount + inserted, WorkloadTable.Count(connection));
    }

    /// <summary>Returns the number of transactions per worker. The total is about the number of insert transactions.</summary>
    private static int Transactions(StorageOptions options) => Math.Max(1, options.Rows / options.Batch / options.Threads);

    private static int InsertedRows(StorageOptions options) => Math.Max(1, options.Batch / InsertedShare);
}
