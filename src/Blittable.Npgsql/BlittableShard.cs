using Npgsql;

namespace Blittable.Npgsql;

/// <summary>Represents one of the servers that share a table.</summary>
/// <param name="Name">The name, of letters, digits and underscores. It is used in errors and in the coordinator's catalog.</param>
/// <param name="Source">The data source through which this program connects to the server. The caller retains ownership.</param>
/// <param name="Address">The address that the coordinator connects to. Host, port and database are used for the connection, and user name and password for the
/// coordinator's user mapping.</param>
public sealed record BlittableShard(string Name, NpgsqlDataSource Source, NpgsqlConnectionStringBuilder Address);
