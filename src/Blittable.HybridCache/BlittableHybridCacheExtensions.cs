using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.HybridCache;

/// <summary>Registers the serializers of Blittable with a cache.</summary>
public static class BlittableHybridCacheExtensions
{
    /// <summary>Adds the serializers of documents and of all types that <see cref="BlittableSerializer"/> knows.</summary>
    /// <param name="builder">What <c>AddHybridCache</c> gave.</param>
    /// <param name="options">The options for storing objects, including the dictionary of documents that need one; memory mode if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static IHybridCacheBuilder AddBlittable(this IHybridCacheBuilder builder, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.AddSerializerFactory(new BlittableCacheSerializerFactory(options));
    }
}
