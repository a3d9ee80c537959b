using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>A PostgreSQL database on the server that BLITTABLE_POSTGRES names.</summary>
internal sealed class PostgresDatabase : TestDatabase
{
    private readonly string _address = $"{Environment.GetEnvironmentVariable("BLITTABLE_POSTGRES")};Database=adapter_{Guid.NewGuid():N};Pooling=false";

    public override DbContextOptionsBuilder Use() => new DbContextOptionsBuilder().UseNpgsql(_address);

    public override async ValueTask DisposeAsync()
    {
        await using var context = new DbContext(Use().Options);
        await context.Database.EnsureDeletedAsync();
    }
}
