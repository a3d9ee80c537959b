using Blittable.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

public sealed class PostgresTests : OrderTests
{
    private protected override async Task<OrderContext> CreateAsync()
    {
        var address = Environment.GetEnvironmentVariable("BLITTABLE_POSTGRES")!;
        var context = new OrderContext(new DbContextOptionsBuilder().UseNpgsql(address).UseBlittable(Samples.Dictionary).Options);
        await context.Database.ExecuteSqlRawAsync("DROP TABLE IF EXISTS adapter_orders");
        await context.Database.ExecuteSqlRawAsync(context.Database.GenerateCreateScript());
        return context;
    }
}
