using System.Collections.Concurrent;
using Blittable.Npgsql.Storage;
using Npgsql;
using NpgsqlTypes;

namespace Blittable.Npgsql;

/// <summary>A table of documents on one PostgreSQL server: a key, the document as <c>bytea</c>, and promoted columns.</summary>
/// <remarks>Any number of threads may use it; each call takes a connection from the data source.</remarks>
public sealed partial class BlittableTable
{
    private readonly NpgsqlDataSource _source;
    private readonly ConcurrentBag<DocumentWriter> _writers = [];

    /// <summary>A table that is there, or will be after <see cref="CreateAsync"/>.</summary>
    /// <param name="source">The server. It stays the caller's.</param>
    /// <param name="options">What the table looks like.</param>
    /// <exception cref="ArgumentException">Two columns have one name.</exception>
    public BlittableTable(NpgsqlDataSource source, BlittableTableOptions options)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(options);
        _source = source;
        Options = options;
        Sql = new TableSql(options);
    }

    /// <summary>What the table looks like.</summary>
    public BlittableTableOptions Options { get; }

    internal TableSql Sql { get; }

    private BlittableDictionary? Dictionary => Options.Conversion.Dictionary;

    /// <summary>Creates the table and its indexes where they are missing.</summary>
    public Task CreateAsync(CancellationToken cancellationToken = default) => ExecuteAsync(Sql.Create(), cancellationToken);

    /// <summary>Removes the table with all its documents, if it is there.</summary>
    public Task DropAsync(CancellationToken cancellationToken = default) =>
        ExecuteAsync([$"DROP TABLE IF EXISTS {Sql.Table}"], cancellationToken);

    /// <summary>Spreads the table over the workers of a Citus cluster by key, where the server has Citus.</summary>
    /// <returns>False where the extension is not installed; the table is then as it was.</returns>
    public async Task<bool> DistributeWithCitusAsync(CancellationToken cancellationToken = default)
    {
        await using var command = _source.CreateCommand("SELECT 1 FROM pg_available_extensions WHERE name = 'citus'");
        if (await command.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false) is null)
        {
            return false;
        }

        await ExecuteAsync(
            ["CREATE EXTENSION IF NOT EXISTS citus", $"SELECT create_distributed_table('{Sql.Table.Replace("'", "''", StringComparison.Ordinal)}', 'key')"],
            cancellationToken).ConfigureAwait(false);
        return true;
    }

    /// <summary>Stores a document, in place of the one with its key if there is one.</summary>
    /// <exception cref="BlittableException">The text is not JSON.</exception>
    public async Task UpsertAsync(BlittableRow row, CancellationToken cancellationToken = default)
    {
        var writer = Rent();
        try
        {
            writer.Convert(row.Utf8Json.Span);
            await using var command = _source.CreateCommand(Sql.Upsert);
            command.Parameters.Add(new NpgsqlParameter<long> { NpgsqlDbType = NpgsqlDbType.Bigint, TypedValue = row.Key });
            command.Parameters.Add(new NpgsqlParameter<ReadOnlyMemory<byte>> { NpgsqlDbType = NpgsqlDbType.Bytea, TypedValue = writer.Document });
            for (var i = 0; i < Options.Promoted.Count; i++)
            {
                command.Parameters.Add(writer[i].ToParameter(Options.Promoted[i].Type));
            }

            await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _writers.Add(writer);
        }
    }

    /// <summary>Removes a document.</summary>
    /// <returns>Whether there was one.</returns>
    public async Task<bool> DeleteAsync(long key, CancellationToken cancellationToken = default)
    {
        await using var command = Command(Sql.Delete, key);
        return await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false) > 0;
    }

    private DocumentWriter Rent() => _writers.TryTake(out var writer) ? writer : new DocumentWriter(Options);

    private NpgsqlCommand Command<T>(string sql, params ReadOnlySpan<T> parameters)
    {
        var command = _source.CreateCommand(sql);
        foreach (var parameter in parameters)
        {
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
