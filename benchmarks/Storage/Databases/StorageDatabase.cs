using Blittable.Dates;

namespace Blittable.Benchmarks.Storage;

/// <summary>A database that the workloads run on: how to connect, what its SQL looks like, and which of its settings matter to the figures.</summary>
internal abstract class StorageDatabase
{
    /// <summary>The name on the command line and in result files.</summary>
    public abstract string Name { get; }

    public abstract SqlDialect Dialect { get; }

    /// <summary>How many rows one INSERT statement may hold; a larger batch is several statements in one transaction.</summary>
    public abstract int MaxRowsPerStatement { get; }

    public abstract StorageConnection Open();

    /// <summary>The parameter with a number from 0, as the dialect writes it.</summary>
    public virtual string Placeholder(int parameter) => "?";

    /// <summary>The columns of the workload table with their types, the key first.</summary>
    public abstract string TableDefinition { get; }

    /// <summary>Brings statistics up to date and clears dead rows away between workloads, outside every measurement.</summary>
    public abstract void Tidy(StorageConnection connection);

    /// <summary>The version and the settings in force, to print with the results.</summary>
    public abstract IReadOnlyList<KeyValuePair<string, string>> DescribeSettings(StorageConnection connection);

    /// <summary>How many connections of this suite the server sees; 0 where it has no such view.</summary>
    public abstract long CountConnections(StorageConnection connection);

    /// <summary>The bytes that the workload table takes with its indexes.</summary>
    public abstract long TableBytes(StorageConnection connection);
}
