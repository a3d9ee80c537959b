namespace Blittable.Npgsql;

/// <summary>Sets how a table is distributed over its servers.</summary>
public sealed record BlittableShardedTableOptions
{
    /// <summary>Gets the options of the table on each server.</summary>
    public required BlittableTableOptions Table { get; init; }

    /// <summary>
    /// Gets the number of hash partitions, spread over the shards in turn. It cannot be changed later, and a partition is what moves when
    /// shards are added, so there should be several for each shard that there may ever be. 24 by default.
    /// </summary>
    public int Partitions { get; init; } = 24;

    /// <summary>Gets the number of documents of a load that wait in memory for each shard; 1,000 by default.</summary>
    public int LoadAhead { get; init; } = 1_000;
}
