using Blittable.Adapters.Tests.HybridCache;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.Adapters.Tests.Caches;

/// <summary>Caches over a distributed cache in memory.</summary>
public sealed class CacheTests
{
    [Fact]
    public async Task HybridCache_holds_documents_nothing_and_tags()
    {
        var shared = new BufferCache();
        await CacheCases.HybridCacheHolds(services => services.AddSingleton<IDistributedCache>(shared));
    }

    [Fact]
    public async Task FusionCache_holds_documents_nothing_and_tags()
    {
        var shared = new BufferCache();
        await CacheCases.FusionCacheHolds(services => services.AddSingleton<IDistributedCache>(shared));
    }
}
