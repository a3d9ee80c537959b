using Blittable.Dates;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a database for the workloads: its connections, its SQL dialect, and the settings that affect the figures.</summary>
internal abstract class StorageDatabase
{
    /// <summary>Gets the name on the command line and in result files.</summary>
    public abstract string Name { get; }

    public abstract SqlDialect Dialect { get; }

    /// <summary>Gets the maximum number of rows in an INSERT statement. A larger batch takes several statements in one transaction.</summary>
    public abstract int MaxRowsPerStatement { get; }

    public abstract StorageConnection Open();

    /// <summary>Returns the SQL for a zero-based parameter.</summary>
    public virtual string Placeholder(int parameter) => "?";

    /// <summary>Gets the columns of the workload table with their types, the key first.</summary>
    public abstract string TableDefinition { get; }

    /// <summary>Updates statistics and removes dead rows between workloads, outside of all measurements.</summary>
    public abstract void Tidy(StorageConnection connection);

    /// <summary>Returns the version and the current settings, to print with the results.</summary>
    public abstract IReadOnlyList<KeyValuePair<string, string>> DescribeSettings(StorageConnection connection);

    /// <summary>Returns the number of connections of this suite on the server, or 0 if the database cannot report it.</summary>
    public abstract long CountConnections(StorageConnection connection);

    /// <summary>Returns the size of the workload table with its indexes in bytes.</summary>
    public abstract long TableBytes(StorageConnection connection);
}
