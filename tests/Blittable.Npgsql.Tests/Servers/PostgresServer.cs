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

    /// <summary>Waits until a statement waits for a lock. Fails after a minute.</summary>
    /// <param name="pattern">The statement, as a pattern for LIKE.</param>
    /// <param name="work">The work that sends the statement and cannot end without the lock.</param>
    public async Task UntilWaitingAsync(string pattern, Task work)
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        while (await QueryAsync<long>($"SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '{pattern}'") == 0)
        {
            Assert.False(work.IsCompleted);
            await Task.Delay(5, limit.Token);
        }
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
