using Blittable.Npgsql.Storage;

namespace Blittable.Npgsql.Sharding;

/// <summary>
/// The statements that lay a table over servers by PostgreSQL's own means: partitions by hash on the shards, and foreign tables for them on the
/// coordinator.
/// </summary>
internal static class ShardSql
{
    /// <summary>Creates the partitioned table of a shard with only its own partitions. The shard routes copied rows to them.</summary>
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

    /// <summary>On the coordinator: the table as a whole, each partition on the server where it lives.</summary>
    public static IEnumerable<string> OnCoordinator(TableSql sql, BlittableShardedTableOptions options, IReadOnlyList<BlittableShard> shards)
    {
        yield return "CREATE EXTENSION IF NOT EXISTS postgres_fdw";
        foreach (var shard in shards)
        {
            var name = TableSql.Quote(shard.Name);
            var address = shard.Address;
            // Scans of several shards run at the same time; statistics come from the shard, which knows its rows.
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

    /// <summary>The table as a whole, on the coordinator; a name of its own lets the coordinator be one of the shards.</summary>
    public static string Global(BlittableShardedTableOptions options) => TableSql.Quote($"{options.Table.Name}_all");

    private static string Partition(BlittableShardedTableOptions options, int partition) => TableSql.Quote(PartitionName(options, partition));

    private static string PartitionName(BlittableShardedTableOptions options, int partition) => $"{options.Table.Name}_{partition}";

    private static string Bounds(BlittableShardedTableOptions options, int partition) =>
        $"FOR VALUES WITH (MODULUS {options.Partitions}, REMAINDER {partition})";
}
