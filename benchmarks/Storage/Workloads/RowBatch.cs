namespace Blittable.Benchmarks.Storage;

/// <summary>Represents rows to insert into the table.</summary>
internal sealed class RowBatch(WorkloadContext context)
{
    private readonly StorageRow[] _rows = new StorageRow[context.Options.Batch];
    private readonly long[] _dates = new long[context.Options.Batch];

    /// <summary>Generates rows, encodes their dates and inserts them. A retry repeats all of the work.</summary>
    public void Insert(Worker worker, OperationMeter meter, long firstOrdinal, int count)
    {
        for (var i = 0; i < count; i++)
        {
            var row = context.Rows.Generate(firstOrdinal + i);
            _rows[i] = row with { Bytes = context.Model.EncodeBytes(row) };
            _dates[i] = context.Model.Encode(_rows[i].Milliseconds);
        }

        using (meter.Database())
        {
            context.Table.Insert(worker.Connection, _rows.AsSpan(0, count), _dates.AsSpan(0, count));
        }

        meter.Rows += count;
    }
}
