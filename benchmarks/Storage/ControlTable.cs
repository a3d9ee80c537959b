namespace Blittable.Benchmarks.Storage;

/// <summary>
/// A table with the rows that the insert writes, which no workload changes: how long a scan of it takes tells of the machine, not of a model.
/// </summary>
internal static class ControlTable
{
    private const string Name = "storage_control";

    /// <summary>The number of its rows, as <see cref="WorkloadTable.ScanSql"/> asks for it of the other table.</summary>
    public static string ScanSql => $"SELECT count(*) FROM {Name} WHERE tenant_module_range = {WorkloadTable.Tenant}";

    /// <summary>Makes the table anew and fills it.</summary>
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
