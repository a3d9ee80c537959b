using System.Collections.Concurrent;
using Blittable.Npgsql.Dictionaries;
using Blittable.Npgsql.Storage;
using Npgsql;
using NpgsqlTypes;

namespace Blittable.Npgsql;

/// <summary>Stores documents in a table on one PostgreSQL server. A row has a key, the document as <c>bytea</c>, and promoted columns.</summary>
/// <typeparam name="TKey">
/// <see cref="long"/> for <c>bigint</c>, <see cref="Guid"/> for <c>uuid</c>, or <see cref="string"/> for <c>text</c> in byte order.
/// </typeparam>
/// <remarks>
/// Instances are thread-safe, and any number of programs may use a table. Each call uses one connection of the data source, and occasionally a second one for
/// the dictionary.
/// </remarks>
public sealed partial class BlittableTable<TKey>
    where TKey : notnull
{
    private readonly NpgsqlDataSource _source;
    private readonly KeyType _key = KeyType.Of<TKey>();
    private readonly TableDictionary _dictionary;
    private readonly ConcurrentBag<DocumentWriter> _writers = [];

    /// <summary>The maximum number of attempts for a write with a stale dictionary. Two suffice unless the table is recreated in between.</summary>
    private const int MaxAttempts = 4;

    /// <summary>Creates a reference to a table that exists or that <see cref="CreateAsync"/> will create.</summary>
    /// <param name="source">The data source of the server. The caller retains ownership.</param>
    /// <param name="options">The options of the table.</param>
    /// <exception cref="ArgumentException">
    /// Two columns have the same name. The name of the table or its dictionary is longer than PostgreSQL's limit of 63 bytes. An index is requested that a
    /// column does not support. Or the conversion options contain a dictionary, although the table manages its own.
    /// </exception>
    /// <exception cref="NotSupportedException">The key type is not supported.</exception>
    public BlittableTable(NpgsqlDataSource source, BlittableTableOptions options)
        : this(source, options, origin: null)
    {
    }

    /// <param name="source">The data source of the server.</param>
    /// <param name="options">The options of the table.</param>
    /// <param name="origin">The companion table to which new versions of the dictionary are added, or null for the companion table of this table.</param>
    internal BlittableTable(NpgsqlDataSource source, BlittableTableOptions options, CompanionTable? origin)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(options);
        _source = source;
        Options = options;
        Sql = new TableSql(options, _key);
        Companion = new CompanionTable(source, options.Name);
        if (options.Conversion.Dictionary is not null)
        {
            throw new ArgumentException($"The conversion options specify a dictionary, but the table stores its own in '{Companion.Name}'.", nameof(options));
        }

        _dictionary = new TableDictionary(Companion, origin ?? Companion, options);
    }

    /// <summary>Gets the options of the table.</summary>
    public BlittableTableOptions Options { get; }

    internal TableSql Sql { get; }

    internal CompanionTable Companion { get; }

    /// <summary>Creates the table, its indexes and its dictionary, unless they exist.</summary>
    public Task CreateAsync(CancellationToken cancellationToken = default) => ExecuteAsync(Sql.Create().Concat(Companion.CreateNew()), cancellationToken);

    /// <summary>Removes the table with all its documents and its dictionary, if the table exists.</summary>
    /// <remarks>
    /// Other programs may continue to use the table if it is created again. The server then rejects documents that were converted with the old dictionary, and
    /// they are converted again with the new one.
    /// </remarks>
    public async Task DropAsync(CancellationToken cancellationToken = default)
    {
        await ExecuteAsync([$"DROP TABLE IF EXISTS {Sql.Table}", Companion.Drop], cancellationToken).ConfigureAwait(false);
        ForgetDictionary();
    }

    /// <summary>Distributes the table by key over the workers of a Citus cluster, if the server has Citus.</summary>
    /// <returns>true if the table was distributed; false if the Citus extension is not available on the server. The table is then unchanged.</returns>
    public async Task<bool> DistributeWithCitusAsync(CancellationToken cancellationToken = default)
    {
        await using var command = _source.CreateCommand("SELECT 1 FROM pg_available_extensions WHERE name = 'citus'");
        if (await command.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false) is null)
        {
            return false;
        }

        await ExecuteAsync(
            ["CREATE EXTENSION IF NOT EXISTS citus", $"SELECT create_distributed_table({TableSql.Literal(Sql.Table)}, 'key')"],
            cancellationToken).ConfigureAwait(false);
        return true;
    }

    /// <summary>Stores a document, replacing any existing document with the same key.</summary>
    /// <exception cref="BlittableException">The text is not valid JSON.</exception>
    /// <exception cref="ArgumentException">The key is a string that contains U+0000 or a lone surrogate.</exception>
    public async Task UpsertAsync(BlittableRow<TKey> row, CancellationToken cancellationToken = default)
    {
        KeyText.Require(row.Key);
        for (var attempt = 1; ; attempt++)
        {
            var writer = await RentAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                await ConvertAsync(writer, row.Utf8Json, cancellationToken).ConfigureAwait(false);
                if (await TryUpsertAsync(row.Key, writer, cancellationToken).ConfigureAwait(false))
                {
                    return;
                }
            }
            finally
            {
                _writers.Add(writer);
            }

            await ReloadDictionaryAsync(writer.Dictionary, attempt, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Removes a document.</summary>
    /// <returns>true if the document existed; otherwise, false.</returns>
    public async Task<bool> DeleteAsync(TKey key, CancellationToken cancellationToken = default)
    {
        await using var command = Command(Sql.Delete, key);
        return await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false) > 0;
    }

    /// <summary>Stores a document if the server has the dictionary that it was converted with.</summary>
    private async Task<bool> TryUpsertAsync(TKey key, DocumentWriter writer, CancellationToken cancellationToken)
    {
        await using var command = _source.CreateCommand(Sql.Upsert);
        command.Parameters.Add(new NpgsqlParameter<TKey> { NpgsqlDbType = _key.Type, TypedValue = key });
        command.Parameters.Add(new NpgsqlParameter<ReadOnlyMemory<byte>> { NpgsqlDbType = NpgsqlDbType.Bytea, TypedValue = writer.Document });
        for (var i = 0; i < Options.Promoted.Count; i++)
        {
            command.Parameters.Add(writer[i].ToParameter(Options.Promoted[i].Type));
        }

        AddVersion(command.Parameters, writer.Dictionary);
        return await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false) > 0;
    }

    /// <summary>Rents a writer for the current dictionary. Writers for a dropped dictionary are discarded.</summary>
    private async ValueTask<DocumentWriter> RentAsync(CancellationToken cancellationToken)
    {
        var dictionary = await _dictionary.GetAsync(cancellationToken).ConfigureAwait(false);
        while (_writers.TryTake(out var writer))
        {
            if (ReferenceEquals(writer.Dictionary, dictionary))
            {
                return writer;
            }

            writer.Dispose();
        }

        return new DocumentWriter(Options, dictionary);
    }

    /// <summary>Converts a text and adds it to the training sample. If a new dictionary version results, converts the text again.</summary>
    private async ValueTask ConvertAsync(DocumentWriter writer, ReadOnlyMemory<byte> utf8Json, CancellationToken cancellationToken)
    {
        writer.Convert(utf8Json.Span);
        if (await _dictionary.NoticeAsync(utf8Json.Span, cancellationToken).ConfigureAwait(false))
        {
            writer.Convert(utf8Json.Span);
        }
    }

    private NpgsqlCommand Command<T>(string sql, params ReadOnlySpan<T> parameters)
    {
        var command = _source.CreateCommand(sql);
        foreach (var parameter in parameters)
        {
            KeyText.Require(parameter);
            command.Parameters.Add(new NpgsqlParameter<T> { TypedValue = parameter });
        }

        return command;
    }

    internal async Task ExecuteAsync(IEnumerable<string> statements, CancellationToken cancellationToken)
    {
        await using var connection = await _source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
        foreach (var statement in statements)
        {
            await using var command = new NpgsqlCommand(statement, connection, transaction);
            await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        }

        await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
    }
}
