using Blittable.Benchmarks.Storage;

namespace Blittable.Benchmarks.Tests.Storage;

/// <summary>The databases available to tests: SQLite, and each server whose address is in the environment.</summary>
public static class AvailableDatabases
{
    /// <summary>The collection of test classes that use a server. They share one table, so they run one after another.</summary>
    public const string Collection = "Databases";

    public static TheoryData<string> Names
    {
        get
        {
            var names = new TheoryData<string> { "sqlite" };
            if (Environment.GetEnvironmentVariable(PostgresDatabase.Variable) is { Length: > 0 })
            {
                names.Add("postgres");
            }

            if (Environment.GetEnvironmentVariable(MariaDbDatabase.Variable) is { Length: > 0 })
            {
                names.Add("mariadb");
            }

            return names;
        }
    }

    /// <summary>Runs a test with a database and releases the database's resources.</summary>
    internal static void Use(string name, Action<StorageDatabase> test)
    {
        var database = StorageSuite.Open(name);
        using var disposable = database as IDisposable;
        test(database);
    }
}
