using System.Globalization;
using Blittable.Dates;
using Blittable.Benchmarks.Storage;

namespace Blittable.Benchmarks.Tests.Storage;

/// <summary>Tests the behaviour that workloads require of every driver. The MariaDB binding has no other tests.</summary>
[Collection(AvailableDatabases.Collection)]
public class StorageConnectionTests
{
    private static readonly byte[] AllBytes = [.. Enumerable.Range(0, 256).Select(value => (byte)value)];

    [Theory]
    [MemberData(nameof(AvailableDatabases.Names), MemberType = typeof(AvailableDatabases))]
    public void Every_type_round_trips(string name) => AvailableDatabases.Use(name, database =>
    {
        using var connection = CreateTable(database);
        // The last rows need larger buffers than the first, and then smaller buffers again.
        (long Number, decimal Amount, string Text, byte[] Bytes)[] rows =
        [
            (long.MaxValue, 12345678901234.5678m, "Grüße, 世界 🌍 '\\\"", AllBytes),
            (long.MinValue, -0.0001m, "", []),
            (0, 0m, new string('é', 255), [.. Enumerable.Repeat(AllBytes, 200).SelectMany(bytes => bytes)]),
            (-1, 1m, "a", [0]),
        ];
        var insert = connection.Statement(Insert(database));
        foreach (var (number, amount, text, bytes) in rows)
        {
            insert.Bind(0, number);
            insert.Bind(1, amount);
            insert.Bind(2, text);
            insert.Bind(3, bytes);
            insert.Bind(4, new DateTime(2021, 6, 15, 12, 34, 56, 789, DateTimeKind.Utc));
            Assert.Equal(1, insert.Execute());
        }

        var castType = name == "mariadb" ? "CHAR" : "varchar(64)";
        var select = connection.Statement(
            $"SELECT number, CAST(amount AS {castType}), text_value, bytes, CAST(moment AS {castType}) FROM contract ORDER BY id");
        for (var run = 0; run < 2; run++)
        {
            select.Query();
            foreach (var (number, amount, text, bytes) in rows)
            {
                Assert.True(select.Read());
                Assert.Equal(number, select.GetInt64(0));
                Assert.Equal(amount, decimal.Parse(select.GetString(1), NumberStyles.Float, CultureInfo.InvariantCulture));
                Assert.Equal(text, select.GetString(2));
                Assert.Equal(bytes, select.GetBytes(3).ToArray());
                Assert.StartsWith("2021-06-15 12:34:56.789", select.GetString(4), StringComparison.Ordinal);
            }

            Assert.False(select.Read());
        }
    });

    [Theory]
    [MemberData(nameof(AvailableDatabases.Names), MemberType = typeof(AvailableDatabases))]
    public void An_insert_of_more_rows_than_one_statement_holds_succeeds(string name) => AvailableDatabases.Use(name, database =>
    {
        using var connection = database.Open();
        var table = new WorkloadTable(database);
        table.Create(connection, withDateIndex: false);
        var generator = new RowGenerator(1);
        var rows = Enumerable.Range(0, database.MaxRowsPerStatement + 1).Select(ordinal => generator.Generate(ordinal)).ToArray();
        table.Insert(connection, rows, [.. rows.Select(row => row.Milliseconds)]);
        Assert.Equal(rows.Length, WorkloadTable.Count(connection));
        var integer = name == "mariadb" ? "SIGNED" : "bigint";
        Assert.Equal(
            rows.Sum(row => row.Milliseconds / 1_000),
            connection.QueryInt64($"SELECT CAST(sum((cf3 - (cf3 % 1000)) / 1000) AS {integer}) FROM {WorkloadTable.Name}"));
        WorkloadTable.Drop(connection);
    });

    [Theory]
    [MemberData(nameof(AvailableDatabases.Names), MemberType = typeof(AvailableDatabases))]
    public void Updates_and_deletes_return_the_number_of_changed_rows(string name) => AvailableDatabases.Use(name, database =>
    {
        using var connection = CreateTable(database);
        for (var i = 0; i < 10; i++)
        {
            connection.Execute($"INSERT INTO contract (number, amount, text_value, bytes, moment) VALUES ({i}, 0, '', '', '2020-01-01 00:00:00')");
        }

        Assert.Equal(4, connection.Statement("UPDATE contract SET number = number + 100 WHERE number < 4").Execute());
        Assert.Equal(6, connection.Statement("DELETE FROM contract WHERE number < 100").Execute());
        Assert.Equal(0, connection.Statement("DELETE FROM contract WHERE number < 100").Execute());
    });

    [Theory]
    [MemberData(nameof(AvailableDatabases.Names), MemberType = typeof(AvailableDatabases))]
    public void A_rolled_back_transaction_leaves_no_rows(string name) => AvailableDatabases.Use(name, database =>
    {
        using var connection = CreateTable(database);
        connection.Begin(forWriting: true);
        connection.Execute("INSERT INTO contract (number, amount, text_value, bytes, moment) VALUES (1, 0, '', '', '2020-01-01 00:00:00')");
        connection.Rollback();
        Assert.Equal(0, connection.QueryInt64("SELECT count(*) FROM contract"));

        // The connection can start another transaction.
        connection.Begin(forWriting: true);
        connection.Execute("INSERT INTO contract (number, amount, text_value, bytes, moment) VALUES (1, 0, '', '', '2020-01-01 00:00:00')");
        connection.Commit();
        Assert.Equal(1, connection.QueryInt64("SELECT count(*) FROM contract"));
    });

    [Theory]
    [MemberData(nameof(AvailableDatabases.Names), MemberType = typeof(AvailableDatabases))]
    public void An_SQL_error_has_its_state_and_is_not_transient(string name) => AvailableDatabases.Use(name, database =>
    {
        using var connection = database.Open();
        var error = Assert.Throws<StorageException>(() => connection.Execute("SELECT nothing FROM nowhere"));
        Assert.Equal(name switch { "sqlite" => "SQLITE_1", "postgres" => "42P01", _ => "42S02" }, error.State);
        Assert.False(error.IsTransient);
        Assert.Equal(error.State, Assert.Throws<StorageException>(() => connection.Statement("SELECT nothing FROM nowhere").Execute()).State);
        Assert.Equal(7, connection.QueryInt64("SELECT 7"));
    });

    [Theory]
    [MemberData(nameof(AvailableDatabases.Names), MemberType = typeof(AvailableDatabases))]
    public void A_deadlock_is_reported_as_transient(string name) => AvailableDatabases.Use(name, database =>
    {
        using var first = CreateTable(database);
        using var second = database.Open();
        connectionInsert(first, 1);
        connectionInsert(first, 2);
        if (name == "sqlite")
        {
            // SQLite has one writer and therefore no deadlocks. A second writing connection gets a transient error.
            first.Execute("BEGIN IMMEDIATE");
            Assert.True(Assert.Throws<StorageException>(() => second.Execute("BEGIN IMMEDIATE")).IsTransient);
            first.Rollback();
            return;
        }

        first.Begin(forWriting: true);
        second.Begin(forWriting: true);
        first.Execute("UPDATE contract SET number = 10 WHERE id = 1");
        second.Execute("UPDATE contract SET number = 20 WHERE id = 2");
        StorageException? ofFirst = null;
        var crossing = new Thread(() => ofFirst = TryUpdate(first, 2));
        crossing.Start();
        var ofSecond = TryUpdate(second, 1);
        crossing.Join();
        first.Rollback();
        second.Rollback();
        var victim = Assert.Single(new[] { ofFirst, ofSecond }, error => error is not null);
        Assert.True(victim!.IsTransient);

        static void connectionInsert(StorageConnection connection, int id) =>
            connection.Execute($"INSERT INTO contract (id, number, amount, text_value, bytes, moment) VALUES ({id}, {id}, 0, '', '', '2020-01-01 00:00:00')");
    });

    private static StorageException? TryUpdate(StorageConnection connection, int id)
    {
        try
        {
            connection.Execute($"UPDATE contract SET number = 30 WHERE id = {id}");
            return null;
        }
        catch (StorageException error)
        {
            return error;
        }
    }

    private static StorageConnection CreateTable(StorageDatabase database)
    {
        var connection = database.Open();
        var (key, bytes, moment) = database.Dialect switch
        {
            SqlDialect.PostgreSql => ("bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", "bytea", "timestamp(3)"),
            SqlDialect.MySql => ("bigint NOT NULL AUTO_INCREMENT PRIMARY KEY", "longblob", "datetime(3)"),
            _ => ("INTEGER PRIMARY KEY AUTOINCREMENT", "BLOB", "TEXT"),
        };
        // SQLite would convert a DECIMAL to a double.
        var amount = database.Dialect == SqlDialect.Sqlite ? "TEXT" : "decimal(18,4)";
        connection.Execute("DROP TABLE IF EXISTS contract");
        connection.Execute($"CREATE TABLE contract (id {key}, number bigint, amount {amount}, text_value varchar(255), bytes {bytes}, moment {moment})");
        return connection;
    }

    private static string Insert(StorageDatabase database) =>
        $"INSERT INTO contract (number, amount, text_value, bytes, moment) VALUES ({string.Join(',', Enumerable.Range(0, 5).Select(database.Placeholder))})";
}
