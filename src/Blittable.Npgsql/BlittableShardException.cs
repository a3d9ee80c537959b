namespace Blittable.Npgsql;

/// <summary>The exception that is thrown when a shard cannot be reached or fails.</summary>
public sealed class BlittableShardException : Exception
{
    /// <summary>Creates an exception that names the shard.</summary>
    /// <param name="shard">The shard's name.</param>
    /// <param name="innerException">The error reported by the shard or the connection to it.</param>
    public BlittableShardException(string shard, Exception innerException)
        : base($"Shard '{shard}': {innerException?.Message}", innerException) => Shard = shard;

    /// <summary>Gets the shard's name.</summary>
    public string Shard { get; }
}
