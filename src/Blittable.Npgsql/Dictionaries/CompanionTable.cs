using System.Globalization;
using Blittable.Npgsql.Storage;
using Npgsql;

namespace Blittable.Npgsql.Dictionaries;

/// <summary>The table <c>NAME_dictionary</c> beside a table of documents: a row for each version of its dictionary.</summary>
/// <remarks>
/// <code>
/// version int     0, 1, 2, … without gaps; row 0 is the empty dictionary, which gives it its identity
/// changes bytea   BlittableDictionary.SaveChanges(version - 1), which names the history that it goes on from
/// </code>
/// Rows are added by whoever holds the lock on row 0, and are never changed. A row is committed before anyone can see it, and so before any document
/// that needs it is written; if those documents are rolled back, it stays behind unused.
/// </remarks>
internal sealed class CompanionTable(NpgsqlDataSource source, string table)
{
    private readonly string _quoted = TableSql.Quote($"{table}_dictionary");

    /// <summary>The table's name, for messages.</summary>
    public string Name { get; } = $"{table}_dictionary";

    /// <summary>The statement that removes it.</summary>
    public string Drop => $"DROP TABLE IF EXISTS {_quoted}";

    private string Insert => $"INSERT INTO {_quoted} VALUES ($1, $2) ON CONFLICT (version) DO NOTHING";

    /// <summary>The statements that make it where it is missing, with no rows.</summary>
    public IEnumerable<string> CreateEmpty()
    {
        yield return $"CREATE TABLE IF NOT EXISTS {_quoted} (version int PRIMARY KEY, changes bytea NOT NULL)";
        // A change is compressed already.
        yield return $"ALTER TABLE {_quoted} ALTER COLUMN changes SET STORAGE EXTERNAL";
    }

    /// <summary>The statements that make it where it is missing, with a dictionary that nobody else has.</summary>
    public IEnumerable<string> CreateNew() =>
        CreateEmpty().Append(
            $@"INSERT INTO {_quoted} VALUES (0, '\x{Convert.ToHexString(new BlittableDictionary().Save())}') ON CONFLICT (version) DO NOTHING");

    /// <summary>The committed rows later than a version, in order; -1 for all of them.</summary>
    public async Task<List<DictionaryChange>> ReadAsync(int sinceVersion, CancellationToken cancellationToken)
    {
        await using var connection = await source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        return await ReadAsync(connection, sinceVersion, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Adds rows that were made elsewhere, and leaves alone those that are there.</summary>
    public async Task StoreAsync(IReadOnlyList<DictionaryChange> changes, CancellationToken cancellationToken)
    {
        await using var connection = await source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
        foreach (var change in changes)
        {
            await InsertAsync(connection, change, cancellationToken).ConfigureAwait(false);
        }

        await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Lets the newest version grow while nobody else can, and commits what came.</summary>
    /// <param name="grow">Changes the dictionary, or does not.</param>
    /// <param name="cancellationToken">Ends the attempt; nothing is added then.</param>
    /// <exception cref="BlittableException">The rows are no dictionary, or <paramref name="grow"/> failed.</exception>
    public async Task AllocateAsync(Action<BlittableDictionary> grow, CancellationToken cancellationToken)
    {
        await using var connection = await source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
        // Copies in programs and on other servers must not outlive the original, so this commit waits for the disk whatever the server's default.
        await ExecuteAsync(connection, "SET LOCAL synchronous_commit = on", cancellationToken).ConfigureAwait(false);
        await ExecuteAsync(connection, $"SELECT 1 FROM {_quoted} WHERE version = 0 FOR UPDATE", cancellationToken).ConfigureAwait(false);
        var dictionary = Assemble(null, await ReadAsync(connection, -1, cancellationToken).ConfigureAwait(false));
        var known = dictionary.Version;
        grow(dictionary);
        if (dictionary.Version > known)
        {
            await InsertAsync(connection, new DictionaryChange(dictionary.Version, dictionary.SaveChanges(known)), cancellationToken).ConfigureAwait(false);
        }

        await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Brings a copy up to date.</summary>
    /// <param name="copy">The copy, or null for none yet.</param>
    /// <param name="changes">The rows that it lacks.</param>
    /// <returns>The copy, or a new one.</returns>
    /// <exception cref="BlittableException">A row is missing or damaged, or belongs to another dictionary.</exception>
    public BlittableDictionary Assemble(BlittableDictionary? copy, List<DictionaryChange> changes)
    {
        if (copy is null && (changes.Count == 0 || changes[0].Version != 0))
        {
            throw new BlittableException(
                BlittableErrorCode.DictionaryMissing,
                string.Create(CultureInfo.InvariantCulture, $"Expected the dictionary's version 0 in table '{Name}', found {changes.Count} rows without it."));
        }

        try
        {
            foreach (var change in changes)
            {
                if (copy is null)
                {
                    copy = BlittableDictionary.Load(change.Bytes);
                }
                else
                {
                    copy.Apply(change.Bytes);
                }
            }

            return copy!;
        }
        catch (BlittableException error)
        {
            throw new BlittableException(error.Code, $"The dictionary in table '{Name}' cannot be used. {error.Message}", innerException: error);
        }
    }

    private async Task<List<DictionaryChange>> ReadAsync(NpgsqlConnection connection, int sinceVersion, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand($"SELECT version, changes FROM {_quoted} WHERE version > $1 ORDER BY version", connection);
        command.Parameters.Add(new NpgsqlParameter<int> { TypedValue = sinceVersion });
        await using var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        var changes = new List<DictionaryChange>();
        while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
        {
            changes.Add(new DictionaryChange(reader.GetInt32(0), reader.GetFieldValue<byte[]>(1)));
        }

        return changes;
    }

    private async Task InsertAsync(NpgsqlConnection connection, DictionaryChange change, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(Insert, connection);
        command.Parameters.Add(new NpgsqlParameter<int> { TypedValue = change.Version });
        command.Parameters.Add(new NpgsqlParameter<byte[]> { TypedValue = change.Bytes });
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }
}
