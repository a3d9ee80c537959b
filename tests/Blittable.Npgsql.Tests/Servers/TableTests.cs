using System.Text;
using Blittable.Dates;
using Npgsql;

namespace Blittable.Npgsql.Tests.Servers;

public sealed class TableTests(PostgresServer server) : IClassFixture<PostgresServer>, IAsyncLifetime
{
    private readonly BlittableTable<long> _table = new(server.Source, Documents.Options("table_tests"));

    public async ValueTask InitializeAsync()
    {
        await _table.DropAsync();
        await _table.CreateAsync();
    }

    public async ValueTask DisposeAsync() => await _table.DropAsync();

    [Fact]
    public async Task A_loaded_document_is_found_by_its_key()
    {
        Assert.Equal(100UL, await _table.LoadAsync(Documents.Rows(1, 100)));
        using var document = await _table.GetAsync(42);
        Assert.Equal(42, document!.Root.GetProperty("number"u8).GetInt64());
        Assert.Equal("City 2", document.Root.GetProperty("address"u8).GetProperty("city"u8).GetString());
        Assert.Null(await _table.GetAsync(1_000));
    }

    [Fact]
    public async Task Creating_a_table_again_changes_nothing()
    {
        await _table.UpsertAsync(Documents.Row(1));
        await _table.CreateAsync();
        Assert.Equal(1, await _table.CountAsync());
    }

    [Fact]
    public async Task An_upsert_replaces_the_document_and_its_promoted_values()
    {
        await _table.UpsertAsync(Documents.Row(1));
        await _table.UpsertAsync(new BlittableRow<long>(1, """{"number":7}"""u8.ToArray()));
        using var document = await _table.GetAsync(1);
        Assert.Equal(7, document!.Root.GetProperty("number"u8).GetInt32());
        Assert.Equal(7, await server.QueryAsync<long>("SELECT number FROM table_tests"));
        Assert.True(await server.QueryAsync<bool>("SELECT city IS NULL AND price IS NULL AND ratio IS NULL AND shipped IS NULL FROM table_tests"));
    }

    [Fact]
    public async Task A_document_can_be_deleted_once()
    {
        await _table.UpsertAsync(Documents.Row(1));
        Assert.True(await _table.DeleteAsync(1));
        Assert.False(await _table.DeleteAsync(1));
    }

    [Fact]
    public async Task GetMany_returns_the_documents_that_exist()
    {
        await _table.LoadAsync(Documents.Rows(1, 50));
        var found = await _table.GetManyAsync([5, 500, 50, 51]).ToListAsync();
        Assert.Equal([5, 50], found.Select(row => row.Key).Order());
        Assert.All(found, row => Assert.Equal(row.Key, row.Value.Root.GetProperty("number"u8).GetInt64()));
    }

    [Fact]
    public async Task GetEach_returns_a_result_for_each_key_in_order()
    {
        await _table.LoadAsync(Documents.Rows(1, 50));
        var found = await _table.GetEachAsync([50, 500, 5, 50]);
        Assert.Equal([50, null, 5, 50], found.Select(document => document?.Root.GetProperty("number"u8).GetInt64()));
        Assert.Empty(await _table.GetEachAsync([]));
    }

    [Fact]
    public async Task CopyOut_returns_every_document_and_can_stop_early()
    {
        await _table.LoadAsync(Documents.Rows(1, 2_000));
        var keys = new List<long>();
        await foreach (var (key, document) in _table.CopyOutAsync())
        {
            Assert.Equal(key, document.Root.GetProperty("number"u8).GetInt64());
            keys.Add(key);
        }

        Assert.Equal(Enumerable.Range(1, 2_000).Select(key => (long)key), keys.Order());
        Assert.Equal(3, await _table.CopyOutAsync().Take(3).CountAsync());
        Assert.Equal(2_000, await _table.CountAsync());
    }

    [Fact]
    public async Task Range_scans_are_ordered_by_the_promoted_column()
    {
        await _table.LoadAsync(Documents.Rows(1, 100));
        Assert.Equal(Enumerable.Range(10, 10).Select(key => (long)key), await _table.ScanAsync("number", 10L, 20L).Select(row => row.Key).ToListAsync());
        Assert.Equal(10, await _table.ScanAsync("city", "City 3", "City 4").CountAsync());
        var (first, last) = EpochDate.YearBounds(2014);
        Assert.All(await _table.ScanAsync("shipped", first, last + 1).ToListAsync(), row => Assert.Equal(4, row.Key % 10));
        Assert.Equal(10, await _table.ScanAsync("shipped", first, last + 1).CountAsync());
        await Assert.ThrowsAsync<ArgumentException>(async () => await _table.ScanAsync("nothing", 1L, 2L).ToListAsync());
    }

    [Fact]
    public async Task Promoted_values_equal_the_values_of_the_documents_and_date_fields_use_an_index()
    {
        await _table.LoadAsync(Documents.Rows(1, 100));
        Assert.Equal(Enumerable.Range(1, 100).Sum(key => key + 0.25m), await _table.SumAsync("price"));
        Assert.Equal(10L, await server.QueryAsync<long>("SELECT count(*) FROM table_tests WHERE ((received >> 40) & 4095) = 14"));
        await using var command = server.Source.CreateCommand(
            "SET enable_seqscan = off; EXPLAIN SELECT key FROM table_tests WHERE ((received >> 40) & 4095) = 14; RESET enable_seqscan");
        Assert.Contains("table_tests_received_year", await PostgresServer.LinesAsync(command), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("'not a document'")]
    [InlineData("''")]
    [InlineData(@"'\xFFFFFFFFFFFFFFFF'")]
    [InlineData("substr(document, 1, octet_length(document) - 1)")]
    [InlineData("substr(document, octet_length(document))")]
    [InlineData("set_byte(document, octet_length(document) - 1, 255)")]
    public async Task The_error_for_bytes_that_are_not_a_document_names_the_key(string bytes)
    {
        await _table.LoadAsync(Documents.Rows(1, 10));
        await server.QueryAsync<object>($"UPDATE table_tests SET document = {bytes} WHERE key = 3 RETURNING key");
        var errors = new[]
        {
            await Assert.ThrowsAsync<BlittableException>(() => ReadAsync(_table.GetManyAsync([3]))),
            await Assert.ThrowsAsync<BlittableException>(() => ReadAsync(_table.ScanAsync("number", 1L, 5L))),
            await Assert.ThrowsAsync<BlittableException>(() => ReadAsync(_table.CopyOutAsync())),
            await Assert.ThrowsAsync<BlittableException>(async () => (await _table.GetEachAsync([1, 3]))[1]!.Validate()),
        };
        Assert.All(errors, error => Assert.Contains("key 3 in table 'table_tests'", error.Message, StringComparison.Ordinal));
        // The other documents are unchanged.
        Assert.Equal(9, await ReadAsync(_table.GetManyAsync([1, 2, 4, 5, 6, 7, 8, 9, 10])));
        Assert.Equal(10, await _table.CountAsync());

        static async Task<int> ReadAsync(IAsyncEnumerable<KeyValuePair<long, BlittableDocument>> rows)
        {
            var count = 0;
            await foreach (var (key, document) in rows)
            {
                document.Validate();
                Assert.Equal(Documents.Json(key), document.Root.ToJson());
                count++;
            }

            return count;
        }
    }

    [Fact]
    public async Task Bytes_that_do_not_resemble_a_document_are_rejected_immediately()
    {
        await server.QueryAsync<object>("INSERT INTO table_tests (key, document) VALUES (1, 'not a document') RETURNING key");
        var error = await Assert.ThrowsAsync<BlittableException>(() => _table.GetAsync(1));
        Assert.StartsWith("The document with key 1 in table 'table_tests' cannot be opened. ", error.Message, StringComparison.Ordinal);
        Assert.IsType<BlittableException>(error.InnerException);
    }

    [Fact]
    public async Task Invalid_JSON_leaves_the_table_unchanged()
    {
        await _table.UpsertAsync(Documents.Row(1));
        var rows = Documents.Rows(2, 10).Append(new BlittableRow<long>(12, Encoding.UTF8.GetBytes("{]")));
        await Assert.ThrowsAsync<BlittableException>(() => _table.LoadAsync(rows));
        await Assert.ThrowsAsync<BlittableException>(() => _table.UpsertAsync(new BlittableRow<long>(1, Encoding.UTF8.GetBytes("{]"))));
        Assert.Equal(1, await _table.CountAsync());
        // The table remains usable.
        await _table.LoadAsync(Documents.Rows(2, 10));
        Assert.Equal(11, await _table.CountAsync());
    }

    [Fact]
    public async Task A_connection_lost_during_a_load_leaves_the_table_unchanged()
    {
        await _table.UpsertAsync(Documents.Row(1));
        await Assert.ThrowsAnyAsync<NpgsqlException>(() => _table.LoadAsync(LosingTheConnection()));
        Assert.Equal(1, await _table.CountAsync());

        async IAsyncEnumerable<BlittableRow<long>> LosingTheConnection()
        {
            for (var key = 2; key < 50_000; key++)
            {
                if (key == 10_000)
                {
                    await server.QueryAsync<bool>(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'COPY \"table_tests\"%' AND pid <> pg_backend_pid()");
                }

                yield return Documents.Row(key);
            }
        }
    }

    [Fact]
    public async Task A_duplicate_key_aborts_the_load()
    {
        await _table.UpsertAsync(Documents.Row(5));
        var error = await Assert.ThrowsAsync<PostgresException>(() => _table.LoadAsync(Documents.Rows(1, 10)));
        Assert.Equal(PostgresErrorCodes.UniqueViolation, error.SqlState);
        Assert.Equal(1, await _table.CountAsync());
    }

    [Fact]
    public async Task The_table_is_distributed_only_if_Citus_is_available() =>
        Assert.Equal(
            await server.QueryAsync<long>("SELECT count(*) FROM pg_available_extensions WHERE name = 'citus'") == 1,
            await _table.DistributeWithCitusAsync());
}
