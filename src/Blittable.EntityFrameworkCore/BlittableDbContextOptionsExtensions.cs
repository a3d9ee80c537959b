using Blittable;
using Blittable.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace Microsoft.EntityFrameworkCore;

/// <summary>Configures contexts for documents.</summary>
public static class BlittableDbContextOptionsExtensions
{
    /// <summary>Enables a context to compute promoted properties, reject updates that would make them stale, and translate document functions.</summary>
    /// <remarks>Models with promoted properties require this call. On SQLite, it calls <see cref="BlittableSqliteExtensions.AddBlittableFunctions"/> for each
    /// connection that the context uses.</remarks>
    /// <param name="builder">The options of the context.</param>
    /// <param name="dictionary">The dictionary of the documents that SQLite functions read, if they need one.</param>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static DbContextOptionsBuilder UseBlittable(this DbContextOptionsBuilder builder, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ((IDbContextOptionsBuilderInfrastructure)builder).AddOrUpdateExtension(new BlittableOptionsExtension());
        return builder.AddInterceptors(BlittablePromotion.Instance, StaleUpdates.Instance, new SqliteConnections(dictionary));
    }

    /// <inheritdoc cref="UseBlittable(DbContextOptionsBuilder, BlittableDictionary?)"/>
    /// <typeparam name="TContext">The type of the context.</typeparam>
    public static DbContextOptionsBuilder<TContext> UseBlittable<TContext>(this DbContextOptionsBuilder<TContext> builder, BlittableDictionary? dictionary = null)
        where TContext : DbContext =>
        (DbContextOptionsBuilder<TContext>)UseBlittable((DbContextOptionsBuilder)builder, dictionary);
}
