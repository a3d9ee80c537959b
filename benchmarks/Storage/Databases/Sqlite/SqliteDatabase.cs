using Blittable.Dates;
using SQLitePCL;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents SQLite in this process, with a file that is deleted afterwards.</summary>
/// <remarks>
/// Calls SQLitePCLRaw, the layer below Microsoft.Data.Sqlite, because the latter finds every parameter by a linear search for its name. With the thousands of
/// parameters of a multi-row INSERT, that search would dominate the measurement.
/// </remarks>
internal sealed class SqliteDatabase : StorageDatabase, IDisposable
{
    private readonly SqliteWriterTurn _turn = new();
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-storage-").FullName;

    static SqliteDatabase() => Batteries_V2.Init();

    public override string Name => "sqlite";

    public override SqlDialect Dialect => SqlDialect.Sqlite;

    /// <summary>Gets the row limit of a statement. SQLite supports 32,766 parameters, but prepared statements of 100 rows are as fast as larger ones.</summary>
    public override int MaxRowsPerStatement => 100;

    public override string TableDefinition =>
        """
        id INTEGER PRIMARY KEY AUTOINCREMENT, cf3 BIGINT NOT NULL, tenant_module_range BIGINT NOT NULL, cf1 BIGINT NOT NULL,
        cf2 DECIMAL(18,4) NOT NULL, cf4 VARCHAR(255) NOT NULL, cf5 BLOB NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
        deleted TINYINT NOT NULL
        """;

    public override StorageConnection Open() => new SqliteStorageConnection(Path.Combine(_folder, "storage.db"), _turn);

    public override void Tidy(StorageConnection connection)
    {
        connection.QueryInt64("PRAGMA wal_checkpoint(TRUNCATE)");
        connection.Execute("ANALYZE");
    }

    public override IReadOnlyList<KeyValuePair<string, string>> DescribeSettings(StorageConnection connection) =>
    [
        new("version", connection.QueryString("SELECT sqlite_version()")),
        new("journal_mode", connection.QueryString("PRAGMA journal_mode")),
        new("synchronous", connection.QueryString("PRAGMA synchronous")),
        new("cache_size", connection.QueryString("PRAGMA cache_size")),
        new("page_size", connection.QueryString("PRAGMA page_size")),
        new("transactions", "BEGIN IMMEDIATE, writers of this process in turn"),
    ];

    public override long CountConnections(StorageConnection connection) => 0;

    public override long TableBytes(StorageConnection connection) =>
        connection.QueryInt64("PRAGMA page_size") * connection.QueryInt64(
            "SELECT (SELECT page_count FROM pragma_page_count) - (SELECT freelist_count FROM pragma_freelist_count)");

    public void Dispose()
    {
        _turn.Dispose();
        Directory.Delete(_folder, recursive: true);
    }
}
