using System.Threading.Channels;
using Npgsql;

namespace Blittable.Npgsql.Sharding;

/// <summary>Loads documents into one shard. A queue passes them to a COPY.</summary>
internal sealed class ShardLoad<TKey>
    where TKey : notnull
{
    private readonly string _shard;
    private readonly Channel<BlittableRow<TKey>> _queue;
    private readonly Task _copy;
    private long _rows;

    public ShardLoad(string shard, BlittableTable<TKey> table, int ahead, CancellationToken cancellationToken)
    {
        _shard = shard;
        _queue = Channel.CreateBounded<BlittableRow<TKey>>(new BoundedChannelOptions(ahead) { SingleReader = true, SingleWriter = true });
        _copy = Task.Run(() => CopyAsync(table, cancellationToken), CancellationToken.None);
    }

    /// <summary>Waits for space in the queue and adds a document. If the shard has failed, the document is only counted.</summary>
    public async ValueTask AddAsync(BlittableRow<TKey> row, CancellationToken cancellationToken)
    {
        _rows++;
        while (!_queue.Writer.TryWrite(row))
        {
            if (!await _queue.Writer.WaitToWriteAsync(cancellationToken).ConfigureAwait(false))
            {
                return;
            }
        }
    }

    /// <summary>Completes the queue, and waits for the COPY to commit or fail.</summary>
    public async Task<ShardLoadResult> CompleteAsync()
    {
        _queue.Writer.TryComplete();
        try
        {
            await _copy.ConfigureAwait(false);
            return new ShardLoadResult(_shard, _rows, Error: null);
        }
        catch (Exception error) when (error is NpgsqlException or BlittableException or OperationCanceledException)
        {
            return new ShardLoadResult(_shard, _rows, new BlittableShardException(_shard, error));
        }
    }

    /// <summary>Cancels the COPY, and waits until it has ended.</summary>
    public async Task AbandonAsync(Exception reason)
    {
        _queue.Writer.TryComplete(reason);
        // Ignore its exception, because the reason is about to be thrown.
        await _copy.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task CopyAsync(BlittableTable<TKey> table, CancellationToken cancellationToken)
    {
        try
        {
            await table.LoadAsync(_queue.Reader.ReadAllAsync(cancellationToken), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _queue.Writer.TryComplete();
        }
    }
}
