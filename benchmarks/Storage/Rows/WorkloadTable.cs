namespace Blittable.Benchmarks.Storage;

/// <summary>Represents the table of the workloads and its SQL in the dialect of a database.</summary>
internal sealed class WorkloadTable(StorageDatabase database)
{
    public const string Name = "storage_rows";

    /// <summary>The only tenant of the data.</summary>
    public const long Tenant = 1_111_111;

    /// <summary>The number of columns in an INSERT. The database generates the key.</summary>
    public const int ColumnCount = 9;

    private static readonly string InsertHead =
        $"INSERT INTO {Name} (tenant_module_range, cf1, cf2, cf3, cf4, cf5, created_at, updated_at, deleted) VALUES ";

    public void Create(StorageConnection connection, bool withDateIndex)
    {
        connection.Execute($"DROP TABLE IF EXISTS {Name}");
        connection.Execute($"CREATE TABLE {Name} ({database.TableDefinition})");
        if (withDateIndex)
        {
            connection.Execute($"CREATE INDEX {Name}_cf3 ON {Name} (cf3)");
        }
    }

    public static void Drop(StorageConnection connection) => connection.Execute($"DROP TABLE IF EXISTS {Name}");

    public static void Clear(StorageConnection connection) => connection.Execute($"DELETE FROM {Name}");

    public static long Count(StorageConnection connection) => connection.QueryInt64($"SELECT count(*) FROM {Name}");

    public static long CountDates(StorageConnection connection, long from, long before) =>
        connection.QueryInt64($"SELECT count(*) FROM {Name} WHERE cf3 >= {from} AND cf3 < {before}");

    /// <summary>Returns the range of keys in use, which is empty if the table is empty.</summary>
    public static IdRange Ids(StorageConnection connection) => new(
        connection.QueryInt64($"SELECT coalesce(min(id), 1) FROM {Name}"),
        connection.QueryInt64($"SELECT coalesce(max(id), 0) FROM {Name}"));

    /// <summary>Inserts rows with as few statements as the limit of the database allows.</summary>
    public void Insert(StorageConnection connection, ReadOnlySpan<StorageRow> rows, ReadOnlySpan<long> dates)
    {
        for (var start = 0; start < rows.Length; start += database.MaxRowsPerStatement)
        {
            var count = Math.Min(database.MaxRowsPerStatement, rows.Length - start);
            var statement = connection.Statement(InsertSql(count));
            var parameter = 0;
            for (var i = start; i < start + count; i++)
            {
                ref readonly var row = ref rows[i];
                statement.Bind(parameter++, Tenant);
                statement.Bind(parameter++, row.Number);
                statement.Bind(parameter++, row.Amount);
                statement.Bind(parameter++, dates[i]);
                statement.Bind(parameter++, row.Text);
                statement.Bind(parameter++, row.Bytes);
                statement.Bind(parameter++, row.CreatedAt);
                statement.Bind(parameter++, row.CreatedAt);
                statement.Bind(parameter++, row.IsDeleted ? 1L : 0L);
            }

            var inserted = statement.Execute();
            if (inserted != count)
            {
                throw new InvalidOperationException($"The database inserted {inserted} of {count} rows.");
            }
        }
    }

    /// <summary>Returns a filter by tenant, keys and dates. Parameters 0 and 1 are the bounds of the keys, 2 and 3 the bounds of the dates, the last one
    /// exclusive.</summary>
    public string WhereIdsAndDates(int firstParameter = 0) =>
        $"WHERE tenant_module_range = {Tenant} AND id BETWEEN {database.Placeholder(firstParameter)} AND {database.Placeholder(firstParameter + 1)} "
        + $"AND cf3 >= {database.Placeholder(firstParameter + 2)} AND cf3 < {database.Placeholder(firstParameter + 3)}";

    /// <summary>Returns SQL that adds one second to dates. Parameter 0 is the time of the change, followed by the parameters of
    /// <see cref="WhereIdsAndDates"/>.</summary>
    public string UpdateSql(DateModel model) =>
        $"UPDATE {Name} SET cf3 = {model.AddSecondSql}, updated_at = {database.Placeholder(0)} {WhereIdsAndDates(1)}";

    public static string SelectAllDatesSql => $"SELECT cf3 FROM {Name}";

    public string SelectDatesSql(DateModel model) => $"SELECT {model.DateColumn} FROM {Name} {WhereIdsAndDates()}";

    /// <summary>Returns SQL that selects keys and documents.</summary>
    public string SelectDocumentsSql() => $"SELECT id, cf5 FROM {Name} {WhereIdsAndDates()}";

    /// <summary>Returns SQL that updates a document and its promoted date. The parameters are the date, the document, the time of the change and the
    /// key.</summary>
    public string UpdateDocumentSql() =>
        $"UPDATE {Name} SET cf3 = {database.Placeholder(0)}, cf5 = {database.Placeholder(1)}, updated_at = {database.Placeholder(2)} "
            + $"WHERE id = {database.Placeholder(3)}";

    public string DeleteSql() => $"DELETE FROM {Name} {WhereIdsAndDates()}";

    /// <summary>Gets SQL for the number of rows of the tenant.</summary>
    public static string ScanSql => $"SELECT count(*) FROM {Name} WHERE tenant_module_range = {Tenant}";

    /// <summary>Returns SQL for the number of rows of each year, and the year.</summary>
    public string GroupByYearSql(DateModel model) =>
        $"SELECT count(*), {model.YearSql(database.Dialect)} AS y FROM {Name} WHERE tenant_module_range = {Tenant} GROUP BY y ORDER BY y";

    /// <summary>Returns SQL for the number of rows of one year, which computes the year of every row.</summary>
    public string ExtractYearSql(DateModel model) =>
        $"SELECT count(*) FROM {Name} WHERE tenant_module_range = {Tenant} AND {model.YearSql(database.Dialect)} = {database.Placeholder(0)}";

    private string InsertSql(int rows)
    {
        var groups = Enumerable.Range(0, rows).Select(row =>
            $"({string.Join(',', Enumerable.Range(row * ColumnCount, ColumnCount).Select(database.Placeholder))})");
        return InsertHead + string.Join(',', groups);
    }
}
