using Blittable.Adapters.Tests.HybridCache;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.Adapters.Tests.Caches;

/// <summary>Tests caches over an in-memory distributed cache.</summary>
public sealed class CacheTests
{
    public static TheoryData<string, string> Cases => [.. CacheCases.All];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task A_cache_stores_documents(string cache, string name)
    {
        var shared = new BufferCache();
        await CacheCases.RunAsync(cache, name, services => services.AddSingleton<IDistributedCache>(shared));
    }
}
