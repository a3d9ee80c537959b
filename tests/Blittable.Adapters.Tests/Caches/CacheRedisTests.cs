using Microsoft.Extensions.DependencyInjection;
using StackExchange.Redis;

namespace Blittable.Adapters.Tests.Caches;

/// <summary>Tests caches over Redis and Garnet. BLITTABLE_REDIS has their addresses, separated by '|'; addresses of one cluster are separated by ','.</summary>
public sealed class CacheRedisTests
{
    public static TheoryData<string> Servers => [.. Environment.GetEnvironmentVariable("BLITTABLE_REDIS")!.Split('|')];

    [Theory]
    [MemberData(nameof(Servers))]
    public Task HybridCache_stores_documents_null_and_tags(string server) => CacheCases.HybridCacheHolds(services => Add(services, server));

    [Theory]
    [MemberData(nameof(Servers))]
    public Task FusionCache_stores_documents_null_and_tags(string server) => CacheCases.FusionCacheHolds(services => Add(services, server));

    [Theory]
    [MemberData(nameof(Servers))]
    public Task FusionCache_as_HybridCache_stores_documents_null_and_tags(string server) => CacheCases.FusionHybridCacheHolds(services => Add(services, server));

    private static void Add(IServiceCollection services, string server) => services.AddStackExchangeRedisCache(redis =>
    {
        redis.ConfigurationOptions = ConfigurationOptions.Parse(server);
        redis.ConfigurationOptions.AbortOnConnectFail = true;
    });
}
