using Blittable.HybridCache;
using Microsoft.Extensions.DependencyInjection;
using ZiggyCreatures.Caching.Fusion;
using Cache = Microsoft.Extensions.Caching.Hybrid.HybridCache;

namespace Blittable.Adapters.Tests.Caches;

/// <summary>Tests that apply to every cache of documents, whatever its distributed cache.</summary>
internal static class CacheCases
{
    /// <summary>Tests HybridCache: one instance in memory, the same bytes for another program, null, tags.</summary>
    public static Task HybridCacheHolds(Action<IServiceCollection> distributed) => HybridCacheHolds(() => Provider(distributed, services => services.AddHybridCache().AddBlittable()));

    /// <summary>Tests FusionCache as HybridCache: the same cases.</summary>
    public static Task FusionHybridCacheHolds(Action<IServiceCollection> distributed) => HybridCacheHolds(() => Provider(distributed, services => AddFusionCache(services).AsHybridCache()));

    private static async Task HybridCacheHolds(Func<ServiceProvider> create)
    {
        var stop = TestContext.Current.CancellationToken;
        var (key, none, tag) = (Guid.NewGuid().ToString(), Guid.NewGuid().ToString(), Guid.NewGuid().ToString());
        await using var one = create();
        await using var other = create();
        var (cache, far) = (one.GetRequiredService<Cache>(), other.GetRequiredService<Cache>());

        var document = await cache.GetOrCreateAsync(key, _ => ValueTask.FromResult<BlittableDocument?>(Samples.Document()), tags: [tag], cancellationToken: stop);
        Assert.Same(document, await cache.GetOrCreateAsync(key, Refuse, cancellationToken: stop));
        var read = await Eventually(() => far.GetOrCreateAsync(key, Refuse, cancellationToken: stop));
        Assert.Equal(document!.Bytes.ToArray(), read!.Bytes.ToArray());

        Assert.Null(await cache.GetOrCreateAsync(none, _ => ValueTask.FromResult<BlittableDocument?>(null), cancellationToken: stop));
        Assert.Null(await cache.GetOrCreateAsync(none, Refuse, cancellationToken: stop));
        Assert.Null(await Eventually(() => far.GetOrCreateAsync(none, Refuse, cancellationToken: stop)));

        Assert.Null(await cache.GetOrCreateAsync($"{none}/order", _ => ValueTask.FromResult<Order?>(null), cancellationToken: stop));
        Assert.Null(await Eventually(() => far.GetOrCreateAsync<Order?>($"{none}/order", _ => throw new InvalidOperationException("Expected a hit."), cancellationToken: stop)));

        // A program that has the document in memory continues with it until it expires there; any other program asks again.
        await cache.RemoveByTagAsync(tag, stop);
        await using var late = create();
        var renewed = await late.GetRequiredService<Cache>().GetOrCreateAsync(key, _ => ValueTask.FromResult<BlittableDocument?>(BlittableDocument.Parse("[1]")), cancellationToken: stop);
        Assert.Equal("[1]", renewed!.Root.ToJson());
        await cache.RemoveAsync(key, stop);
        var again = await cache.GetOrCreateAsync(key, _ => ValueTask.FromResult<BlittableDocument?>(BlittableDocument.Parse("[2]")), cancellationToken: stop);
        Assert.Equal("[2]", again!.Root.ToJson());
    }

    /// <summary>Tests FusionCache: the same cases, and failing over to expired values.</summary>
    public static async Task FusionCacheHolds(Action<IServiceCollection> distributed)
    {
        var stop = TestContext.Current.CancellationToken;
        var (key, none, tag) = (Guid.NewGuid().ToString(), Guid.NewGuid().ToString(), Guid.NewGuid().ToString());
        await using var one = Services();
        await using var other = Services();
        var (cache, far) = (one.GetRequiredService<IFusionCache>(), other.GetRequiredService<IFusionCache>());

        var document = await cache.GetOrSetAsync<BlittableDocument?>(key, (_, _) => Task.FromResult<BlittableDocument?>(Samples.Document()), tags: [tag], token: stop);
        Assert.Same(document, await cache.GetOrDefaultAsync<BlittableDocument?>(key, token: stop));
        var read = await far.GetOrDefaultAsync<BlittableDocument?>(key, token: stop);
        Assert.Equal(document!.Bytes.ToArray(), read!.Bytes.ToArray());

        await cache.SetAsync<BlittableDocument?>(none, null, token: stop);
        var negative = await far.TryGetAsync<BlittableDocument?>(none, token: stop);
        Assert.True(negative.HasValue);
        Assert.Null(negative.Value);

        await cache.RemoveByTagAsync(tag, token: stop);
        Assert.False((await cache.TryGetAsync<BlittableDocument?>(key, token: stop)).HasValue);
        await using var late = Services();
        Assert.False((await late.GetRequiredService<IFusionCache>().TryGetAsync<BlittableDocument?>(key, token: stop)).HasValue);

        await cache.SetAsync<BlittableDocument?>(key, document, token: stop);
        await cache.ExpireAsync(key, token: stop);
        var stale = await cache.GetOrSetAsync<BlittableDocument?>(key, (_, _) => throw new InvalidOperationException("The source is down."), token: stop);
        Assert.Same(document, stale);

        ServiceProvider Services() => Provider(distributed, services => AddFusionCache(services));
    }

    private static IFusionCacheBuilder AddFusionCache(IServiceCollection services) => services.AddFusionCache()
        .WithRegisteredDistributedCache()
        .WithSerializer(new DocumentFusionSerializer())
        .WithDefaultEntryOptions(options => options.SetFailSafe(true).SetDistributedCacheFailSafeOptions(TimeSpan.FromMinutes(1)));

    /// <summary>Retries a read, because HybridCache returns a value before the distributed cache has it.</summary>
    private static async Task<T> Eventually<T>(Func<ValueTask<T>> read)
    {
        for (var tries = 0; ; tries++)
        {
            try
            {
                return await read();
            }
            catch (InvalidOperationException) when (tries < 500)
            {
                await Task.Delay(10, TestContext.Current.CancellationToken);
            }
        }
    }

    private static ValueTask<BlittableDocument?> Refuse(CancellationToken cancellationToken) => throw new InvalidOperationException("Expected a hit.");

    private static ServiceProvider Provider(Action<IServiceCollection> distributed, Action<IServiceCollection> add)
    {
        var services = new ServiceCollection();
        distributed(services);
        add(services);
        return services.BuildServiceProvider();
    }
}
