using Blittable;
using Blittable.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace Microsoft.EntityFrameworkCore;

/// <summary>Registers what documents need with a context.</summary>
public static class BlittableDbContextOptionsExtensions
{
    /// <summary>Lets a context compute promoted properties, refuse updates that would leave them stale, and call the functions of documents.</summary>
    /// <remarks>A model with a promoted property cannot be built without it. On SQLite, <see cref="BlittableSqliteExtensions.AddBlittableFunctions"/> is called for each
    /// connection that the context opens.</remarks>
    /// <param name="builder">The options of the context.</param>
    /// <param name="dictionary">The dictionary of the documents that functions of SQLite read, if they need one.</param>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static DbContextOptionsBuilder UseBlittable(this DbContextOptionsBuilder builder, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ((IDbContextOptionsBuilderInfrastructure)builder).AddOrUpdateExtension(new BlittableOptionsExtension());
        return builder.AddInterceptors(BlittablePromotion.Instance, StaleUpdates.Instance, new SqliteConnections(dictionary));
    }

    /// <inheritdoc cref="UseBlittable(DbContextOptionsBuilder, BlittableDictionary?)"/>
    /// <typeparam name="TContext">The context.</typeparam>
    public static DbContextOptionsBuilder<TContext> UseBlittable<TContext>(this DbContextOptionsBuilder<TContext> builder, BlittableDictionary? dictionary = null)
        where TContext : DbContext =>
        (DbContextOptionsBuilder<TContext>)UseBlittable((DbContextOptionsBuilder)builder, dictionary);
}
