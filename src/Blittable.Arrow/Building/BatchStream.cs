using System.Collections.Concurrent;
using Apache.Arrow;
using Apache.Arrow.Ipc;

namespace Blittable.Arrow.Building;

/// <summary>Provides record batches that a background task produces, with at most two batches buffered.</summary>
internal sealed class BatchStream : IArrowArrayStream
{
    private const int Ahead = 2;

    private readonly BlockingCollection<RecordBatch> _batches = new(Ahead);
    private readonly CancellationTokenSource _stop;
    private readonly Task _work;

    /// <summary>Starts the background task.</summary>
    /// <param name="schema">The schema of all batches.</param>
    /// <param name="produce">Passes each batch to its first argument until its second argument is canceled.</param>
    /// <param name="cancellationToken">Cancels the background task.</param>
    public BatchStream(Schema schema, Action<Action<RecordBatch>, CancellationToken> produce, CancellationToken cancellationToken)
    {
        Schema = schema;
        _stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        _work = Task.Run(() =>
        {
            try
            {
                produce(batch => _batches.Add(batch, _stop.Token), _stop.Token);
            }
            finally
            {
                _batches.CompleteAdding();
            }
        }, CancellationToken.None);
    }

    public Schema Schema { get; }

    /// <summary>Gets the index of the Parquet column by which the rows of all batches are sorted, or null.</summary>
    public int? SortedLeaf { get; init; }

    public ValueTask<RecordBatch?> ReadNextRecordBatchAsync(CancellationToken cancellationToken = default)
    {
        if (_batches.TryTake(out var batch, Timeout.Infinite, cancellationToken))
        {
            return ValueTask.FromResult<RecordBatch?>(batch);
        }

        // The batches end before the task does. Only a task that has ended reports a failure, so the end of the batches alone is not the end of the data.
        _work.GetAwaiter().GetResult();
        return default;
    }

    public void Dispose()
    {
        _stop.Cancel();
        while (_batches.TryTake(out var batch))
        {
            batch.Dispose();
        }

        // ReadNextRecordBatchAsync rethrows the exception of the task, and a consumer that stops early does not need it. Reading it marks it as observed.
        ((IAsyncResult)_work).AsyncWaitHandle.WaitOne();
        _ = _work.Exception;
        _batches.Dispose();
        _stop.Dispose();
    }
}
