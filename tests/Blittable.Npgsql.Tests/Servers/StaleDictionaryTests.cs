using System.Text;
using Microsoft.Extensions.Logging;

namespace Blittable.Npgsql.Tests.Servers;

/// <summary>Tests that a client with an outdated copy of the dictionary writes only documents that others can read.</summary>
public sealed class StaleDictionaryTests(PostgresServer server) : IClassFixture<PostgresServer>, IAsyncLifetime
{
    private const string Name = "stale_dictionary_tests";
    private const string Companion = Name + "_dictionary";

    private readonly BlittableTable<long> _table = Open(server);

    public async ValueTask InitializeAsync()
    {
        await _table.DropAsync();
        await _table.CreateAsync();
        await _table.LoadAsync(Documents.Rows(1, 100));
    }

    public async ValueTask DisposeAsync() => await _table.DropAsync();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task After_a_table_is_recreated_an_upsert_uses_the_new_dictionary(bool hasLearned)
    {
        var old = await _table.GetDictionaryAsync();
        await MakeAnewAsync(hasLearned);
        await _table.UpsertAsync(Documents.Row(1_000));
        Assert.NotEqual(old.Id, (await _table.GetDictionaryAsync()).Id);
        await AssertReadableAsync(1_000);
    }

    [Fact]
    public async Task A_reload_of_the_dictionary_is_logged_at_level_Debug()
    {
        using var log = new RecordedLog();
        var table = new BlittableTable<long>(server.Source, Documents.Options(Name) with { Logger = log });
        await table.UpsertAsync(Documents.Row(1_000));
        Assert.Empty(log.All);

        await MakeAnewAsync(hasLearned: true);
        await table.UpsertAsync(Documents.Row(1_001));
        var message = Assert.Single(log.All);
        Assert.Equal((LogLevel.Debug, "DictionaryReloaded"), (message.Level, message.Event));
        Assert.Contains($"table {Name} does not contain", message.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task After_a_table_is_recreated_a_load_uses_the_new_dictionary(bool hasLearned)
    {
        await MakeAnewAsync(hasLearned);
        Assert.Equal(200UL, await _table.LoadAsync(Documents.Rows(1_000, 200)));
        await AssertReadableAsync([.. Enumerable.Range(1_000, 200).Select(key => (long)key)]);
        Assert.Equal(1, await server.QueryAsync<int>($"SELECT max(version) FROM {Companion}"));
    }

    [Fact]
    public async Task After_a_table_is_recreated_a_document_is_read_with_the_new_dictionary()
    {
        await MakeAnewAsync(hasLearned: true);
        using var document = await _table.GetAsync(500);
        Assert.Equal(Documents.Json(500), document!.Root.ToJson());
    }

    [Fact]
    public async Task After_a_table_is_recreated_a_stale_client_trains_the_new_dictionary()
    {
        await MakeAnewAsync(hasLearned: false);
        await _table.TrainDictionaryAsync(Documents.Rows(1, 100).Select(row => row.Utf8Json));
        await _table.UpsertAsync(Documents.Row(1_000));
        Assert.Equal(1, await server.QueryAsync<int>($"SELECT max(version) FROM {Companion}"));
        await AssertReadableAsync(1_000);
    }

    [Fact]
    public async Task After_a_failover_to_a_lagging_standby_an_upsert_uses_the_remaining_versions()
    {
        await LoseVersionAsync();
        await _table.UpsertAsync(Documents.Row(1_000));
        await AssertReadableAsync(1_000);
    }

    [Fact]
    public async Task After_a_failover_to_a_lagging_standby_a_load_uses_the_remaining_versions()
    {
        await LoseVersionAsync();
        await _table.LoadAsync(Documents.Rows(1_000, 200));
        await AssertReadableAsync([.. Enumerable.Range(1_000, 200).Select(key => (long)key)]);
    }

    /// <summary>The dangerous case: the version number is equal, but the contents of the version are different.</summary>
    [Fact]
    public async Task A_version_created_after_a_failover_is_not_mistaken_for_the_lost_one()
    {
        await LoseVersionAsync();
        var other = Enumerable.Range(2_000, 100).Select(key => new BlittableRow<long>(key, Encoding.UTF8.GetBytes(Other(key)))).ToArray();
        await Open(server).LoadAsync(other);
        Assert.Equal(1, await server.QueryAsync<int>($"SELECT max(version) FROM {Companion}"));

        await _table.UpsertAsync(Documents.Row(1_000));
        await _table.LoadAsync(Documents.Rows(1_001, 50));
        await AssertReadableAsync([.. Enumerable.Range(1_000, 51).Select(key => (long)key)]);
        using var document = await _table.GetAsync(2_007);
        Assert.Equal(Other(2_007), document!.Root.ToJson());
    }

    [Fact]
    public async Task A_load_whose_version_is_lost_before_it_ends_stores_nothing()
    {
        async IAsyncEnumerable<BlittableRow<long>> Rows()
        {
            foreach (var row in Documents.Rows(1_000, 1_500))
            {
                if (row.Key == 2_400)
                {
                    await ExecuteAsync($"DELETE FROM {Companion} WHERE version = 1");
                }

                yield return row;
            }
        }

        var error = await Assert.ThrowsAsync<BlittableException>(() => _table.LoadAsync(Rows()));
        Assert.Equal(BlittableErrorCode.DictionaryMismatch, error.Code);
        Assert.Contains($"'{Companion}'", error.Message, StringComparison.Ordinal);
        Assert.Equal(100, await _table.CountAsync());
    }

    [Fact]
    public async Task A_table_cannot_be_dropped_during_a_load()
    {
        var drop = Task.CompletedTask;
        async IAsyncEnumerable<BlittableRow<long>> Rows()
        {
            foreach (var row in Documents.Rows(1_000, 1_500))
            {
                if (row.Key == 2_400)
                {
                    drop = Open(server).DropAsync();
                    await server.UntilWaitingAsync($"DROP TABLE%{Name}%", drop);
                }

                yield return row;
            }
        }

        Assert.Equal(1_500UL, await _table.LoadAsync(Rows()));
        await drop;
    }

    [Fact]
    public async Task Threads_writing_while_the_table_is_recreated_leave_only_readable_documents()
    {
        using var stop = new CancellationTokenSource();
        var written = 0;
        var writers = Enumerable.Range(0, 4).Select(async writer =>
        {
            for (var key = 10_000L * (writer + 1); !stop.IsCancellationRequested; key++)
            {
                try
                {
                    await _table.UpsertAsync(Documents.Row(key));
                    Interlocked.Increment(ref written);
                }
                catch (global::Npgsql.PostgresException error) when (error.SqlState is "42P01" or "40P01")
                {
                    // The table was just dropped.
                }
            }
        }).ToArray();
        for (var round = 0; round < 5; round++)
        {
            var before = Volatile.Read(ref written);
            await MakeAnewAsync(hasLearned: round % 2 == 0);
            using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(1));
            while (Volatile.Read(ref written) < before + 40)
            {
                Assert.DoesNotContain(writers, writer => writer.IsFaulted);
                await Task.Delay(5, limit.Token);
            }
        }

        await stop.CancelAsync();
        await Task.WhenAll(writers);
        var keys = await server.QueryAsync<long[]>($"SELECT array_agg(key) FROM {Name}");
        Assert.InRange(keys.Length, 40, written + 100);
        await AssertReadableAsync(keys);
    }

    /// <summary>Opens the table as another client.</summary>
    private static BlittableTable<long> Open(PostgresServer server) => new(server.Source, Documents.Options(Name));

    private static string Other(long key) => $$"""{"another":{{key}},"kind":"of document"}""";

    /// <summary>Drops and recreates the table as another client.</summary>
    private async Task MakeAnewAsync(bool hasLearned)
    {
        var other = Open(server);
        await other.DropAsync();
        await other.CreateAsync();
        if (hasLearned)
        {
            await other.LoadAsync(Documents.Rows(500, 100));
        }
    }

    /// <summary>Restores the state of a server that took over before it received the last version and the documents that use it.</summary>
    private async Task LoseVersionAsync()
    {
        Assert.Equal(1, (await _table.GetDictionaryAsync()).Version);
        await ExecuteAsync($"DELETE FROM {Name}");
        await ExecuteAsync($"DELETE FROM {Companion} WHERE version = 1");
    }

    private async Task AssertReadableAsync(params long[] keys)
    {
        var rows = await Open(server).GetManyAsync(keys).ToListAsync();
        Assert.Equal(keys.Length, rows.Count);
        Assert.All(rows, row => Assert.Equal(Documents.Json(row.Key), row.Value.Root.ToJson()));
    }

    private async Task ExecuteAsync(string sql)
    {
        await using var command = server.Source.CreateCommand(sql);
        await command.ExecuteNonQueryAsync();
    }
}
