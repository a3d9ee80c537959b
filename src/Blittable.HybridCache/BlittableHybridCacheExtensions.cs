using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.HybridCache;

/// <summary>Registers the serializers of Blittable with a cache.</summary>
public static class BlittableHybridCacheExtensions
{
    /// <summary>Adds the serializer of documents.</summary>
    /// <param name="builder">What <c>AddHybridCache</c> gave.</param>
    /// <param name="dictionary">The dictionary that the documents need, if they need one.</param>
    public static IHybridCacheBuilder AddBlittable(this IHybridCacheBuilder builder, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.AddSerializer<BlittableDocument>(new BlittableDocumentCacheSerializer(dictionary));
    }
}
