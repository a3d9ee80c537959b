using System.Text;
using Blittable.Npgsql.Sharding;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Blittable.Npgsql.Tests.Servers;

public sealed class ShardTests(ShardServers servers) : IClassFixture<ShardServers>, IAsyncLifetime
{
    private const int Count = 6_000;

    private readonly BlittableShardedTable<long> _table = new(
        servers.Shards[0].Source,
        servers.Shards,
        new BlittableShardedTableOptions { Table = Documents.Options("shard_tests") with { Logger = servers.Log }, Partitions = 12 });

    public async ValueTask InitializeAsync()
    {
        await _table.DropAsync();
        await _table.CreateAsync();
    }

    public async ValueTask DisposeAsync() => await _table.DropAsync();

    [Fact]
    public async Task The_client_and_the_server_hash_integers_to_the_same_partition()
    {
        long[] keys =
        [
            0, 1, -1, 42, int.MaxValue, int.MinValue, (long)int.MaxValue + 1, long.MaxValue, long.MinValue,
            .. Enumerable.Range(0, 500).Select(i => (i * 7_919_000_001L) - 1_000_000_000_000),
        ];
        await using var command = servers.Shards[0].Source.CreateCommand("SELECT satisfies_hash_partition('shard_tests'::regclass, 12, $1, $2::bigint)");
        command.Parameters.Add(new NpgsqlParameter<int>());
        command.Parameters.Add(new NpgsqlParameter<long>());
        foreach (var key in keys)
        {
            ((NpgsqlParameter<int>)command.Parameters[0]).TypedValue = HashPartition.Of(key, 12);
            ((NpgsqlParameter<long>)command.Parameters[1]).TypedValue = key;
            Assert.True((bool)(await command.ExecuteScalarAsync())!, $"key {key}");
        }
    }

    [Fact]
    public async Task A_load_is_distributed_over_the_shards_and_visible_as_one_table()
    {
        var results = await LoadAsync(1, Count);
        Assert.All(results, result => Assert.True(result.IsCommitted));
        Assert.All(results, result => Assert.InRange(result.Rows, Count / 4, Count / 2));
        Assert.Equal(Count, await _table.CountAsync());
        Assert.Equal(Enumerable.Range(1, Count).Sum(key => key + 0.25m), await _table.SumAsync("price"));
        Assert.Equal(100, await _table.ScanAsync("number", 1_000L, 1_100L).CountAsync());
        Assert.Equal([3, 4_000], (await _table.GetManyAsync([4_000, 3, 99_999]).Select(row => row.Key).ToListAsync()).Order());
        foreach (var key in Enumerable.Range(1, 50))
        {
            using var document = await _table.GetAsync(key);
            Assert.Equal(key, document!.Root.GetProperty("number"u8).GetInt32());
        }

        // The coordinator sees the same rows.
        await using var command = servers.Shards[0].Source.CreateCommand($"SELECT count(*) FROM {_table.QuotedName}");
        Assert.Equal((long)Count, await command.ExecuteScalarAsync());
    }

    [Fact]
    public async Task The_coordinator_pushes_conditions_down_to_the_shards_and_fetches_no_documents()
    {
        await LoadAsync(1, Count);
        await using var command = servers.Shards[0].Source.CreateCommand($"EXPLAIN (VERBOSE) SELECT sum(number) FROM {_table.QuotedName} WHERE number >= 100");
        var plan = await PostgresServer.LinesAsync(command);
        Assert.Contains("Remote SQL: SELECT number FROM public.shard_tests_0 WHERE ((number >= 100))", plan, StringComparison.Ordinal);
    }

    [Fact]
    public async Task If_a_shard_is_down_the_others_answer()
    {
        await LoadAsync(1, Count);
        var lost = AnyButTheCoordinator();
        ShardServers.Kill(lost);
        try
        {
            foreach (var key in Enumerable.Range(1, 60))
            {
                if (_table.ShardOf(key).Name == lost)
                {
                    Assert.Equal(lost, (await Assert.ThrowsAsync<BlittableShardException>(() => _table.GetAsync(key))).Shard);
                }
                else
                {
                    using var document = await _table.GetAsync(key);
                    Assert.Equal(key, document!.Root.GetProperty("number"u8).GetInt32());
                }
            }

            var whileScanning = await Assert.ThrowsAsync<BlittableShardException>(
                async () => await _table.ScanAsync("number", 0L, long.MaxValue).CountAsync());
            Assert.Equal(lost, whileScanning.Shard);
            Assert.Equal(lost, (await Assert.ThrowsAsync<BlittableShardException>(() => _table.SumAsync("price"))).Shard);

            // The coordinator's error also names the server.
            await using var command = servers.Shards[0].Source.CreateCommand($"SELECT count(*) FROM {_table.QuotedName}");
            Assert.Contains(lost, (await Assert.ThrowsAsync<PostgresException>(() => command.ExecuteScalarAsync())).MessageText, StringComparison.Ordinal);
        }
        finally
        {
            servers.Revive(lost);
        }

        Assert.Equal(Count, await _table.CountAsync());
    }

    [Fact]
    public async Task A_load_while_a_shard_is_down_is_committed_by_the_others_and_can_be_completed()
    {
        await LoadAsync(1, Count);
        var lost = AnyButTheCoordinator();
        ShardServers.Kill(lost);
        try
        {
            var results = await LoadAsync(Count + 1, Count);
            Assert.Equal([lost], results.Where(result => !result.IsCommitted).Select(result => result.Shard));
            Assert.Contains(servers.Log.All, message => message is { Level: LogLevel.Warning, Event: "LoadFailed" } && message.Text.Contains(lost, StringComparison.Ordinal));
        }
        finally
        {
            servers.Revive(lost);
        }

        // All rows of the first load are present, and those rows of the second load that the other shards committed.
        var expected = Enumerable.Range(1, 2 * Count).Count(key => key <= Count || _table.ShardOf(key).Name != lost);
        Assert.Equal(expected, await _table.CountAsync());
        var again = await _table.LoadAsync(Documents.Rows(Count + 1, Count).Where(row => _table.ShardOf(row.Key).Name == lost).ToAsyncEnumerable());
        Assert.All(again, result => Assert.True(result.IsCommitted));
        Assert.Equal(2 * Count, await _table.CountAsync());
    }

    [Fact]
    public async Task A_shard_that_crashes_during_a_load_keeps_none_of_its_part()
    {
        const string lost = "shard_3";
        var results = await _table.LoadAsync(Dying());
        servers.Revive(lost);
        Assert.Equal([lost], results.Where(result => !result.IsCommitted).Select(result => result.Shard));
        Assert.Equal(results.Where(result => result.IsCommitted).Sum(result => result.Rows), await _table.CountAsync());

        static async IAsyncEnumerable<BlittableRow<long>> Dying()
        {
            for (var key = 1; key <= 30_000; key++)
            {
                if (key == 15_000)
                {
                    await Task.Yield();
                    ShardServers.Kill(lost);
                }

                yield return Documents.Row(key);
            }
        }
    }

    [Fact]
    public async Task A_failing_row_source_commits_nothing()
    {
        await Assert.ThrowsAsync<InvalidDataException>(() => _table.LoadAsync(Failing()));
        Assert.Equal(0, await _table.CountAsync());

        static async IAsyncEnumerable<BlittableRow<long>> Failing()
        {
            for (var key = 1; key <= 5_000; key++)
            {
                yield return Documents.Row(key);
            }

            await Task.Yield();
            throw new InvalidDataException();
        }
    }

    [Fact]
    public async Task Every_shard_can_be_read_alone_with_its_copy_of_the_dictionary()
    {
        await LoadAsync(1, Count);
        foreach (var shard in servers.Shards)
        {
            var alone = new BlittableTable<long>(shard.Source, Documents.Options("shard_tests"));
            Assert.InRange((await alone.GetDictionaryAsync()).Version, 1, 3);
            var rows = await alone.ScanAsync("number", 0L, long.MaxValue).ToListAsync();
            Assert.InRange(rows.Count, Count / 4, Count / 2);
            Assert.All(rows, row => Assert.Equal(Documents.Json(row.Key), row.Value.Root.ToJson()));
        }
    }

    [Fact]
    public async Task A_version_reaches_every_shard_including_one_that_was_down()
    {
        const string lost = "shard_2";
        await _table.TrainDictionaryAsync(Texts(1));
        await AssertVersionsAsync(1, 1, 1);
        ShardServers.Kill(lost);
        try
        {
            Assert.Equal(lost, (await Assert.ThrowsAsync<BlittableShardException>(() => _table.TrainDictionaryAsync(Texts(2)))).Shard);
        }
        finally
        {
            servers.Revive(lost);
        }

        await AssertVersionsAsync(2, 1, 2);
        // The shard is written and read with its own version.
        await LoadAsync(1, Count);
        Assert.Equal(Count, await _table.ScanAsync("number", 0L, long.MaxValue).CountAsync(row => row.Value.Root.ToJson() == Documents.Json(row.Key)));
        await _table.TrainDictionaryAsync(Texts(3));
        await AssertVersionsAsync(3, 3, 3);

        // The recreated table has a new dictionary.
        await _table.DropAsync();
        await _table.CreateAsync();
        await _table.TrainDictionaryAsync(Texts(4));
        await AssertVersionsAsync(1, 1, 1);

        // Each training learns other names, because nothing new is no new version. The rows to load have nothing that the first has not learned.
        static ReadOnlyMemory<byte>[] Texts(int round) =>
        [
            .. Documents.Rows(1, 100).Select(row => row.Utf8Json),
            .. Documents.Rows(1, 100).Select(row => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes($$"""{"round {{round}}":{{row.Key}},"name {{round}}":"value"}""")),
        ];

        async Task AssertVersionsAsync(params int[] expected) => Assert.Equal(expected, await Task.WhenAll(servers.Shards.Select(async shard =>
            (await new BlittableTable<long>(shard.Source, Documents.Options("shard_tests")).GetDictionaryAsync()).Version)));
    }

    [Fact]
    public async Task The_other_shards_are_written_if_the_coordinator_is_down()
    {
        var coordinator = servers.Shards[0].Name;
        ShardServers.Kill(coordinator);
        IReadOnlyList<ShardLoadResult> results;
        try
        {
            results = await LoadAsync(1, Count);
        }
        finally
        {
            servers.Revive(coordinator);
        }

        Assert.Equal([coordinator], results.Where(result => !result.IsCommitted).Select(result => result.Shard));
        Assert.Contains(servers.Log.All, message => message is { Level: LogLevel.Warning, Event: "CannotLearn" });
        await LoadAsync(Count + 1, Count);
        Assert.Equal(
            2 * Count - results[0].Rows,
            await _table.ScanAsync("number", 0L, long.MaxValue).CountAsync(row => row.Value.Root.ToJson() == Documents.Json(row.Key)));
    }

    /// <summary>Returns the name of the shard of key 1, or of another shard if that is the coordinator.</summary>
    private string AnyButTheCoordinator() => _table.ShardOf(1).Name == "shard_1" ? "shard_2" : _table.ShardOf(1).Name;

    private async Task<IReadOnlyList<ShardLoadResult>> LoadAsync(long first, int count) =>
        await _table.LoadAsync(Documents.Rows(first, count).ToAsyncEnumerable());
}
