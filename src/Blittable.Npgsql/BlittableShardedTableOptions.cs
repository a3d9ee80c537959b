namespace Blittable.Npgsql;

/// <summary>How a table lies over its servers.</summary>
public sealed record BlittableShardedTableOptions
{
    /// <summary>What the table looks like on each of them.</summary>
    public required BlittableTableOptions Table { get; init; }

    /// <summary>
    /// How many hash partitions there are, spread over the shards in turn. It cannot be changed later, and a partition is what moves when
    /// shards are added, so there should be several for each shard that there may ever be. 24 by default.
    /// </summary>
    public int Partitions { get; init; } = 24;

    /// <summary>How many documents of a load wait in memory for each shard; 1,000 by default.</summary>
    public int LoadAhead { get; init; } = 1_000;
}
