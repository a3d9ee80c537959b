using System.Runtime.CompilerServices;
using Blittable.Npgsql.Storage;
using Npgsql;
using NpgsqlTypes;

namespace Blittable.Npgsql;

/// <content>Reads many documents at a time.</content>
public sealed partial class BlittableTable<TKey>
{
    /// <summary>Gets the documents with the specified keys by one statement per key, all in one round trip.</summary>
    /// <remarks>
    /// Unlike <see cref="GetManyAsync"/>, which executes one statement and returns documents in database order, this method returns one result per key, in the
    /// order of the keys. Each statement is identical to the statement of <see cref="GetAsync"/>, which the server may have prepared.
    /// </remarks>
    /// <param name="keys">The keys, which may contain duplicates.</param>
    /// <param name="cancellationToken">Cancels the lookups.</param>
    /// <returns>The document of each key, in the order of the keys, or null for a key without a document.</returns>
    /// <exception cref="BlittableException">The stored bytes are not a document, or need a missing version of the dictionary.</exception>
    public async Task<IReadOnlyList<BlittableDocument?>> GetEachAsync(IReadOnlyList<TKey> keys, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(keys);
        var stored = keys.Count == 0 ? [] : await ReadEachAsync(keys, cancellationToken).ConfigureAwait(false);
        var documents = new BlittableDocument?[stored.Length];
        for (var i = 0; i < stored.Length; i++)
        {
            documents[i] = stored[i] is { } bytes ? await OpenAsync(keys[i], bytes, cancellationToken).ConfigureAwait(false) : null;
        }

        return documents;
    }

    /// <summary>Returns all documents of the table by <c>COPY … TO STDOUT</c>, in no particular order.</summary>
    /// <remarks>The enumeration reads a snapshot of the table from when it began. It uses a connection until it ends, and may be ended early.</remarks>
    /// <exception cref="BlittableException">The stored bytes are not a document, or need a missing version of the dictionary.</exception>
    public async IAsyncEnumerable<KeyValuePair<TKey, BlittableDocument>> CopyOutAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await using var connection = await _source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var rows = await connection.BeginBinaryExportAsync(Sql.CopyOut, cancellationToken).ConfigureAwait(false);
        var isAtEnd = false;
        try
        {
            while (await rows.StartRowAsync(cancellationToken).ConfigureAwait(false) >= 0)
            {
                var key = await rows.ReadAsync<TKey>(_key.Type, cancellationToken).ConfigureAwait(false);
                var document = await rows.ReadAsync<byte[]>(NpgsqlDbType.Bytea, cancellationToken).ConfigureAwait(false);
                yield return KeyValuePair.Create(key, await OpenAsync(key, document, cancellationToken).ConfigureAwait(false));
            }

            isAtEnd = true;
        }
        finally
        {
            if (!isAtEnd)
            {
                // Otherwise, all remaining rows would be read before the connection is released.
                await rows.CancelAsync().ConfigureAwait(false);
            }
        }
    }

    private async Task<byte[]?[]> ReadEachAsync(IReadOnlyList<TKey> keys, CancellationToken cancellationToken)
    {
        await using var batch = _source.CreateBatch();
        foreach (var key in keys)
        {
            KeyText.Require(key);
            batch.BatchCommands.Add(new NpgsqlBatchCommand(Sql.Get) { Parameters = { new NpgsqlParameter<TKey> { TypedValue = key } } });
        }

        var stored = new byte[]?[keys.Count];
        await using var reader = await batch.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        for (var i = 0; i < stored.Length; i++)
        {
            stored[i] = await reader.ReadAsync(cancellationToken).ConfigureAwait(false) ? reader.GetFieldValue<byte[]>(0) : null;
            await reader.NextResultAsync(cancellationToken).ConfigureAwait(false);
        }

        return stored;
    }
}
