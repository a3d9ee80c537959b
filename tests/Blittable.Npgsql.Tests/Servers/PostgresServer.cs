using Npgsql;

namespace Blittable.Npgsql.Tests.Servers;

/// <summary>The single server of <c>.ci/servers</c>.</summary>
public sealed class PostgresServer : IAsyncLifetime
{
    public static string ConnectionString => Environment.GetEnvironmentVariable("BLITTABLE_POSTGRES")!;

    public NpgsqlDataSource Source { get; } = new NpgsqlDataSourceBuilder(ConnectionString).UseBlittable().Build();

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync() => await Source.DisposeAsync();

    public async Task<T> QueryAsync<T>(string sql)
    {
        await using var command = Source.CreateCommand(sql);
        return (T)(await command.ExecuteScalarAsync())!;
    }

    /// <summary>Returns all rows of a query with one text column, such as a plan.</summary>
    public static async Task<string> LinesAsync(NpgsqlCommand command)
    {
        await using var reader = await command.ExecuteReaderAsync();
        var lines = new List<string>();
        while (await reader.ReadAsync())
        {
            lines.Add(reader.GetString(0));
        }

        return string.Join('\n', lines);
    }
}
