using Npgsql;

namespace Blittable.Npgsql.Tests.Sharding;

public class ShardedTableTests
{
    /// <summary>Port 1 is reserved, so no server listens there.</summary>
    private const string Nowhere = "Host=127.0.0.1;Port=1;Username=nobody;Database=nothing;Timeout=2";

    [Fact]
    public async Task Every_error_names_the_unreachable_shard()
    {
        await using var source = NpgsqlDataSource.Create(Nowhere);
        var table = Table(source, shards: 3);
        var key = 77;
        var shard = table.ShardOf(key).Name;
        Assert.Equal(shard, (await Assert.ThrowsAsync<BlittableShardException>(() => table.GetAsync(key))).Shard);
        Assert.Equal(shard, (await Assert.ThrowsAsync<BlittableShardException>(() => table.UpsertAsync(Documents.Row(key)))).Shard);
        Assert.Equal(shard, (await Assert.ThrowsAsync<BlittableShardException>(() => table.DeleteAsync(key))).Shard);
        Assert.Contains("'shard_0'", (await Assert.ThrowsAsync<BlittableShardException>(() => table.CreateAsync())).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_load_reports_each_shard_that_failed()
    {
        await using var source = NpgsqlDataSource.Create(Nowhere);
        var results = await Table(source, shards: 2).LoadAsync(Documents.Rows(1, 5_000).ToAsyncEnumerable());
        Assert.Equal(["shard_0", "shard_1"], results.Select(result => result.Shard));
        Assert.Equal(5_000, results.Sum(result => result.Rows));
        Assert.All(results, result => Assert.False(result.IsCommitted));
    }

    [Fact]
    public async Task Keys_are_distributed_evenly_over_the_shards()
    {
        await using var source = NpgsqlDataSource.Create(Nowhere);
        var table = Table(source, shards: 3);
        var counts = Enumerable.Range(0, 30_000).CountBy(key => table.ShardOf(key).Name).ToArray();
        Assert.Equal(3, counts.Length);
        Assert.All(counts, count => Assert.InRange(count.Value, 9_500, 10_500));
    }

    [Fact]
    public async Task Fewer_partitions_than_shards_are_rejected()
    {
        await using var source = NpgsqlDataSource.Create(Nowhere);
        Assert.Throws<ArgumentException>(() => Table(source, shards: 4, partitions: 3));
        Assert.Throws<ArgumentException>(() => Table(source, shards: 0));
    }

    [Fact]
    public async Task A_LoadAhead_of_zero_is_rejected()
    {
        await using var source = NpgsqlDataSource.Create(Nowhere);
        BlittableShard[] shards = [new("shard_0", source, new NpgsqlConnectionStringBuilder(Nowhere))];
        var options = new BlittableShardedTableOptions { Table = Documents.Options("documents"), LoadAhead = 0 };
        Assert.Throws<ArgumentException>(() => new BlittableShardedTable<long>(source, shards, options));
    }

    private static BlittableShardedTable<long> Table(NpgsqlDataSource source, int shards, int partitions = 24) => new(
        source,
        [.. Enumerable.Range(0, shards).Select(index => new BlittableShard($"shard_{index}", source, new NpgsqlConnectionStringBuilder(Nowhere)))],
        new BlittableShardedTableOptions { Table = Documents.Options("documents"), Partitions = partitions });
}
