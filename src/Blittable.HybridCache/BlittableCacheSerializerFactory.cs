using System.Diagnostics.CodeAnalysis;
using Microsoft.Extensions.Caching.Hybrid;

namespace Blittable.HybridCache;

/// <summary>Gives a cache serializers of documents and of all types that <see cref="BlittableSerializer"/> knows; other types are left to other factories.</summary>
/// <remarks>Immutable; any number of threads may use it.</remarks>
/// <param name="options">The options for storing objects, including the dictionary of documents that need one; memory mode if null.</param>
public sealed class BlittableCacheSerializerFactory(BlittableOptions? options = null) : IHybridCacheSerializerFactory
{
    /// <inheritdoc/>
    public bool TryCreateSerializer<T>([NotNullWhen(true)] out IHybridCacheSerializer<T>? serializer)
    {
        serializer = typeof(T) == typeof(BlittableDocument)
            ? (IHybridCacheSerializer<T>)(object)new BlittableDocumentCacheSerializer(options?.Dictionary)
            : BlittableSerializer.Knows<T>() ? new BlittableCacheSerializer<T>(options) : null;
        return serializer is not null;
    }
}
