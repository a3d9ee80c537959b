namespace Blittable.Benchmarks.Storage;

/// <summary>Manages a table with the rows that the insert workload writes, which no workload changes. The scan time depends on the machine, not on a
/// model.</summary>
internal static class ControlTable
{
    private const string Name = "storage_control";

    /// <summary>Gets the SQL for the number of rows, like <see cref="WorkloadTable.ScanSql"/> for the workload table.</summary>
    public static string ScanSql => $"SELECT count(*) FROM {Name} WHERE tenant_module_range = {WorkloadTable.Tenant}";

    /// <summary>Recreates the table and fills it.</summary>
    public static void Create(StorageDatabase database, StorageConnection connection, StorageOptions options)
    {
        Drop(connection);
        var table = new WorkloadTable(database);
        table.Create(connection, withDateIndex: false);
        var rows = new RowGenerator(StorageOptions.Seed);
        var batch = new StorageRow[options.Batch];
        var dates = new long[options.Batch];
        for (var first = 0; first < options.Rows; first += options.Batch)
        {
            var count = Math.Min(options.Batch, options.Rows - first);
            for (var i = 0; i < count; i++)
            {
                batch[i] = rows.Generate(first + i);
                dates[i] = batch[i].Milliseconds;
            }

            connection.Begin(forWriting: true);
            table.Insert(connection, batch.AsSpan(0, count), dates.AsSpan(0, count));
            connection.Commit();
        }

        database.Tidy(connection);
        connection.Execute($"ALTER TABLE {WorkloadTable.Name} RENAME TO {Name}");
    }

    public static void Drop(StorageConnection connection) => connection.Execute($"DROP TABLE IF EXISTS {Name}");
}
