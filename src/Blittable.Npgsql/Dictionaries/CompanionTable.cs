using System.Globalization;
using Blittable.Npgsql.Storage;
using Npgsql;

namespace Blittable.Npgsql.Dictionaries;

/// <summary>Represents <c>NAME_dictionary</c>, the companion of a table of documents. It has one row for each version of the dictionary.</summary>
/// <remarks>
/// <code>
/// version int        0, 1, 2, … without gaps; row 0 is the empty dictionary, which defines the identity
/// fingerprint uuid   BlittableDictionary.GetFingerprint(version), which identifies this row and all earlier rows
/// changes bytea      BlittableDictionary.SaveChanges(version - 1), which identifies the history that it continues
/// </code>
/// Rows are added under a lock on row 0, and are never changed. A row is committed before any document that needs it is written. If those documents are
/// rolled back, the row remains unused. A write passes the version and the fingerprint that its documents were converted with, and stores nothing if the table
/// does not have this row. That happens if the table was recreated, or if a server took over in a failover before it had received all rows.
/// </remarks>
internal sealed class CompanionTable(NpgsqlDataSource source, string table)
{
    private readonly string _quoted = Quote(table);

    /// <summary>Gets the table's name, for messages.</summary>
    public string Name { get; } = $"{table}_dictionary";

    /// <summary>Gets the statement that drops the table.</summary>
    public string Drop => $"DROP TABLE IF EXISTS {_quoted}";

    private string Insert => $"INSERT INTO {_quoted} VALUES ($1, $2, $3) ON CONFLICT (version) DO NOTHING";

    /// <summary>Returns the end of a statement that finds one row if the table has a version with the specified fingerprint, or otherwise no row.</summary>
    /// <param name="table">The name of the table of documents.</param>
    /// <param name="versionParameter">The number of the version parameter. The fingerprint parameter follows it.</param>
    public static string FromVersion(string table, int versionParameter) =>
        string.Create(CultureInfo.InvariantCulture, $"FROM {Quote(table)} WHERE version = ${versionParameter} AND fingerprint = ${versionParameter + 1}");

    /// <summary>Returns the statements that create the table without rows, unless it exists.</summary>
    public IEnumerable<string> CreateEmpty()
    {
        yield return $"CREATE TABLE IF NOT EXISTS {_quoted} (version int PRIMARY KEY, fingerprint uuid NOT NULL, changes bytea NOT NULL)";
        // Changes are already compressed.
        yield return $"ALTER TABLE {_quoted} ALTER COLUMN changes SET STORAGE EXTERNAL";
    }

    /// <summary>Returns the statements that create the table with a new dictionary, unless it exists.</summary>
    public IEnumerable<string> CreateNew()
    {
        var dictionary = new BlittableDictionary();
        return CreateEmpty().Append(
            $@"INSERT INTO {_quoted} VALUES (0, '{dictionary.GetFingerprint(0)}', '\x{Convert.ToHexString(dictionary.Save())}') "
                + "ON CONFLICT (version) DO NOTHING");
    }

    /// <summary>Gets all committed rows, in order.</summary>
    public Task<List<DictionaryChange>> ReadAsync(CancellationToken cancellationToken) => ReadAsync(-1, cancellationToken);

    /// <summary>Gets the committed rows after the newest version of a copy, in order, or null if the table does not have that version.</summary>
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

    /// <summary>Adds rows that were created in another table. Existing rows are unchanged.</summary>
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

    /// <summary>Extends the dictionary under the lock, and commits the additions as a new version.</summary>
    /// <param name="grow">The callback that may extend the newest version of the dictionary.</param>
    /// <param name="cancellationToken">Cancels the operation. Nothing is added.</param>
    /// <exception cref="BlittableException">The rows are not a dictionary, or <paramref name="grow"/> failed.</exception>
    public async Task AllocateAsync(Action<BlittableDictionary> grow, CancellationToken cancellationToken)
    {
        await using var connection = await source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
        // Copies in programs and on other servers must not outlive the original, so this commit waits for the disk regardless of the server's default.
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

    /// <summary>Applies rows to a copy of the dictionary.</summary>
    /// <param name="copy">The copy, or null to create one.</param>
    /// <param name="changes">The rows that the copy lacks.</param>
    /// <returns>The updated or new copy.</returns>
    /// <exception cref="BlittableException">A row is missing or damaged, or belongs to another dictionary.</exception>
    public BlittableDictionary Assemble(BlittableDictionary? copy, List<DictionaryChange> changes)
    {
        if (copy is null && (changes.Count == 0 || changes[0].Version != 0))
        {
            throw new BlittableException(
                BlittableErrorCode.DictionaryMissing,
                string.Create(CultureInfo.InvariantCulture, $"Version 0 of the dictionary is missing from table '{Name}', which has {changes.Count} rows."));
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
