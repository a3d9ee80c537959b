using Npgsql;

namespace Blittable.Npgsql;

/// <summary>Names one of the servers that share a table.</summary>
/// <param name="Name">A name of letters, digits and underscores, which errors and the coordinator's catalog use.</param>
/// <param name="Source">How this program reaches the server. It stays the caller's.</param>
/// <param name="Address">How the coordinator reaches it: host, port and database are used, user name and password for the coordinator's user mapping.</param>
public sealed record BlittableShard(string Name, NpgsqlDataSource Source, NpgsqlConnectionStringBuilder Address);
