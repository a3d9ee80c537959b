using System.Diagnostics.CodeAnalysis;
using Microsoft.Extensions.Caching.Hybrid;

namespace Blittable.HybridCache;

/// <summary>Creates cache serializers for documents and for all types that <see cref="BlittableSerializer"/> supports. Other types are left to other
/// factories.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
/// <param name="options">The options for serializing objects, including the dictionary of documents that need one, or null for memory mode.</param>
public sealed class BlittableCacheSerializerFactory(BlittableOptions? options = null) : IHybridCacheSerializerFactory
{
    /// <inheritdoc/>
    public bool TryCreateSerializer<T>([NotNullWhen(true)] out IHybridCacheSerializer<T>? serializer)
    {
        serializer = typeof(T) == typeof(BlittableDocument)
            ? (IHybridCacheSerializer<T>)(object)new BlittableDocumentCacheSerializer(options?.Dictionary) { MaxExpandedBytes = options?.MaxExpandedBytes ?? Array.MaxLength }
            : BlittableSerializer.Knows<T>() ? new BlittableCacheSerializer<T>(options) : null;
        return serializer is not null;
    }
}
