using System.Runtime.CompilerServices;
using Blittable.Npgsql.Storage;
using Npgsql;
using NpgsqlTypes;

namespace Blittable.Npgsql;

/// <content>Reading of many documents.</content>
public sealed partial class BlittableTable<TKey>
{
    /// <summary>Looks documents up by a statement for each key; all statements travel in one round trip.</summary>
    /// <remarks>
    /// <see cref="GetManyAsync"/> is one statement for all keys and gives what it finds in the database's order. Here every key has its answer at its place, and
    /// each statement is the statement of <see cref="GetAsync"/>, which the server may have prepared.
    /// </remarks>
    /// <param name="keys">The keys; duplicates are allowed.</param>
    /// <param name="cancellationToken">Ends the lookups.</param>
    /// <returns>A document for each key, in the order of the keys; null for a key without a document.</returns>
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

    /// <summary>Reads the whole table by <c>COPY … TO STDOUT</c>, in no particular order.</summary>
    /// <remarks>It sees the table as it was when it began. A connection is in use until the enumeration ends, which may be before the last document.</remarks>
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
                // Otherwise all that is left would be read before the connection is free.
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
