using System.Text;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Blittable.Npgsql.Tests.Servers;

public sealed class DictionaryTests(PostgresServer server) : IClassFixture<PostgresServer>, IAsyncLifetime
{
    private const string Name = "dictionary_tests";
    private const string Companion = Name + "_dictionary";

    private readonly BlittableTable<long> _table = Open(server);

    public async ValueTask InitializeAsync()
    {
        await _table.DropAsync();
        await _table.CreateAsync();
    }

    public async ValueTask DisposeAsync() => await _table.DropAsync();

    [Fact]
    public async Task Names_of_loaded_documents_are_stored_in_the_companion_table()
    {
        await _table.LoadAsync(Documents.Rows(1, 1_000));
        Assert.Equal(2, await server.QueryAsync<long>($"SELECT count(*) FROM {Companion}"));
        Assert.InRange(await server.QueryAsync<long>($"SELECT max(octet_length(document))::bigint FROM {Name}"), 20, 60);
        Assert.Equal(0, await server.QueryAsync<long>($"SELECT count(*) FROM {Name} WHERE position('received' in document) > 0"));
        await AssertReadableAsync(Enumerable.Range(1, 1_000));
    }

    [Fact]
    public async Task Learning_is_logged_at_level_Debug()
    {
        using var log = new RecordedLog();
        var table = new BlittableTable<long>(server.Source, Documents.Options(Name) with { Logger = log });
        await table.LoadAsync(Documents.Rows(1, 1_000));
        var version = (await table.GetDictionaryAsync()).Version;
        await table.LoadAsync(Documents.Rows(1_001, 1_000));

        var message = Assert.Single(log.All);
        Assert.Equal((LogLevel.Debug, "Learned"), (message.Level, message.Event));
        Assert.Contains($"{Name} was trained", message.Text, StringComparison.Ordinal);
        Assert.EndsWith($"version {version}", message.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_table_learns_from_documents_stored_one_by_one()
    {
        for (var key = 1; key <= 70; key++)
        {
            await _table.UpsertAsync(Documents.Row(key));
        }

        using var converter = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk });
        var withNames = converter.Convert(Encoding.UTF8.GetBytes(Documents.Json(64))).Length;
        Assert.InRange(await server.QueryAsync<int>($"SELECT octet_length(document) FROM {Name} WHERE key = 1"), withNames / 2 + 1, withNames);
        Assert.InRange(await server.QueryAsync<int>($"SELECT octet_length(document) FROM {Name} WHERE key = 64"), 20, withNames / 2);
        Assert.Equal(1, await server.QueryAsync<int>($"SELECT max(version) FROM {Companion}"));
        await AssertReadableAsync(Enumerable.Range(1, 70));
    }

    [Fact]
    public async Task A_small_load_trains_shapes_and_more_documents_train_the_symbol_table()
    {
        await _table.LoadAsync(Documents.Rows(1, 5));
        var dictionary = await _table.GetDictionaryAsync();
        Assert.Equal((2, 0), (dictionary.ShapeCount, dictionary.SymbolTableCount));
        for (var key = 6; key <= 70; key++)
        {
            var json = Documents.Json(key).Replace("City", "A city with a name that is longer than others, number", StringComparison.Ordinal);
            await _table.UpsertAsync(new BlittableRow<long>(key, Encoding.UTF8.GetBytes(json)));
        }

        Assert.Equal((2, 1), (dictionary.ShapeCount, dictionary.SymbolTableCount));
        Assert.Equal(70, await Open(server).ScanAsync("number", 0L, 100L).CountAsync());
    }

    [Fact]
    public async Task A_dictionary_can_be_trained_explicitly_if_automatic_training_is_off()
    {
        var table = new BlittableTable<long>(server.Source, Documents.Options(Name) with { Training = null });
        await table.LoadAsync(Documents.Rows(1, 200));
        Assert.Equal(0, await server.QueryAsync<int>($"SELECT max(version) FROM {Companion}"));
        await table.TrainDictionaryAsync(Documents.Rows(1, 200).Select(row => row.Utf8Json), new BlittableTrainingOptions { FrequentStrings = true });
        await table.UpsertAsync(Documents.Row(201));
        var dictionary = await table.GetDictionaryAsync();
        Assert.Equal((1, 2), (dictionary.Version, dictionary.ShapeCount));
        Assert.InRange(dictionary.StringCount, 1, 100);
        await AssertReadableAsync(Enumerable.Range(1, 201));
    }

    [Fact]
    public async Task Concurrent_writers_agree_on_every_version()
    {
        // Several clients, each with its own copy of the dictionary, write documents with different shapes.
        const int writers = 6;
        const int rounds = 4;
        const int documents = 70;
        await Parallel.ForAsync(0, writers, new ParallelOptions { MaxDegreeOfParallelism = writers }, async (writer, cancellationToken) =>
        {
            var table = Open(server);
            for (var round = 0; round < rounds; round++)
            {
                for (var i = 0; i < documents; i++)
                {
                    var key = (((writer * rounds) + round) * documents) + i;
                    var json = $$"""{"kind{{writer}}_{{round}}":{{key}},"text":"{{key}} and more"}""";
                    await table.UpsertAsync(new BlittableRow<long>(key, Encoding.UTF8.GetBytes(json)), cancellationToken);
                }
            }
        });

        var versions = await server.QueryAsync<int[]>($"SELECT array_agg(version ORDER BY version) FROM {Companion}");
        Assert.Equal(Enumerable.Range(0, versions.Length), versions);
        Assert.InRange(versions.Length, 1 + writers, 1 + (writers * rounds));
        var reader = Open(server);
        var rows = await reader.GetManyAsync([.. Enumerable.Range(0, writers * rounds * documents).Select(key => (long)key)]).ToListAsync();
        Assert.Equal(writers * rounds * documents, rows.Count);
        Assert.All(rows, row =>
        {
            var (writer, round) = Math.DivRem((int)row.Key / documents, rounds);
            Assert.Equal($$"""{"kind{{writer}}_{{round}}":{{row.Key}},"text":"{{row.Key}} and more"}""", row.Value.Root.ToJson());
        });
    }

    [Fact]
    public async Task Threads_can_share_a_table_from_its_first_use()
    {
        var table = Open(server);
        await Parallel.ForAsync(0, 400, new ParallelOptions { MaxDegreeOfParallelism = 16 }, async (key, cancellationToken) =>
        {
            await table.UpsertAsync(Documents.Row(key), cancellationToken);
            using var document = await table.GetAsync(key, cancellationToken);
            Assert.Equal(Documents.Json(key), document!.Root.ToJson());
        });
        await AssertReadableAsync(Enumerable.Range(0, 400));
        Assert.Equal(1, await server.QueryAsync<int>($"SELECT max(version) FROM {Companion}"));
    }

    [Fact]
    public async Task Only_one_client_at_a_time_creates_a_version()
    {
        await using var connection = await server.Source.OpenConnectionAsync();
        await using var transaction = await connection.BeginTransactionAsync();
        await using (var command = new NpgsqlCommand($"SELECT 1 FROM {Companion} WHERE version = 0 FOR UPDATE", connection))
        {
            await command.ExecuteNonQueryAsync();
        }

        var training = _table.TrainDictionaryAsync(Documents.Rows(1, 10).Select(row => row.Utf8Json));
        await server.UntilWaitingAsync($"%{Companion}%FOR UPDATE", training);

        Assert.Equal(0, await server.QueryAsync<int>($"SELECT max(version) FROM {Companion}"));
        await transaction.RollbackAsync();
        await training;
        Assert.Equal(1, await server.QueryAsync<int>($"SELECT max(version) FROM {Companion}"));
    }

    [Fact]
    public async Task A_failed_load_leaves_an_unused_version()
    {
        var rows = Documents.Rows(1, 2_000).Append(new BlittableRow<long>(2_001, "{]"u8.ToArray()));
        await Assert.ThrowsAsync<BlittableException>(() => _table.LoadAsync(rows));
        Assert.Equal(0, await _table.CountAsync());
        Assert.Equal(1, await server.QueryAsync<int>($"SELECT max(version) FROM {Companion}"));
        await Open(server).LoadAsync(Documents.Rows(1, 100));
        Assert.Equal(1, await server.QueryAsync<int>($"SELECT max(version) FROM {Companion}"));
        await AssertReadableAsync(Enumerable.Range(1, 100));
    }

    [Fact]
    public async Task A_reader_fetches_missing_versions()
    {
        var reader = Open(server);
        Assert.Equal(0, (await reader.GetDictionaryAsync()).Version);
        await _table.LoadAsync(Documents.Rows(1, 100));
        using var document = await reader.GetAsync(7);
        Assert.Equal(Documents.Json(7), document!.Root.ToJson());
        await _table.TrainDictionaryAsync(Documents.Rows(1, 100).Select(row => row.Utf8Json));
        await _table.UpsertAsync(Documents.Row(101));
        Assert.Equal(101, await reader.ScanAsync("number", 0L, 1_000L).CountAsync());
    }

    [Fact]
    public async Task Custom_SQL_can_read_documents_with_the_dictionary_of_the_table()
    {
        await _table.LoadAsync(Documents.Rows(1, 100));
        await using var command = server.Source.CreateCommand($"SELECT document FROM {Name} ORDER BY key");
        await using var reader = await command.ExecuteReaderAsync();
        var dictionary = await _table.GetDictionaryAsync();
        var buffer = new BlittableBuffer();
        for (var key = 1; key <= 100; key++)
        {
            Assert.True(await reader.ReadAsync());
            Assert.Equal(Documents.Json(key), reader.GetBlittable(0, buffer, dictionary).ToJson());
        }
    }

    [Fact]
    public async Task The_error_for_a_missing_version_names_the_document_and_the_version()
    {
        await _table.LoadAsync(Documents.Rows(1, 100));
        await ExecuteAsync($"DELETE FROM {Companion} WHERE version = 1");
        var error = await Assert.ThrowsAsync<BlittableException>(() => Open(server).GetAsync(7));
        Assert.Equal(BlittableErrorCode.DictionaryOutdated, error.Code);
        Assert.Equal(
            $"The document with key 7 in table '{Name}' cannot be opened. "
                + "The document was written with version 1 of its dictionary; the provided dictionary has version 0.",
            error.Message);
        Assert.Equal(100, await _table.CountAsync());
    }

    [Fact]
    public async Task The_error_for_a_gap_between_versions_names_the_companion_table()
    {
        await _table.TrainDictionaryAsync(Documents.Rows(1, 10).Select(row => row.Utf8Json));
        await _table.TrainDictionaryAsync(Enumerable.Repeat<ReadOnlyMemory<byte>>("""{"other":1}"""u8.ToArray(), 2));
        await ExecuteAsync($"DELETE FROM {Companion} WHERE version = 1");
        var error = await Assert.ThrowsAsync<BlittableException>(() => Open(server).GetDictionaryAsync());
        Assert.Equal(BlittableErrorCode.DictionaryOutdated, error.Code);
        Assert.Contains($"'{Companion}'", error.Message, StringComparison.Ordinal);
        // Nothing is written with a dictionary that cannot be read back.
        await Assert.ThrowsAsync<BlittableException>(() => Open(server).LoadAsync(Documents.Rows(1, 10)));
        Assert.Equal(0, await _table.CountAsync());
    }

    [Theory]
    [InlineData(@"changes = '\x00'")]
    [InlineData("changes = substr(changes, 1, octet_length(changes) - 1)")]
    [InlineData("changes = set_byte(changes, octet_length(changes) / 2, 255 - get_byte(changes, octet_length(changes) / 2))")]
    public async Task Damaged_versions_are_rejected(string damage)
    {
        await _table.LoadAsync(Documents.Rows(1, 100));
        await ExecuteAsync($"UPDATE {Companion} SET {damage} WHERE version = 1");
        var error = await Assert.ThrowsAsync<BlittableException>(() => Open(server).GetAsync(7));
        Assert.Contains($"'{Companion}'", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_error_for_an_empty_companion_table_names_the_table()
    {
        await ExecuteAsync($"DELETE FROM {Companion}");
        var error = await Assert.ThrowsAsync<BlittableException>(() => Open(server).UpsertAsync(Documents.Row(1)));
        Assert.Equal(BlittableErrorCode.DictionaryMissing, error.Code);
        Assert.Contains($"'{Companion}'", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Conversion_options_with_a_dictionary_are_rejected()
    {
        var options = Documents.Options(Name) with { Conversion = new BlittableOptions { Dictionary = new BlittableDictionary() } };
        Assert.Contains(Companion, Assert.Throws<ArgumentException>(() => new BlittableTable<long>(server.Source, options)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_table_dropped_and_created_again_has_a_new_dictionary()
    {
        await _table.LoadAsync(Documents.Rows(1, 100));
        var old = (await _table.GetDictionaryAsync()).Id;
        await _table.DropAsync();
        await _table.CreateAsync();
        await _table.LoadAsync(Documents.Rows(1, 100));
        Assert.NotEqual(old, (await _table.GetDictionaryAsync()).Id);
        await AssertReadableAsync(Enumerable.Range(1, 100));
    }

    /// <summary>Opens the table as another client.</summary>
    private static BlittableTable<long> Open(PostgresServer server) => new(server.Source, Documents.Options(Name));

    private async Task AssertReadableAsync(IEnumerable<int> keys)
    {
        var rows = await Open(server).GetManyAsync([.. keys.Select(key => (long)key)]).ToListAsync();
        Assert.Equal(keys.Count(), rows.Count);
        Assert.All(rows, row => Assert.Equal(Documents.Json(row.Key), row.Value.Root.ToJson()));
    }

    private async Task ExecuteAsync(string sql)
    {
        await using var command = server.Source.CreateCommand(sql);
        await command.ExecuteNonQueryAsync();
    }
}
