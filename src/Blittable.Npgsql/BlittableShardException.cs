namespace Blittable.Npgsql;

/// <summary>Reports that a shard could not be reached or failed.</summary>
public sealed class BlittableShardException : Exception
{
    /// <summary>Creates an error that names the shard.</summary>
    /// <param name="shard">The shard's name.</param>
    /// <param name="innerException">What the shard, or the way to it, said.</param>
    public BlittableShardException(string shard, Exception innerException)
        : base($"Shard '{shard}': {innerException?.Message}", innerException) => Shard = shard;

    /// <summary>Gets the shard's name.</summary>
    public string Shard { get; }
}
