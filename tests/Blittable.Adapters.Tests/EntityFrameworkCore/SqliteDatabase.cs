using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>A SQLite database in memory, with one open connection.</summary>
internal sealed class SqliteDatabase : TestDatabase
{
    static SqliteDatabase() => SQLitePCL.Batteries_V2.Init();

    public SqliteDatabase() => Connection.Open();

    public SqliteConnection Connection { get; } = new("Data Source=:memory:");

    public override DbContextOptionsBuilder Use() => new DbContextOptionsBuilder().UseSqlite(Connection);

    /// <summary>Runs a statement and returns a column of its result as text.</summary>
    public async Task<List<string>> ColumnAsync(string sql, int column)
    {
        await using var command = Connection.CreateCommand();
        command.CommandText = sql;
        await using var reader = await command.ExecuteReaderAsync();
        var values = new List<string>();
        while (await reader.ReadAsync())
        {
            values.Add(Convert.ToString(reader.GetValue(column), System.Globalization.CultureInfo.InvariantCulture)!);
        }

        return values;
    }

    public override ValueTask DisposeAsync() => Connection.DisposeAsync();
}
