using Blittable.Adapters.Tests.HybridCache;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.Adapters.Tests.Caches;

/// <summary>Tests caches over an in-memory distributed cache.</summary>
public sealed class CacheTests
{
    [Fact]
    public async Task HybridCache_stores_documents_null_and_tags()
    {
        var shared = new BufferCache();
        await CacheCases.HybridCacheHolds(services => services.AddSingleton<IDistributedCache>(shared));
    }

    [Fact]
    public async Task FusionCache_stores_documents_null_and_tags()
    {
        var shared = new BufferCache();
        await CacheCases.FusionCacheHolds(services => services.AddSingleton<IDistributedCache>(shared));
    }

    [Fact]
    public async Task FusionCache_as_HybridCache_stores_documents_null_and_tags()
    {
        var shared = new BufferCache();
        await CacheCases.FusionHybridCacheHolds(services => services.AddSingleton<IDistributedCache>(shared));
    }
}
