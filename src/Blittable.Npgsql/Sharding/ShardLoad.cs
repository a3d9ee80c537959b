using System.Threading.Channels;
using Npgsql;

namespace Blittable.Npgsql.Sharding;

/// <summary>Runs one shard's part of a load: a queue of documents, and a COPY that empties it.</summary>
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

    /// <summary>Waits for room and adds a document. A shard that has failed takes none, and its documents are only counted.</summary>
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

    /// <summary>Ends the queue of documents, and waits for the COPY to commit or fail.</summary>
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

    /// <summary>Gives the COPY up, and waits until it has ended.</summary>
    public async Task AbandonAsync(Exception reason)
    {
        _queue.Writer.TryComplete(reason);
        // How it ends is of no interest: the reason is about to be thrown.
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
