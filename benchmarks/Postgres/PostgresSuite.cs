using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Blittable.Benchmarks.Harness;
using Blittable.Benchmarks.Questions;
using Blittable.Benchmarks.Storage;
using Blittable.Datasets;
using Blittable.Npgsql;
using Npgsql;
using NpgsqlTypes;

namespace Blittable.Benchmarks.Postgres;

/// <summary>Implements the suite <c>postgres</c>, which compares lineitem documents in a Blittable table with <c>jsonb</c>.</summary>
/// <remarks>Each time is the median of several rounds, in which the two forms alternate.</remarks>
internal sealed class PostgresSuite
{
    public const string Name = "postgres";

    private const int Lookups = 5_000;

    private static readonly TimeSpan s_warmUp = TimeSpan.FromSeconds(5);

    private const string Usage = """
        postgres [--rows N] [--rounds N] [--output FOLDER]
            --rows N      documents in each table (default 100,000)
            --rounds N    measurements of each form (default 15)
            --output      the folder for the tables (default: results)
        """;

    private static readonly RoundOptions s_defaults = new(100_000, 15);

    private readonly int _rounds;

    private readonly Table _table;

    private PostgresSuite(int rounds, Table table) => (_rounds, _table) = (rounds, table);

    /// <returns>The exit code: 0 for success, 2 if no server is configured or the command line is invalid.</returns>
    public static int Run(string[] arguments)
    {
        if (!RoundOptions.TryParse(arguments, s_defaults, Usage, out var options, out var rounds))
        {
            return 2;
        }

        if (Environment.GetEnvironmentVariable(PostgresDatabase.Variable) is not { Length: > 0 } address)
        {
            Console.Error.WriteLine($"postgres: no server is configured. Set {PostgresDatabase.Variable}, or run the command under '.ci/servers run'.");
            return 2;
        }

        var report = new Report(
            options.Output,
            Name,
            "Documents in PostgreSQL",
            $"Command: `SERVERS=postgres .ci/servers run {RunOptions.CommandOf(Name, arguments)}`.",
            $"{rounds.Rows} lineitem documents, one connection, {rounds.Rounds} alternating rounds after a warm-up. The other form is `jsonb`, and a plain column "
                + "for the sum. × is the median of the times as fast as the other form; the spread is its interquartile range.");
        var table = new Table("Documents compared with jsonb", "operation", "Blittable", "other form", "×", "spread");
        var peers = new PostgresSuite(rounds.Rounds, table);
        var notes = peers.RunAsync(address, rounds.Rows).GetAwaiter().GetResult();
        report.Show(table);
        foreach (var note in notes)
        {
            report.Note(note);
        }

        report.Write(table);
        return 0;
    }

    /// <summary>Measures all operations.</summary>
    /// <returns>Sentences about the data and the allocation.</returns>
    private async Task<string[]> RunAsync(string address, int count)
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
        await CompareAsync("load, ms", () => plain.LoadAsync(rows), () => LoadJsonbAsync(source, rows), () => RecreateAsync(source, plain));
        await RecreateAsync(source, plain);
        await plain.LoadAsync(rows);
        await LoadJsonbAsync(source, rows);
        await ExecuteAsync(source, "VACUUM ANALYZE lineitem_documents");
        await ExecuteAsync(source, "VACUUM ANALYZE lineitem_jsonb");
        var documents = await NumberAsync(
            source, "SELECT pg_total_relation_size('lineitem_documents') + pg_total_relation_size('lineitem_documents_dictionary')");
        var jsonb = await NumberAsync(source, "SELECT pg_total_relation_size('lineitem_jsonb')");
        _table.Add("size with key index and dictionary, MB", Show(documents / 1e6), Show(jsonb / 1e6), Show((double)jsonb / documents), "");

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
        var (decoding, allocation) = await PostgresDecoding.CompareAsync(source, dictionary);
        Add("reading three properties of a row, ns per document", decoding);
        await plain.DropAsync();
        await promoted.DropAsync();
        await ExecuteAsync(source, "DROP TABLE lineitem_jsonb, lineitem_column");
        return [$"The JSON text has {Show(rows.Sum(row => (long)row.Utf8Json.Length) / 1e6)} MB.", allocation];
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

    private async Task CompareAsync(string what, Func<Task> ours, Func<Task> theirs, Func<Task>? before = null)
    {
        before ??= () => Task.CompletedTask;
        var (times, peer) = (new List<double>(), new List<double>());
        var start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < s_warmUp)
        {
            await RunAsync();
        }

        times.Clear();
        peer.Clear();
        for (var i = 0; i < _rounds; i++)
        {
            await RunAsync();
        }

        Add(what, new QuestionFigures(times, peer));

        async Task RunAsync()
        {
            await before();
            times.Add(await TimeAsync(ours));
            await before();
            peer.Add(await TimeAsync(theirs));
        }
    }

    private void Add(string what, QuestionFigures figures) => _table.Add(
        what, Show(Statistics.Median(figures.Ours)), Show(Statistics.Median(figures.Theirs)), Show(1 / figures.Ratio),
        figures.Spread.ToString("P0", CultureInfo.InvariantCulture));

    private static string Show(double value) => value.ToString(value < 10 ? "F2" : "F1", CultureInfo.InvariantCulture);

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
