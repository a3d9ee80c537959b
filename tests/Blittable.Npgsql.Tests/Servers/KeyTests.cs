using Blittable.Npgsql.Sharding;
using Npgsql;

namespace Blittable.Npgsql.Tests.Servers;

public sealed class KeyTests(PostgresServer server) : IClassFixture<PostgresServer>
{
    [Fact]
    public Task Documents_can_have_uuid_keys() =>
        StoreAsync("uuid_keys", Enumerable.Range(1, 200).Select(i => new Guid(i, 2, 3, 4, 5, 6, 7, 8, 9, 10, (byte)i)).ToArray(), Guid.Empty);

    [Fact]
    public Task Documents_can_have_text_keys() =>
        StoreAsync("text_keys", Enumerable.Range(1, 200).Select(i => $"{new string('ä', i % 20)}key {i}").ToArray(), "no such key");

    [Fact]
    public async Task A_key_with_an_unpaired_surrogate_is_rejected_by_every_way_to_store_it()
    {
        var table = new BlittableTable<string>(server.Source, Documents.Options("half_keys"));
        await table.DropAsync();
        await table.CreateAsync();
        var row = new BlittableRow<string>("a\uD83D", Documents.Row(1).Utf8Json);
        await Assert.ThrowsAnyAsync<ArgumentException>(() => table.LoadAsync([row]));
        await Assert.ThrowsAnyAsync<ArgumentException>(() => table.UpsertAsync(row));
        Assert.Equal(0, await table.CountAsync());
        await table.DropAsync();
        Assert.ThrowsAny<ArgumentException>(() => HashPartition.Of(row.Key, 24));
    }

    [Fact]
    public async Task A_key_with_U0000_is_rejected_by_every_operation()
    {
        var table = new BlittableTable<string>(server.Source, Documents.Options("zero_keys"));
        await table.DropAsync();
        await table.CreateAsync();
        var row = new BlittableRow<string>("a\0b", Documents.Row(1).Utf8Json);
        await Assert.ThrowsAsync<ArgumentException>(() => table.UpsertAsync(row));
        await Assert.ThrowsAsync<ArgumentException>(() => table.LoadAsync([row]));
        await Assert.ThrowsAsync<ArgumentException>(() => table.GetAsync(row.Key));
        await Assert.ThrowsAsync<ArgumentException>(() => table.DeleteAsync(row.Key));
        await Assert.ThrowsAsync<ArgumentException>(() => table.GetManyAsync(["b", row.Key]).ToListAsync().AsTask());
        await Assert.ThrowsAsync<ArgumentException>(() => table.ScanAsync("city", "a", "b\0").ToListAsync().AsTask());
        Assert.Throws<ArgumentException>(() => HashPartition.Of(row.Key, 24));
        Assert.Equal(0, await table.CountAsync());
        await table.DropAsync();
    }

    [Fact]
    public void Unsupported_key_types_are_rejected() =>
        Assert.Throws<NotSupportedException>(() => new BlittableTable<double>(server.Source, new BlittableTableOptions { Name = "no_keys" }));

    [Fact]
    public Task The_client_and_the_server_hash_uuids_to_the_same_partition() =>
        AssertHashAsync("uuid", Enumerable.Range(0, 200).Select(i => new Guid(i * 7_919_001, (short)i, 3, 4, 5, 6, 7, 8, 9, 10, (byte)i)));

    [Fact]
    public Task The_client_and_the_server_hash_texts_to_the_same_partition() =>
        AssertHashAsync(
            "text",
            Enumerable.Range(0, 60).Select(length => new string('a', length) + "é").Concat(["", "a", "ab", "abc", "abcd", new string('x', 1_000)]));

    private async Task StoreAsync<TKey>(string name, TKey[] keys, TKey absent)
        where TKey : notnull
    {
        var table = new BlittableTable<TKey>(server.Source, Documents.Options(name));
        await table.DropAsync();
        await table.CreateAsync();
        var rows = keys.Select((key, index) => new BlittableRow<TKey>(key, Documents.Row(index).Utf8Json)).ToArray();
        Assert.Equal((ulong)keys.Length - 1, await table.LoadAsync(rows[1..]));
        await table.UpsertAsync(rows[0]);
        using (var document = await table.GetAsync(keys[7]))
        {
            Assert.Equal(Documents.Json(7), document!.Root.ToJson());
        }

        Assert.Null(await table.GetAsync(absent));
        var found = await table.GetManyAsync([keys[0], absent, keys[3]]).ToListAsync();
        Assert.Equal([keys[3], keys[0]], found.OrderByDescending(row => row.Value.Root.ToJson()).Select(row => row.Key));
        Assert.Equal(keys[10..20], await table.ScanAsync("number", 10L, 20L).Select(row => row.Key).ToListAsync());
        Assert.True(await table.DeleteAsync(keys[5]));
        Assert.False(await table.DeleteAsync(keys[5]));
        await table.DropAsync();
    }

    private async Task AssertHashAsync<TKey>(string type, IEnumerable<TKey> keys)
    {
        var table = $"hashed_{type}";
        await server.QueryAsync<object>($"DROP TABLE IF EXISTS {table}; CREATE TABLE {table} (key {type} NOT NULL) PARTITION BY HASH (key); SELECT 1");
        await using var command = server.Source.CreateCommand($"SELECT satisfies_hash_partition('{table}'::regclass, 24, $1, $2)");
        foreach (var key in keys)
        {
            command.Parameters.Clear();
            command.Parameters.Add(new NpgsqlParameter<int> { TypedValue = HashPartition.Of(key, 24) });
            command.Parameters.Add(new NpgsqlParameter<TKey> { TypedValue = key });
            Assert.True((bool)(await command.ExecuteScalarAsync())!, $"key {key}");
        }

        await server.QueryAsync<object>($"DROP TABLE {table}; SELECT 1");
    }
}
