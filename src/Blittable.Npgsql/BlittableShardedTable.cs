using System.Runtime.CompilerServices;
using Blittable.Npgsql.Dictionaries;
using Blittable.Npgsql.Sharding;
using Npgsql;

namespace Blittable.Npgsql;

/// <summary>Stores documents in a table that is distributed over several PostgreSQL servers by the hash of the key.</summary>
/// <typeparam name="TKey">
/// <see cref="long"/> for <c>bigint</c>, <see cref="Guid"/> for <c>uuid</c>, or <see cref="string"/> for <c>text</c> in byte order.
/// </typeparam>
/// <remarks>
/// Each shard stores its partitions as an ordinary partitioned table. The client computes PostgreSQL's own hash of a key and connects to the shard
/// directly. For arbitrary SQL, the coordinator exposes all partitions as one table, <c>NAME_all</c>, through <c>postgres_fdw</c>.
/// No transaction spans several shards: a load is atomic on each shard. Instances are thread-safe.
/// </remarks>
public sealed class BlittableShardedTable<TKey>
    where TKey : notnull
{
    private readonly IReadOnlyList<BlittableShard> _shards;
    private readonly BlittableTable<TKey>[] _tables;
    private readonly BlittableTable<TKey> _onCoordinator;
    private readonly CompanionTable _origin;
    private readonly BlittableShardedTableOptions _options;

    /// <summary>Creates a reference to a table that exists or that <see cref="CreateAsync"/> will create.</summary>
    /// <param name="coordinator">The server that exposes the table as a whole. It may be one of the shards. The caller retains ownership.</param>
    /// <param name="shards">The servers that share the table. Their order must never change.</param>
    /// <param name="options">The options of the distributed table.</param>
    /// <exception cref="ArgumentException">
    /// There is no shard, there are fewer partitions than shards, <see cref="BlittableShardedTableOptions.LoadAhead"/> is less than 1, or the table's options
    /// are invalid.
    /// </exception>
    public BlittableShardedTable(NpgsqlDataSource coordinator, IReadOnlyList<BlittableShard> shards, BlittableShardedTableOptions options)
    {
        ArgumentNullException.ThrowIfNull(coordinator);
        ArgumentNullException.ThrowIfNull(shards);
        ArgumentNullException.ThrowIfNull(options);
        if (shards.Count == 0 || options.Partitions < shards.Count)
        {
            throw new ArgumentException(
                $"The options specify {shards.Count} shards and {options.Partitions} partitions. "
                    + "At least one shard and at least one partition per shard are required.",
                nameof(shards));
        }

        if (options.LoadAhead < 1)
        {
            throw new ArgumentException($"{nameof(options.LoadAhead)} is {options.LoadAhead}; it must be at least 1.", nameof(options));
        }

        _shards = shards;
        _options = options;
        QuotedName = ShardSql.Global(options);
        _origin = new CompanionTable(coordinator, options.Table.Name);
        _onCoordinator = new BlittableTable<TKey>(coordinator, options.Table, _origin);
        _tables = [.. shards.Select(shard => new BlittableTable<TKey>(shard.Source, options.Table, _origin))];
    }

    /// <summary>Gets the quoted name of the table on the coordinator, for arbitrary SQL over all shards.</summary>
    public string QuotedName { get; }

    /// <summary>Returns the shard that a key belongs to.</summary>
    public BlittableShard ShardOf(TKey key) => _shards[IndexOf(key)];

    /// <summary>Creates the table on each shard and on the coordinator, unless it exists there.</summary>
    /// <exception cref="BlittableShardException">A shard could not be reached or rejected a statement.</exception>
    public async Task CreateAsync(CancellationToken cancellationToken = default)
    {
        for (var i = 0; i < _shards.Count; i++)
        {
            var index = i;
            await OnShardAsync(
                i, table => table.ExecuteAsync(ShardSql.OnShard(table.Sql, _options, index, _shards.Count), cancellationToken)).ConfigureAwait(false);
        }

        await _onCoordinator.ExecuteAsync(
            _origin.CreateNew().Concat(ShardSql.OnCoordinator(_onCoordinator.Sql, _options, _shards)), cancellationToken).ConfigureAwait(false);
        var changes = await _origin.ReadAsync(cancellationToken).ConfigureAwait(false);
        for (var i = 0; i < _shards.Count; i++)
        {
            await OnShardAsync(i, async table =>
            {
                await table.ExecuteAsync(table.Companion.CreateEmpty(), cancellationToken).ConfigureAwait(false);
                await table.Companion.StoreAsync(changes, cancellationToken).ConfigureAwait(false);
            }).ConfigureAwait(false);
        }
    }

    /// <summary>Removes the table with all its documents from all servers.</summary>
    /// <exception cref="BlittableShardException">A shard could not be reached or rejected a statement.</exception>
    public async Task DropAsync(CancellationToken cancellationToken = default)
    {
        await _onCoordinator.ExecuteAsync([$"DROP TABLE IF EXISTS {QuotedName}", _origin.Drop], cancellationToken).ConfigureAwait(false);
        _onCoordinator.ForgetDictionary();

        for (var i = 0; i < _shards.Count; i++)
        {
            await OnShardAsync(i, table => table.DropAsync(cancellationToken)).ConfigureAwait(false);
        }
    }

    /// <summary>Trains the dictionary on documents and copies the new version to every shard.</summary>
    /// <remarks>
    /// Versions are created on the coordinator, under a row lock. Each shard has its own copy, which is used to read and write its documents. A shard that
    /// cannot be reached continues with its current version, and copies later versions when it next learns.
    /// </remarks>
    /// <inheritdoc cref="BlittableTable{TKey}.TrainDictionaryAsync"/>
    /// <exception cref="BlittableShardException">A shard could not be reached. Other shards may have the new version.</exception>
    public async Task TrainDictionaryAsync(
        IEnumerable<ReadOnlyMemory<byte>> utf8Documents, BlittableTrainingOptions? training = null, CancellationToken cancellationToken = default)
    {
        await _onCoordinator.TrainDictionaryAsync(utf8Documents, training, cancellationToken).ConfigureAwait(false);
        await Task.WhenAll(Enumerable.Range(0, _tables.Length).Select(index =>
            OnShardAsync(index, table => table.FollowDictionaryAsync(cancellationToken)))).ConfigureAwait(false);
    }

    /// <summary>Stores a document, replacing any existing document with the same key.</summary>
    /// <exception cref="BlittableException">The text is not valid JSON.</exception>
    /// <exception cref="BlittableShardException">The shard of the key could not be reached or rejected the document.</exception>
    public Task UpsertAsync(BlittableRow<TKey> row, CancellationToken cancellationToken = default) =>
        OnShardAsync(IndexOf(row.Key), table => table.UpsertAsync(row, cancellationToken));

    /// <summary>Gets the document with the specified key from the shard of the key.</summary>
    /// <returns>The document, or null if no document has the key.</returns>
    /// <exception cref="BlittableShardException">The shard of the key could not be reached.</exception>
    public async Task<BlittableDocument?> GetAsync(TKey key, CancellationToken cancellationToken = default)
    {
        BlittableDocument? document = null;
        await OnShardAsync(IndexOf(key), async table => document = await table.GetAsync(key, cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        return document;
    }

    /// <summary>Removes a document.</summary>
    /// <returns>true if the document existed; otherwise, false.</returns>
    /// <exception cref="BlittableShardException">The shard of the key could not be reached.</exception>
    public async Task<bool> DeleteAsync(TKey key, CancellationToken cancellationToken = default)
    {
        var wasThere = false;
        await OnShardAsync(IndexOf(key), async table => wasThere = await table.DeleteAsync(key, cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        return wasThere;
    }

    /// <summary>Gets the documents with the specified keys, shard by shard. Keys without a document are omitted.</summary>
    /// <exception cref="BlittableShardException">The shard of a key could not be reached.</exception>
    public async IAsyncEnumerable<KeyValuePair<TKey, BlittableDocument>> GetManyAsync(
        IReadOnlyCollection<TKey> keys, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        foreach (var ofShard in keys.GroupBy(IndexOf))
        {
            var rows = _tables[ofShard.Key].GetManyAsync([.. ofShard], cancellationToken);
            await foreach (var row in NamingShard(ofShard.Key, rows, cancellationToken).ConfigureAwait(false))
            {
                yield return row;
            }
        }
    }

    /// <summary>Returns the documents whose value in a promoted column is in a range, shard by shard, in the order of the column within a shard.</summary>
    /// <typeparam name="T"><see cref="long"/> for integers and dates, <see cref="double"/>, <see cref="decimal"/> or <see cref="string"/>.</typeparam>
    /// <param name="column">The name of the column.</param>
    /// <param name="from">The inclusive lower bound.</param>
    /// <param name="before">The exclusive upper bound. For dates, add 1 to the last value that a method of <see cref="Dates.EpochDate"/> returns.</param>
    /// <param name="cancellationToken">Cancels the scan.</param>
    /// <exception cref="ArgumentException">The table has no such promoted column.</exception>
    /// <exception cref="BlittableShardException">A shard could not be reached. The documents returned so far are incomplete.</exception>
    public async IAsyncEnumerable<KeyValuePair<TKey, BlittableDocument>> ScanAsync<T>(
        string column, T from, T before, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        for (var i = 0; i < _tables.Length; i++)
        {
            await foreach (var row in NamingShard(i, _tables[i].ScanAsync(column, from, before, cancellationToken), cancellationToken).ConfigureAwait(false))
            {
                yield return row;
            }
        }
    }

    /// <summary>Returns the sum of a numeric promoted column. Each shard computes the sum of its own documents.</summary>
    /// <exception cref="ArgumentException">The table has no such promoted column.</exception>
    /// <exception cref="BlittableShardException">A shard could not be reached.</exception>
    public async Task<decimal> SumAsync(string column, CancellationToken cancellationToken = default) =>
        await AggregateAsync(table => table.SumAsync(column, cancellationToken)).ConfigureAwait(false);

    /// <summary>Returns the number of documents on all shards.</summary>
    /// <exception cref="BlittableShardException">A shard could not be reached.</exception>
    public async Task<long> CountAsync(CancellationToken cancellationToken = default) =>
        (long)await AggregateAsync(async table => await table.CountAsync(cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);

    /// <summary>Loads documents into their shards by binary COPY, into all shards in parallel.</summary>
    /// <param name="rows">The documents. The texts must not change until the load has completed.</param>
    /// <param name="cancellationToken">Cancels the load on all shards that have not committed.</param>
    /// <returns>One result per shard, which indicates whether all or none of its documents were stored. A shard that fails does not stop the others.</returns>
    /// <remarks>
    /// Invalid JSON is reported as an error of its shard. An exception of <paramref name="rows"/> is rethrown, and no shard commits.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="rows"/> is null.</exception>
    public async Task<IReadOnlyList<ShardLoadResult>> LoadAsync(IAsyncEnumerable<BlittableRow<TKey>> rows, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(rows);
        var loads = _tables.Select((table, index) => new ShardLoad<TKey>(_shards[index].Name, table, _options.LoadAhead, cancellationToken)).ToArray();
        try
        {
            await foreach (var row in rows.WithCancellation(cancellationToken).ConfigureAwait(false))
            {
                await loads[IndexOf(row.Key)].AddAsync(row, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (Exception error)
        {
            // The load is incomplete, so no shard may commit.
            foreach (var load in loads)
            {
                await load.AbandonAsync(error).ConfigureAwait(false);
            }

            throw;
        }

        var results = await Task.WhenAll(loads.Select(load => load.CompleteAsync())).ConfigureAwait(false);
        foreach (var failed in results.Where(result => result.Error is not null))
        {
            TableLog.LoadFailed(_options.Table.Logger, failed.Rows, failed.Shard, _options.Table.Name, failed.Error!);
        }

        return results;
    }

    private int IndexOf(TKey key) => HashPartition.Of(key, _options.Partitions) % _shards.Count;

    private async Task<decimal> AggregateAsync(Func<BlittableTable<TKey>, Task<decimal>> part)
    {
        var parts = new decimal[_tables.Length];
        await Task.WhenAll(Enumerable.Range(0, _tables.Length).Select(index =>
            OnShardAsync(index, async table => parts[index] = await part(table).ConfigureAwait(false)))).ConfigureAwait(false);
        return parts.Sum();
    }

    private async Task OnShardAsync(int index, Func<BlittableTable<TKey>, Task> part)
    {
        try
        {
            await part(_tables[index]).ConfigureAwait(false);
        }
        catch (NpgsqlException error)
        {
            throw new BlittableShardException(_shards[index].Name, error);
        }
    }

    private async IAsyncEnumerable<T> NamingShard<T>(int index, IAsyncEnumerable<T> rows, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await using var enumerator = rows.GetAsyncEnumerator(cancellationToken);
        while (true)
        {
            try
            {
                if (!await enumerator.MoveNextAsync().ConfigureAwait(false))
                {
                    break;
                }
            }
            catch (NpgsqlException error)
            {
                throw new BlittableShardException(_shards[index].Name, error);
            }

            yield return enumerator.Current;
        }
    }
}
