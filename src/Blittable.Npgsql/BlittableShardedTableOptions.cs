namespace Blittable.Npgsql;

/// <summary>Specifies how a table is distributed over several servers.</summary>
public sealed record BlittableShardedTableOptions
{
    /// <summary>Gets the options of the table on each server.</summary>
    public required BlittableTableOptions Table { get; init; }

    /// <summary>
    /// Gets the number of hash partitions, which are assigned to the shards in turn. The default is 24. The number cannot be changed later. When shards are
    /// added, whole partitions move, so choose several partitions for each shard that you may ever need.
    /// </summary>
    public int Partitions { get; init; } = 24;

    /// <summary>Gets the maximum number of documents that a load queues in memory for each shard. The default is 1,000.</summary>
    public int LoadAhead { get; init; } = 1_000;
}
