namespace Blittable.Npgsql;

/// <summary>Represents the result of a load on one shard.</summary>
/// <param name="Shard">The name of the shard.</param>
/// <param name="Rows">The number of documents for the shard.</param>
/// <param name="Error">The error, in which case none of the documents are stored, or null if all of them are stored.</param>
public sealed record ShardLoadResult(string Shard, long Rows, Exception? Error)
{
    /// <summary>Gets a value that indicates whether the shard stored all of its documents.</summary>
    public bool IsCommitted => Error is null;
}
