using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.HybridCache;

/// <summary>Provides an extension method that registers Blittable serializers with a cache.</summary>
public static class BlittableHybridCacheExtensions
{
    /// <summary>Adds serializers for documents and for all types that <see cref="BlittableSerializer"/> supports.</summary>
    /// <param name="builder">The builder that <c>AddHybridCache</c> returned.</param>
    /// <param name="options">The options for serializing objects, including the dictionary of documents that need one, or null for memory mode.</param>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static IHybridCacheBuilder AddBlittable(this IHybridCacheBuilder builder, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.AddSerializerFactory(new BlittableCacheSerializerFactory(options));
    }
}
