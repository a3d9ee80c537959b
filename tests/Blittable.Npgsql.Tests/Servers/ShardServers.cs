using System.Diagnostics;
using Npgsql;

namespace Blittable.Npgsql.Tests.Servers;

/// <summary>The three servers of <c>.ci/servers</c>, which tests can crash and restart.</summary>
public sealed class ShardServers : IAsyncLifetime
{
    /// <summary>Gets the log messages of all tables in the tests.</summary>
    public RecordedLog Log { get; } = new();

    public IReadOnlyList<BlittableShard> Shards { get; } =
    [
        .. Environment.GetEnvironmentVariable("BLITTABLE_SHARDS")!.Split('|').Select((address, index) =>
            new BlittableShard($"shard_{index + 1}", NpgsqlDataSource.Create(address + ";Timeout=5"), new NpgsqlConnectionStringBuilder(address))),
    ];

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        foreach (var shard in Shards)
        {
            await shard.Source.DisposeAsync();
        }
    }

    public static void Kill(string shard) => Run("kill", shard);

    public void Revive(string shard)
    {
        Run("revive", shard);
        // Connections to the old process are unusable.
        Shards.Single(known => known.Name == shard).Source.Clear();
    }

    private static void Run(string verb, string shard)
    {
        var script = Path.Combine(RepositoryRoot(), ".ci", "servers");
        using var process = Process.Start("bash", [script, verb, shard["shard_".Length..]]);
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
    }

    private static string RepositoryRoot()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "Blittable.sln")))
        {
            folder = Path.GetDirectoryName(folder) ?? throw new InvalidOperationException("The tests run outside of the repository.");
        }

        return folder;
    }
}
