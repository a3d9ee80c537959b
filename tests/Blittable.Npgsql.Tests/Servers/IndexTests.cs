using Npgsql;

namespace Blittable.Npgsql.Tests.Servers;

public sealed class IndexTests(PostgresServer server) : IClassFixture<PostgresServer>, IAsyncLifetime
{
    private const string Schema = "index_tests";

    private readonly NpgsqlDataSource _source = NpgsqlDataSource.Create($"{PostgresServer.ConnectionString};Search Path={Schema}");

    /// <summary>Gets indexed columns: name of the table, name of the column.</summary>
    public static TheoryData<(string Table, string Column)[]> Columns => new()
    {
        // Table and column have the same name when joined.
        new[] { ("t_a", "b"), ("t", "a_b") },
        new[] { ("t", "a_b"), ("t_a", "b") },
        new[] { ("a_b_c", "d"), ("a", "b_c_d"), ("a_b", "c_d") },
        // The name of an index is the name of another table.
        new[] { ("t_a_value", "b"), ("t", "a") },
        // The joined names have the same first 63 bytes.
        new[] { ("t", new string('a', 61)), ("t", new string('a', 62)), ("t", new string('a', 63)) },
        new[] { ("t", new string('é', 30)), ("t", new string('é', 31)), ("t", $"{new string('a', 62)}b") },
        new[] { ("t", $"a{string.Concat(Enumerable.Repeat("\U0001F600", 15))}") },
        new[] { (new string('t', 52), new string('a', 63)), ($"{new string('t', 50)}_a", new string('a', 63)) },
        new[] { ("it's", "a \"quoted\" name"), ("$$", "'") },
    };

    public async ValueTask InitializeAsync()
    {
        await server.QueryAsync<string>($"DROP SCHEMA IF EXISTS {Schema} CASCADE; CREATE SCHEMA {Schema}; SELECT ''");
    }

    public async ValueTask DisposeAsync()
    {
        await server.QueryAsync<string>($"DROP SCHEMA {Schema} CASCADE; SELECT ''");
        await _source.DisposeAsync();
    }

    [Theory]
    [MemberData(nameof(Columns))]
    public async Task Every_column_has_one_index_even_if_index_names_collide(params (string Table, string Column)[] columns)
    {
        // Creating the tables again creates no second index.
        for (var time = 0; time < 2; time++)
        {
            foreach (var table in columns.GroupBy(column => column.Table, column => column.Column))
            {
                await Table(table.Key, [.. table.Select(column => new PromotedColumn(column, "$.x", PromotedType.Integer) { IsIndexed = true })]).CreateAsync();
            }

            Assert.Equal(columns.Order(), (await IndexedAsync()).Order());
        }
    }

    [Fact]
    public async Task Year_and_month_fields_have_indexes()
    {
        var name = new string('d', 50);
        foreach (var (table, column) in ((string, string)[])[("t_a", "b"), ("t", "a_b"), (name, name)])
        {
            await Table(table, new PromotedColumn(column, "$.x", PromotedType.BitpackDate) { IndexesDateFields = true }).CreateAsync();
            Assert.Equal(2, await server.QueryAsync<long>(
                $"SELECT count(*) FROM pg_indexes WHERE schemaname = '{Schema}' AND tablename = '{table}' AND indexdef LIKE '%>>%'"));
        }
    }

    [Fact]
    public async Task An_index_has_its_plain_name_if_the_name_is_free()
    {
        await Table("t_a", new PromotedColumn("b", "$.x", PromotedType.Integer) { IsIndexed = true }).CreateAsync();
        Assert.Equal(
            "t_a_b_value",
            await server.QueryAsync<string>($"SELECT indexname::text FROM pg_indexes WHERE schemaname = '{Schema}' AND indexname LIKE '%value%'"));
    }

    [Fact]
    public async Task An_existing_index_is_not_created_again_after_its_plain_name_becomes_free()
    {
        var (first, second) = (Table("t_a", Indexed("b")), Table("t", Indexed("a_b")));
        await first.CreateAsync();
        await second.CreateAsync();
        await first.DropAsync();
        await second.CreateAsync();
        Assert.Equal([("t", "a_b")], await IndexedAsync());

        static PromotedColumn Indexed(string name) => new(name, "$.x", PromotedType.Integer) { IsIndexed = true };
    }

    private BlittableTable<long> Table(string name, params PromotedColumn[] columns) =>
        new(_source, new BlittableTableOptions { Name = name, Promoted = columns });

    /// <summary>Returns the columns that have an index, except primary keys. A column with two indexes is returned twice.</summary>
    private async Task<List<(string Table, string Column)>> IndexedAsync()
    {
        await using var command = _source.CreateCommand(
            $"""
            SELECT t.relname::text, a.attname::text
            FROM pg_index JOIN pg_class t ON t.oid = indrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = indkey[0]
            WHERE t.relnamespace = '{Schema}'::regnamespace AND NOT indisprimary
            """);
        await using var reader = await command.ExecuteReaderAsync();
        var found = new List<(string, string)>();
        while (await reader.ReadAsync())
        {
            found.Add((reader.GetString(0), reader.GetString(1)));
        }

        return found;
    }
}
