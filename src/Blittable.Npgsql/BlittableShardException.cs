namespace Blittable.Npgsql;

/// <summary>A shard could not do its part.</summary>
public sealed class BlittableShardException : Exception
{
    /// <summary>An error that names the shard.</summary>
    /// <param name="shard">The shard's name.</param>
    /// <param name="innerException">What the shard, or the way to it, said.</param>
    public BlittableShardException(string shard, Exception innerException)
        : base($"Shard '{shard}': {innerException?.Message}", innerException) => Shard = shard;

    /// <summary>The shard's name.</summary>
    public string Shard { get; }
}
