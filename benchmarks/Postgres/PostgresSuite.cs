using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Blittable.Benchmarks.Harness;
using Blittable.Benchmarks.Storage;
using Blittable.Datasets;
using Blittable.Npgsql;
using Npgsql;
using NpgsqlTypes;

namespace Blittable.Benchmarks.Postgres;

/// <summary>Implements the suite <c>postgres</c>, which compares lineitem documents in a Blittable table with <c>jsonb</c>.</summary>
/// <remarks>Each time is the median of several runs. The two forms alternate after both have been warmed up.</remarks>
internal static class PostgresSuite
{
    private const int Repetitions = 5;
    private const int Lookups = 5_000;

    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(3);

    /// <returns>The exit code: 0 for success, 2 if no server is configured or the argument is not a number of rows.</returns>
    public static int Run(string[] arguments)
    {
        var rows = 100_000;
        if (arguments.Length > 1 || (arguments.Length == 1 && !int.TryParse(arguments[0], NumberStyles.None, CultureInfo.InvariantCulture, out rows)))
        {
            Console.Error.WriteLine("postgres: the only argument is an optional number of rows.");
            return 2;
        }

        if (Environment.GetEnvironmentVariable(PostgresDatabase.Variable) is not { Length: > 0 } address)
        {
            Console.Error.WriteLine($"postgres: no server is configured. Set {PostgresDatabase.Variable}, or run the command under '.ci/servers run'.");
            return 2;
        }

        RunAsync(address, rows).GetAwaiter().GetResult();
        return 0;
    }

    private static async Task RunAsync(string address, int count)
    {
        // PostgreSQL's default, unlike the servers of the storage workloads: rows are on disk when a load ends.
        await using var source = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(address) { Options = "-c synchronous_commit=on" }.ConnectionString);
        var rows = Documents(count);
        var plain = new BlittableTable<long>(source, new BlittableTableOptions { Name = "lineitem_documents" });
        var promoted = new BlittableTable<long>(source, new BlittableTableOptions
        {
            Name = "lineitem_promoted",
            Promoted = [new PromotedColumn("price", "$.l_extendedprice", PromotedType.Double)],
        });
        Console.WriteLine($"{Machine.Description}; {count} lineitem documents, {rows.Sum(row => (long)row.Utf8Json.Length) / 1e6:F1} MB of JSON\n");

        await CompareAsync("load, ms", () => plain.LoadAsync(rows), () => LoadJsonbAsync(source, rows), () => RecreateAsync(source, plain));
        await RecreateAsync(source, plain);
        await plain.LoadAsync(rows);
        await LoadJsonbAsync(source, rows);
        await ExecuteAsync(source, "VACUUM ANALYZE lineitem_documents");
        await ExecuteAsync(source, "VACUUM ANALYZE lineitem_jsonb");
        var documents = await NumberAsync(
            source, "SELECT pg_total_relation_size('lineitem_documents') + pg_total_relation_size('lineitem_documents_dictionary')");
        var jsonb = await NumberAsync(source, "SELECT pg_total_relation_size('lineitem_jsonb')");
        Console.WriteLine($"{"size with key index and dictionary, MB",-44} {documents / 1e6,10:F1} {jsonb / 1e6,10:F1} {(double)jsonb / documents,8:F2}");

        var dictionary = await plain.GetDictionaryAsync();
        await CompareAsync(
            "key lookups, ms for 5,000",
            () => LookUpAsync(source, "lineitem_documents", "document", count),
            () => LookUpAsync(source, "lineitem_jsonb", "document", count));
        await CompareAsync("fetch all and read three properties, ms", () => ReadDocumentsAsync(source, dictionary), () => ReadJsonbAsync(source));

        await promoted.DropAsync();
        await promoted.CreateAsync();
        await promoted.LoadAsync(rows);
        await ExecuteAsync(source, "DROP TABLE IF EXISTS lineitem_column; "
            + "CREATE TABLE lineitem_column (key bigint PRIMARY KEY, document bytea NOT NULL, price double precision);"
            + "INSERT INTO lineitem_column SELECT key, document, price FROM lineitem_promoted");
        await ExecuteAsync(source, "VACUUM ANALYZE lineitem_promoted");
        await ExecuteAsync(source, "VACUUM ANALYZE lineitem_column");
        await CompareAsync(
            "sum over a promoted and a plain column, ms",
            () => NumberAsync(source, "SELECT sum(price)::bigint FROM lineitem_promoted"),
            () => NumberAsync(source, "SELECT sum(price)::bigint FROM lineitem_column"));
        await PostgresDecoding.CompareAsync(source, dictionary);
        await plain.DropAsync();
        await promoted.DropAsync();
        await ExecuteAsync(source, "DROP TABLE lineitem_jsonb, lineitem_column");
    }

    private static BlittableRow<long>[] Documents(int count)
    {
        using var text = new MemoryStream();
        Lineitem.Write(text, count);
        var bytes = text.ToArray().AsMemory();
        var rows = new BlittableRow<long>[count];
        for (var i = 0; i < count; i++)
        {
            var end = bytes.Span.IndexOf((byte)'\n');
            rows[i] = new BlittableRow<long>(i + 1, bytes[..end]);
            bytes = bytes[(end + 1)..];
        }

        return rows;
    }

    /// <summary>Recreates both tables, so that the dictionary is trained again, and flushes pending writes of earlier loads.</summary>
    private static async Task RecreateAsync(NpgsqlDataSource source, BlittableTable<long> table)
    {
        await table.DropAsync();
        await table.CreateAsync();
        await ExecuteAsync(source, "DROP TABLE IF EXISTS lineitem_jsonb; CREATE TABLE lineitem_jsonb (key bigint PRIMARY KEY, document jsonb NOT NULL)");
        await ExecuteAsync(source, "CHECKPOINT");
    }

    private static async Task LoadJsonbAsync(NpgsqlDataSource source, BlittableRow<long>[] rows)
    {
        await using var connection = await source.OpenConnectionAsync();
        await using var importer = await connection.BeginBinaryImportAsync("COPY lineitem_jsonb FROM STDIN (FORMAT BINARY)");
        foreach (var row in rows)
        {
            await importer.StartRowAsync();
            await importer.WriteAsync(row.Key, NpgsqlDbType.Bigint);
            await importer.WriteAsync(row.Utf8Json, NpgsqlDbType.Jsonb);
        }

        await importer.CompleteAsync();
    }

    private static async Task LookUpAsync(NpgsqlDataSource source, string table, string column, int count)
    {
        await using var connection = await source.OpenConnectionAsync();
        await using var command = new NpgsqlCommand($"SELECT {column} FROM {table} WHERE key = $1", connection);
        var key = new NpgsqlParameter<long>();
        command.Parameters.Add(key);
        await command.PrepareAsync();
        for (var i = 0; i < Lookups; i++)
        {
            key.TypedValue = (i * 7_919L % count) + 1;
            await using var reader = await command.ExecuteReaderAsync();
            await reader.ReadAsync();
        }
    }

    private static async Task ReadDocumentsAsync(NpgsqlDataSource source, BlittableDictionary dictionary)
    {
        var buffer = new BlittableBuffer();
        await using var command = source.CreateCommand("SELECT document FROM lineitem_documents");
        await using var reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
        {
            PostgresDecoding.Consume(reader.GetBlittable(0, buffer, dictionary));
        }
    }

    private static async Task ReadJsonbAsync(NpgsqlDataSource source)
    {
        await using var command = source.CreateCommand("SELECT document FROM lineitem_jsonb");
        await using var reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
        {
            using var document = reader.GetFieldValue<JsonDocument>(0);
            PostgresDecoding.Consume(document.RootElement);
        }
    }

    private static async Task CompareAsync(string what, Func<Task> ours, Func<Task> theirs, Func<Task>? before = null)
    {
        before ??= () => Task.CompletedTask;
        var (times, peer) = (new List<double>(), new List<double>());
        var start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < WarmUp)
        {
            await RunAsync();
        }

        times.Clear();
        peer.Clear();
        for (var i = 0; i < Repetitions; i++)
        {
            await RunAsync();
        }

        Report(what, times, peer);

        async Task RunAsync()
        {
            await before();
            times.Add(await TimeAsync(ours));
            await before();
            peer.Add(await TimeAsync(theirs));
        }
    }

    public static void Report(string what, List<double> ours, List<double> theirs)
    {
        var (mine, peer) = (Quantiles.Of(ours).P50, Quantiles.Of(theirs).P50);
        Console.WriteLine($"{what,-44} {mine,10:F1} {peer,10:F1} {peer / mine,8:F2}");
    }

    private static async Task<double> TimeAsync(Func<Task> action)
    {
        var start = Stopwatch.GetTimestamp();
        await action();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    private static async Task ExecuteAsync(NpgsqlDataSource source, string sql)
    {
        await using var command = source.CreateCommand(sql);
        await command.ExecuteNonQueryAsync();
    }

    private static async Task<long> NumberAsync(NpgsqlDataSource source, string sql)
    {
        await using var command = source.CreateCommand(sql);
        return (long)(await command.ExecuteScalarAsync())!;
    }
}
