using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

public sealed class GeneratedPostgresTests() : GeneratedTests(new PostgresDatabase())
{
    private protected override async Task<string> PlanAsync(DbContext context, IQueryable query)
    {
        // Without the setting, PostgreSQL reads a small table completely.
        await context.Database.OpenConnectionAsync();
        await context.Database.ExecuteSqlRawAsync("SET enable_seqscan = off");
        return await Plan.OfAsync(context, "EXPLAIN", query, column: 0);
    }
}
