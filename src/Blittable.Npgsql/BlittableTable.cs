using System.Collections.Concurrent;
using Blittable.Npgsql.Dictionaries;
using Blittable.Npgsql.Storage;
using Npgsql;
using NpgsqlTypes;

namespace Blittable.Npgsql;

/// <summary>Stores documents in a table on one PostgreSQL server: a key, the document as <c>bytea</c>, and promoted columns.</summary>
/// <typeparam name="TKey">
/// <see cref="long"/> for <c>bigint</c>, <see cref="Guid"/> for <c>uuid</c>, or <see cref="string"/> for <c>text</c> in the order of its bytes.
/// </typeparam>
/// <remarks>
/// Any number of threads and programs may use it; each call takes a connection from the data source, and rarely a second one for the dictionary.
/// </remarks>
public sealed partial class BlittableTable<TKey>
    where TKey : notnull
{
    private readonly NpgsqlDataSource _source;
    private readonly KeyType _key = KeyType.Of<TKey>();
    private readonly TableDictionary _dictionary;
    private readonly ConcurrentBag<DocumentWriter> _writers = [];

    /// <summary>The number of times that a write with a stale dictionary is tried. Twice is enough unless the table is recreated in between.</summary>
    private const int MaxAttempts = 4;

    /// <summary>Refers to a table that exists, or that <see cref="CreateAsync"/> will create.</summary>
    /// <param name="source">The server, which the caller disposes of.</param>
    /// <param name="options">The options of the table.</param>
    /// <exception cref="ArgumentException">
    /// Two columns have one name; the table's name, or that of its dictionary, has more than PostgreSQL's 63 bytes; an index is requested
    /// for that a column cannot have; or the conversion has a dictionary, which the table has itself.
    /// </exception>
    /// <exception cref="NotSupportedException">No table has keys of this type.</exception>
    public BlittableTable(NpgsqlDataSource source, BlittableTableOptions options)
        : this(source, options, origin: null)
    {
    }

    /// <param name="source">The server.</param>
    /// <param name="options">The options of the table.</param>
    /// <param name="origin">The table that new versions of the dictionary are added to, if not beside the documents.</param>
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
            throw new ArgumentException($"The conversion has a dictionary, but the dictionary of the table is in '{Companion.Name}'.", nameof(options));
        }

        _dictionary = new TableDictionary(Companion, origin ?? Companion, options);
    }

    /// <summary>Gets the options of the table.</summary>
    public BlittableTableOptions Options { get; }

    internal TableSql Sql { get; }

    internal CompanionTable Companion { get; }

    /// <summary>Creates the table, its indexes and its dictionary where they are missing.</summary>
    public Task CreateAsync(CancellationToken cancellationToken = default) => ExecuteAsync(Sql.Create().Concat(Companion.CreateNew()), cancellationToken);

    /// <summary>Removes the table with all its documents and its dictionary, if the table exists.</summary>
    /// <remarks>
    /// Another program may be using the table if it is created again: a document made with the old dictionary is refused, and made
    /// again with the new one.
    /// </remarks>
    public async Task DropAsync(CancellationToken cancellationToken = default)
    {
        await ExecuteAsync([$"DROP TABLE IF EXISTS {Sql.Table}", Companion.Drop], cancellationToken).ConfigureAwait(false);
        ForgetDictionary();
    }

    /// <summary>Distributes the table over the workers of a Citus cluster by key, if the server has Citus.</summary>
    /// <returns>False where the extension is not installed; the table is then as it was.</returns>
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

    /// <summary>Stores a document; replaces the document with its key, if any.</summary>
    /// <exception cref="BlittableException">The text is not JSON.</exception>
    /// <exception cref="ArgumentException">The key is a text with U+0000 or a lone surrogate.</exception>
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
    /// <returns>Whether the document existed.</returns>
    public async Task<bool> DeleteAsync(TKey key, CancellationToken cancellationToken = default)
    {
        await using var command = Command(Sql.Delete, key);
        return await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false) > 0;
    }

    /// <summary>Stores a document if the server has the dictionary that it was made with.</summary>
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

    /// <summary>Rents a writer for the current dictionary; writers for a dropped dictionary are discarded.</summary>
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

    /// <summary>Converts a text, and lets the dictionary learn from it; if it learned something, the document is made again with that.</summary>
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
