using Microsoft.Extensions.DependencyInjection;
using StackExchange.Redis;

namespace Blittable.Adapters.Tests.Caches;

/// <summary>Tests caches over Redis and Garnet. BLITTABLE_REDIS has their addresses, separated by '|'; addresses of one cluster are separated by ','.</summary>
public sealed class CacheRedisTests
{
    public static TheoryData<string, string, string> Cases =>
        [.. Environment.GetEnvironmentVariable("BLITTABLE_REDIS")!.Split('|').SelectMany(server => CacheCases.All.Select(row => (server, row.Cache, row.Case)))];

    [Theory]
    [MemberData(nameof(Cases))]
    public Task A_cache_stores_documents(string server, string cache, string name) => CacheCases.RunAsync(cache, name, services => Add(services, server));

    private static void Add(IServiceCollection services, string server) => services.AddStackExchangeRedisCache(redis =>
    {
        redis.ConfigurationOptions = ConfigurationOptions.Parse(server);
        redis.ConfigurationOptions.AbortOnConnectFail = true;
    });
}
