using Blittable.EntityFrameworkCore;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

public sealed class SqliteTests : OrderTests, IDisposable
{
    private readonly SqliteConnection _connection = new("Data Source=:memory:");

    static SqliteTests() => SQLitePCL.Batteries_V2.Init();

    public void Dispose() => _connection.Dispose();

    private protected override async Task<OrderContext> CreateAsync()
    {
        await _connection.OpenAsync();
        var context = new OrderContext(new DbContextOptionsBuilder().UseSqlite(_connection).UseBlittable(Samples.Dictionary).Options);
        await context.Database.EnsureCreatedAsync();
        return context;
    }
}
