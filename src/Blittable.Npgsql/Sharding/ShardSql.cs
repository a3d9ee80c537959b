using Blittable.Npgsql.Storage;

namespace Blittable.Npgsql.Sharding;

/// <summary>
/// Builds the statements that distribute a table over several servers by PostgreSQL's own means: hash partitions on the shards, and foreign tables for them on
/// the coordinator.
/// </summary>
internal static class ShardSql
{
    /// <summary>Returns the statements that create a shard's table with only its own partitions. The shard routes copied rows to them.</summary>
    public static IEnumerable<string> OnShard(TableSql sql, BlittableShardedTableOptions options, int shard, int shards)
    {
        foreach (var statement in sql.Create(" PARTITION BY HASH (key)"))
        {
            yield return statement;
        }

        for (var partition = shard; partition < options.Partitions; partition += shards)
        {
            yield return $"CREATE TABLE IF NOT EXISTS {Partition(options, partition)} PARTITION OF {sql.Table} {Bounds(options, partition)}";
        }
    }

    /// <summary>Returns the statements that create the whole table on the coordinator, with a foreign table for each partition.</summary>
    public static IEnumerable<string> OnCoordinator(TableSql sql, BlittableShardedTableOptions options, IReadOnlyList<BlittableShard> shards)
    {
        yield return "CREATE EXTENSION IF NOT EXISTS postgres_fdw";
        foreach (var shard in shards)
        {
            var name = TableSql.Quote(shard.Name);
            var address = shard.Address;
            // Shards are scanned in parallel. Row estimates come from the shard, which has the statistics.
            yield return $"CREATE SERVER IF NOT EXISTS {name} FOREIGN DATA WRAPPER postgres_fdw OPTIONS "
                + $"(host {TableSql.Literal(address.Host)}, port '{address.Port}', dbname {TableSql.Literal(address.Database)}, "
                + "async_capable 'true', fetch_size '10000', use_remote_estimate 'true')";
            var password = address.Password is null ? "" : $", password {TableSql.Literal(address.Password)}";
            yield return $"CREATE USER MAPPING IF NOT EXISTS FOR CURRENT_USER SERVER {name} OPTIONS (user {TableSql.Literal(address.Username)}{password})";
        }

        yield return $"CREATE TABLE IF NOT EXISTS {Global(options)} ({sql.Columns}) PARTITION BY HASH (key)";
        for (var partition = 0; partition < options.Partitions; partition++)
        {
            var name = $"{options.Table.Name}_all_{partition}";
            yield return $"CREATE FOREIGN TABLE IF NOT EXISTS {TableSql.Quote(name)} PARTITION OF {Global(options)} {Bounds(options, partition)} "
                + $"SERVER {TableSql.Quote(shards[partition % shards.Count].Name)} OPTIONS (table_name {TableSql.Literal(PartitionName(options, partition))})";
        }
    }

    /// <summary>Returns the quoted name of the whole table on the coordinator. It is a separate name, so the coordinator can be a shard.</summary>
    public static string Global(BlittableShardedTableOptions options) => TableSql.Quote($"{options.Table.Name}_all");

    private static string Partition(BlittableShardedTableOptions options, int partition) => TableSql.Quote(PartitionName(options, partition));

    private static string PartitionName(BlittableShardedTableOptions options, int partition) => $"{options.Table.Name}_{partition}";

    private static string Bounds(BlittableShardedTableOptions options, int partition) =>
        $"FOR VALUES WITH (MODULUS {options.Partitions}, REMAINDER {partition})";
}
