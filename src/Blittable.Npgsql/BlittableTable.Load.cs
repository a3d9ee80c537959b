using Blittable.Npgsql.Copying;
using Blittable.Npgsql.Storage;
using Npgsql;

namespace Blittable.Npgsql;

/// <content>Loads many documents.</content>
public sealed partial class BlittableTable<TKey>
{
    /// <summary>The sample size for training an empty dictionary before the first document of a load is written.</summary>
    private const int SampleDocuments = 1_000;
    private const int SampleBytes = 1 << 20;

    /// <summary>Loads documents atomically by binary COPY.</summary>
    /// <param name="rows">The documents. None of their keys may exist in the table.</param>
    /// <param name="cancellationToken">Cancels the load and leaves the table unchanged.</param>
    /// <returns>The number of documents loaded.</returns>
    /// <exception cref="BlittableException">
    /// A text is not valid JSON, or the server lost the table's dictionary during the load (<see cref="BlittableErrorCode.DictionaryMismatch"/>).
    /// </exception>
    /// <exception cref="ArgumentException">A key is null, or is a string that contains U+0000 or a lone surrogate.</exception>
    /// <exception cref="NpgsqlException">The server rejected the load, or the connection was lost.</exception>
    /// <remarks>If the load fails, new versions of the dictionary remain in the database, unused.</remarks>
    public async Task<ulong> LoadAsync(IAsyncEnumerable<BlittableRow<TKey>> rows, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(rows);
        await using var source = rows.GetAsyncEnumerator(cancellationToken);
        var sample = new List<BlittableRow<TKey>>();
        for (var attempt = 1; ; attempt++)
        {
            await SampleAsync(source, sample, cancellationToken).ConfigureAwait(false);
            var writer = await RentAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                if (await TryLoadAsync(sample, source, writer, cancellationToken).ConfigureAwait(false) is { } loaded)
                {
                    return loaded;
                }
            }
            finally
            {
                _writers.Add(writer);
            }

            await ReloadDictionaryAsync(writer.Dictionary, attempt, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Loads documents from memory atomically.</summary>
    /// <inheritdoc cref="LoadAsync(IAsyncEnumerable{BlittableRow{TKey}}, CancellationToken)"/>
    public Task<ulong> LoadAsync(IEnumerable<BlittableRow<TKey>> rows, CancellationToken cancellationToken = default) =>
        LoadAsync(rows.ToAsyncEnumerable(), cancellationToken);

    /// <summary>Loads the sample and the remaining documents in one transaction, if the server has the writer's dictionary.</summary>
    /// <returns>The number of documents loaded, or null if the server has another dictionary. In this case, nothing was read from the source.</returns>
    /// <exception cref="BlittableException">The server lost the dictionary during the load.</exception>
    private async Task<ulong?> TryLoadAsync(
        List<BlittableRow<TKey>> sample, IAsyncEnumerator<BlittableRow<TKey>> source, DocumentWriter writer, CancellationToken cancellationToken)
    {
        await using var connection = await _source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);

        // Until the commit, the table cannot be dropped. Lock it before the dictionary, in the order of DropAsync, to avoid a deadlock.
        await using (var locking = new NpgsqlCommand(Sql.LockForCopy, connection, transaction))
        {
            await locking.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        }

        if (!await HasDictionaryAsync(connection, writer.Dictionary, cancellationToken).ConfigureAwait(false))
        {
            return null;
        }

        ulong loaded;
        await using (var copy = await RowCopy<TKey>.BeginAsync(connection, Sql.Copy, cancellationToken).ConfigureAwait(false))
        {
            foreach (var row in sample)
            {
                await AddAsync(copy, writer, row, cancellationToken).ConfigureAwait(false);
            }

            while (await source.MoveNextAsync().ConfigureAwait(false))
            {
                await AddAsync(copy, writer, source.Current, cancellationToken).ConfigureAwait(false);
            }

            loaded = await copy.CompleteAsync(cancellationToken).ConfigureAwait(false);
        }

        // The dictionary may have grown during the load. That happens on a separate connection, which may have failed over to another server.
        if (!await HasDictionaryAsync(connection, writer.Dictionary, cancellationToken).ConfigureAwait(false))
        {
            throw StaleDictionary("the version was missing at the end of the load");
        }

        await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
        return loaded;
    }

    private async Task<bool> HasDictionaryAsync(NpgsqlConnection connection, BlittableDictionary dictionary, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(Sql.HasVersion, connection);
        AddVersion(command.Parameters, dictionary);
        return await command.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false) is not null;
    }

    /// <summary>Reads the first documents of a load and trains the dictionary on them, if the dictionary is empty.</summary>
    /// <param name="source">The documents that have not been read.</param>
    /// <param name="sample">The documents that have been read but not written.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    private async Task SampleAsync(IAsyncEnumerator<BlittableRow<TKey>> source, List<BlittableRow<TKey>> sample, CancellationToken cancellationToken)
    {
        await _dictionary.GetAsync(cancellationToken).ConfigureAwait(false);
        if (Options.Training is null || !_dictionary.IsEmpty)
        {
            return;
        }

        var bytes = sample.Sum(row => (long)row.Utf8Json.Length);
        while (sample.Count < SampleDocuments && bytes < SampleBytes && await source.MoveNextAsync().ConfigureAwait(false))
        {
            // The source may reuse its memory for the next row.
            sample.Add(source.Current with { Utf8Json = source.Current.Utf8Json.ToArray() });
            bytes += source.Current.Utf8Json.Length;
        }

        await _dictionary.LearnAsync([.. sample.Select(row => row.Utf8Json)], cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask AddAsync(RowCopy<TKey> copy, DocumentWriter writer, BlittableRow<TKey> row, CancellationToken cancellationToken)
    {
        await ConvertAsync(writer, row.Utf8Json, cancellationToken).ConfigureAwait(false);
        await copy.AddAsync(row.Key, writer, cancellationToken).ConfigureAwait(false);
    }
}
