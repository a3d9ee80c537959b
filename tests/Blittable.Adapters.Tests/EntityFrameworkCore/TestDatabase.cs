using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>A new database for one test.</summary>
internal abstract class TestDatabase : IAsyncDisposable
{
    /// <summary>Creates options that lead to the database, without <c>UseBlittable()</c>.</summary>
    public abstract DbContextOptionsBuilder Use();

    /// <summary>Creates a context and the tables of its model.</summary>
    public async Task<TContext> CreateAsync<TContext>(Func<DbContextOptions, TContext> create, BlittableDictionary? dictionary = null)
        where TContext : DbContext
    {
        var context = create(Use().UseBlittable(dictionary).Options);
        await context.Database.EnsureCreatedAsync();
        return context;
    }

    public abstract ValueTask DisposeAsync();
}
