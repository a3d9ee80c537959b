using Blittable.Dates;
using MySqlConnector;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a MariaDB server with InnoDB tables, accessed through MySqlConnector.</summary>
internal sealed class MariaDbDatabase(string connectionString) : StorageDatabase
{
    /// <summary>The environment variable with the connection string, set by <c>.ci/servers</c>.</summary>
    public const string Variable = "BLITTABLE_MARIADB";

    private readonly string _connectionString = new MySqlConnectionStringBuilder(connectionString)
    {
        // The suite uses its own pool for all databases.
        Pooling = false,
        IgnorePrepare = false,
        TreatTinyAsBoolean = false,
    }.ConnectionString;

    public override string Name => "mariadb";

    public override SqlDialect Dialect => SqlDialect.MySql;

    /// <summary>Gets the row limit of a statement. A prepared statement supports 65,535 parameters, and a row has nine.</summary>
    public override int MaxRowsPerStatement => 1_000;

    public override string TableDefinition =>
        """
        id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, cf3 bigint NOT NULL, tenant_module_range bigint NOT NULL, cf1 bigint NOT NULL,
        cf2 decimal(18,4) NOT NULL, cf4 varchar(255) NOT NULL, cf5 blob NOT NULL, created_at datetime(3) NOT NULL, updated_at datetime(3) NOT NULL,
        deleted tinyint NOT NULL
        """;

    public override StorageConnection Open() => new MariaDbStorageConnection(_connectionString);

    public override void Tidy(StorageConnection connection) => connection.QueryString("ANALYZE TABLE storage_rows");

    public override IReadOnlyList<KeyValuePair<string, string>> DescribeSettings(StorageConnection connection)
    {
        string[] names =
        [
            "version", "innodb_buffer_pool_size", "innodb_flush_log_at_trx_commit", "innodb_lock_wait_timeout", "innodb_autoinc_lock_mode",
            "innodb_log_file_size", "log_bin", "transaction_isolation", "time_zone",
        ];
        return
        [
            .. names.Select(name => KeyValuePair.Create(
                name, connection.QueryString($"SELECT CAST({(name == "transaction_isolation" ? "@@tx_isolation" : $"@@{name}")} AS CHAR)"))),
        ];
    }

    public override long CountConnections(StorageConnection connection) =>
        connection.QueryInt64("SELECT count(*) FROM information_schema.processlist WHERE db = DATABASE()");

    public override long TableBytes(StorageConnection connection) => connection.QueryInt64(
        "SELECT CAST(data_length + index_length AS SIGNED) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'storage_rows'");
}
