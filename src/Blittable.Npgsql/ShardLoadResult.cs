namespace Blittable.Npgsql;

/// <summary>Reports the result of one shard's part of a load.</summary>
/// <param name="Shard">The shard's name.</param>
/// <param name="Rows">How many documents were for it.</param>
/// <param name="Error">The fault, after which no document is stored, or null if all are stored.</param>
public sealed record ShardLoadResult(string Shard, long Rows, Exception? Error)
{
    /// <summary>Gets whether the shard has stored all of its part.</summary>
    public bool IsCommitted => Error is null;
}
