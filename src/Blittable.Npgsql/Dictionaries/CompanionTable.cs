using System.Globalization;
using Blittable.Npgsql.Storage;
using Npgsql;

namespace Blittable.Npgsql.Dictionaries;

/// <summary>The table <c>NAME_dictionary</c> beside a table of documents: a row for each version of its dictionary.</summary>
/// <remarks>
/// <code>
/// version int        0, 1, 2, … without gaps; row 0 is the empty dictionary, which gives it its identity
/// fingerprint uuid   BlittableDictionary.GetFingerprint(version), which stands for this row and all before it
/// changes bytea      BlittableDictionary.SaveChanges(version - 1), which names the history that it continues
/// </code>
/// Rows are added under a lock on row 0, and are never changed. A row is committed before anyone can see it, and so before any document that needs it is
/// written; if those documents are rolled back, it remains unused. A write names the version and the fingerprint that its documents were made with, and
/// stores nothing where the table does not have this row: the rows may be those of a table that was made anew, or of a server that took over before it had
/// received all of them.
/// </remarks>
internal sealed class CompanionTable(NpgsqlDataSource source, string table)
{
    private readonly string _quoted = Quote(table);

    /// <summary>The table's name, for messages.</summary>
    public string Name { get; } = $"{table}_dictionary";

    /// <summary>The statement that removes it.</summary>
    public string Drop => $"DROP TABLE IF EXISTS {_quoted}";

    private string Insert => $"INSERT INTO {_quoted} VALUES ($1, $2, $3) ON CONFLICT (version) DO NOTHING";

    /// <summary>The rest of a statement that finds one row if the table has a version with a fingerprint, and no row otherwise.</summary>
    /// <param name="table">The name of the table of documents.</param>
    /// <param name="versionParameter">The number of the parameter that holds the version, before that of the fingerprint.</param>
    public static string FromVersion(string table, int versionParameter) =>
        string.Create(CultureInfo.InvariantCulture, $"FROM {Quote(table)} WHERE version = ${versionParameter} AND fingerprint = ${versionParameter + 1}");

    /// <summary>The statements that make it where it is missing, with no rows.</summary>
    public IEnumerable<string> CreateEmpty()
    {
        yield return $"CREATE TABLE IF NOT EXISTS {_quoted} (version int PRIMARY KEY, fingerprint uuid NOT NULL, changes bytea NOT NULL)";
        // A change is compressed already.
        yield return $"ALTER TABLE {_quoted} ALTER COLUMN changes SET STORAGE EXTERNAL";
    }

    /// <summary>The statements that make it where it is missing, with a dictionary of its own.</summary>
    public IEnumerable<string> CreateNew()
    {
        var dictionary = new BlittableDictionary();
        return CreateEmpty().Append(
            $@"INSERT INTO {_quoted} VALUES (0, '{dictionary.GetFingerprint(0)}', '\x{Convert.ToHexString(dictionary.Save())}') "
                + "ON CONFLICT (version) DO NOTHING");
    }

    /// <summary>Gets all committed rows, in order.</summary>
    public Task<List<DictionaryChange>> ReadAsync(CancellationToken cancellationToken) => ReadAsync(-1, cancellationToken);

    /// <summary>Gets the committed rows later than the newest version of a copy, in order; null if the table does not have that version.</summary>
    public async Task<List<DictionaryChange>?> ReadSinceAsync(BlittableDictionary copy, CancellationToken cancellationToken)
    {
        var known = copy.Version;
        var changes = await ReadAsync(known - 1, cancellationToken).ConfigureAwait(false);
        if (changes.Count == 0 || changes[0].Version != known || changes[0].Fingerprint != copy.GetFingerprint(known))
        {
            return null;
        }

        changes.RemoveAt(0);
        return changes;
    }

    /// <summary>Adds rows that were made elsewhere. Rows that are there remain as they are.</summary>
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

    /// <summary>Lets the newest version grow under its lock, and commits the additions.</summary>
    /// <param name="grow">Changes the dictionary, or does not.</param>
    /// <param name="cancellationToken">Ends the attempt; nothing is added then.</param>
    /// <exception cref="BlittableException">The rows are not a dictionary, or <paramref name="grow"/> failed.</exception>
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
            var change = new DictionaryChange(dictionary.Version, dictionary.GetFingerprint(dictionary.Version), dictionary.SaveChanges(known));
            await InsertAsync(connection, change, cancellationToken).ConfigureAwait(false);
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
                string.Create(CultureInfo.InvariantCulture, $"Table '{Name}' has {changes.Count} rows, but version 0 of the dictionary is missing."));
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

                if (copy.Version < change.Version || copy.GetFingerprint(change.Version) != change.Fingerprint)
                {
                    throw new BlittableException(
                        BlittableErrorCode.InvalidData,
                        string.Create(CultureInfo.InvariantCulture, $"Version {change.Version} does not have the fingerprint {change.Fingerprint}."));
                }
            }

            return copy!;
        }
        catch (BlittableException error)
        {
            throw new BlittableException(error.Code, $"The dictionary in table '{Name}' cannot be used. {error.Message}", innerException: error);
        }
    }

    private async Task<List<DictionaryChange>> ReadAsync(int sinceVersion, CancellationToken cancellationToken)
    {
        await using var connection = await source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        return await ReadAsync(connection, sinceVersion, cancellationToken).ConfigureAwait(false);
    }

    private async Task<List<DictionaryChange>> ReadAsync(NpgsqlConnection connection, int sinceVersion, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand($"SELECT version, fingerprint, changes FROM {_quoted} WHERE version > $1 ORDER BY version", connection);
        command.Parameters.Add(new NpgsqlParameter<int> { TypedValue = sinceVersion });
        await using var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        var changes = new List<DictionaryChange>();
        while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
        {
            changes.Add(new DictionaryChange(reader.GetInt32(0), reader.GetGuid(1), reader.GetFieldValue<byte[]>(2)));
        }

        return changes;
    }

    private async Task InsertAsync(NpgsqlConnection connection, DictionaryChange change, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(Insert, connection);
        command.Parameters.Add(new NpgsqlParameter<int> { TypedValue = change.Version });
        command.Parameters.Add(new NpgsqlParameter<Guid> { TypedValue = change.Fingerprint });
        command.Parameters.Add(new NpgsqlParameter<byte[]> { TypedValue = change.Bytes });
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }

    private static string Quote(string table) => TableSql.Quote($"{table}_dictionary");

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }
}
