using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

public sealed class SqliteGeneratedTests() : GeneratedTests(new SqliteDatabase())
{
    private protected override Task<string> PlanAsync(DbContext context, IQueryable query) => Plan.OfAsync(context, "EXPLAIN QUERY PLAN", query, column: 3);
}
