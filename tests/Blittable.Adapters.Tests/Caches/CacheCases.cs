using Blittable.HybridCache;
using Microsoft.Extensions.DependencyInjection;
using ZiggyCreatures.Caching.Fusion;
using Cache = Microsoft.Extensions.Caching.Hybrid.HybridCache;

namespace Blittable.Adapters.Tests.Caches;

/// <summary>Tests that apply to every cache of documents, whatever its distributed cache.</summary>
internal static class CacheCases
{
    private const string FusionCache = "FusionCache";

    private static readonly Dictionary<string, Action<IServiceCollection>> s_hybridCaches = new()
    {
        ["HybridCache"] = services => services.AddHybridCache().AddBlittable(),
        ["FusionCache as HybridCache"] = services => AddFusionCache(services).AsHybridCache(),
    };

    private static readonly Dictionary<string, Func<Func<ServiceProvider>, Task>> s_hybridCases = new()
    {
        ["hit"] = HybridCacheHits,
        ["null"] = create => HybridCacheStoresNull<BlittableDocument>(create),
        ["null of another type"] = create => HybridCacheStoresNull<Order>(create),
        ["removal by tag"] = HybridCacheRemovesByTag,
        ["removal by key"] = HybridCacheRemovesByKey,
    };

    private static readonly Dictionary<string, Func<Func<ServiceProvider>, Task>> s_fusionCases = new()
    {
        ["hit"] = FusionCacheHits,
        ["null"] = FusionCacheStoresNull,
        ["removal by tag"] = FusionCacheRemovesByTag,
        ["failing over to an expired document"] = FusionCacheFailsOver,
    };

    /// <summary>Gets the names of the caches, with the names of the cases for each.</summary>
    public static IEnumerable<(string Cache, string Case)> All =>
    [
        .. s_hybridCaches.Keys.SelectMany(cache => s_hybridCases.Keys.Select(name => (cache, name))),
        .. s_fusionCases.Keys.Select(name => (FusionCache, name)),
    ];

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    /// <summary>Runs one case.</summary>
    /// <param name="cache">The name of the cache.</param>
    /// <param name="name">The name of the case.</param>
    /// <param name="distributed">Adds the distributed cache to the services of a program.</param>
    public static Task RunAsync(string cache, string name, Action<IServiceCollection> distributed) => cache == FusionCache
        ? s_fusionCases[name](() => Provider(distributed, services => AddFusionCache(services)))
        : s_hybridCases[name](() => Provider(distributed, s_hybridCaches[cache]));

    /// <summary>One program gets the same instance from memory, and another program gets the same bytes.</summary>
    private static async Task HybridCacheHits(Func<ServiceProvider> create)
    {
        var key = NewKey();
        await using var one = create();
        await using var other = create();
        var document = await one.GetRequiredService<Cache>().GetOrCreateAsync(key, _ => ValueTask.FromResult<BlittableDocument?>(Samples.Document()), cancellationToken: Stop);
        Assert.Same(document, await HitAsync<BlittableDocument>(one, key));
        Assert.Equal(document!.Bytes.ToArray(), (await Eventually(() => HitAsync<BlittableDocument>(other, key)))!.Bytes.ToArray());
    }

    private static async Task HybridCacheStoresNull<T>(Func<ServiceProvider> create)
        where T : class
    {
        var key = NewKey();
        await using var one = create();
        await using var other = create();
        Assert.Null(await one.GetRequiredService<Cache>().GetOrCreateAsync(key, _ => ValueTask.FromResult<T?>(null), cancellationToken: Stop));
        Assert.Null(await HitAsync<T>(one, key));
        Assert.Null(await Eventually(() => HitAsync<T>(other, key)));
    }

    private static async Task HybridCacheRemovesByTag(Func<ServiceProvider> create)
    {
        var (key, tag) = (NewKey(), NewKey());
        await using var one = create();
        var cache = one.GetRequiredService<Cache>();
        await cache.GetOrCreateAsync(key, _ => ValueTask.FromResult<BlittableDocument?>(Samples.Document()), tags: [tag], cancellationToken: Stop);
        await cache.RemoveByTagAsync(tag, Stop);

        // A program that has the document in memory continues with it until it expires there; any other program asks again.
        await using var late = create();
        var renewed = await late.GetRequiredService<Cache>().GetOrCreateAsync(key, _ => ValueTask.FromResult<BlittableDocument?>(BlittableDocument.Parse("[1]")), cancellationToken: Stop);
        Assert.Equal("[1]", renewed!.Root.ToJson());
    }

    private static async Task HybridCacheRemovesByKey(Func<ServiceProvider> create)
    {
        var key = NewKey();
        await using var one = create();
        await using var other = create();
        var cache = one.GetRequiredService<Cache>();
        await cache.GetOrCreateAsync(key, _ => ValueTask.FromResult<BlittableDocument?>(Samples.Document()), cancellationToken: Stop);
        await Eventually(() => HitAsync<BlittableDocument>(other, key));
        await cache.RemoveAsync(key, Stop);
        var again = await cache.GetOrCreateAsync(key, _ => ValueTask.FromResult<BlittableDocument?>(BlittableDocument.Parse("[2]")), cancellationToken: Stop);
        Assert.Equal("[2]", again!.Root.ToJson());
    }

    /// <inheritdoc cref="HybridCacheHits"/>
    private static async Task FusionCacheHits(Func<ServiceProvider> create)
    {
        var key = NewKey();
        await using var one = create();
        await using var other = create();
        var cache = one.GetRequiredService<IFusionCache>();
        var document = await cache.GetOrSetAsync<BlittableDocument?>(key, (_, _) => Task.FromResult<BlittableDocument?>(Samples.Document()), token: Stop);
        Assert.Same(document, await cache.GetOrDefaultAsync<BlittableDocument?>(key, token: Stop));
        var read = await other.GetRequiredService<IFusionCache>().GetOrDefaultAsync<BlittableDocument?>(key, token: Stop);
        Assert.Equal(document!.Bytes.ToArray(), read!.Bytes.ToArray());
    }

    private static async Task FusionCacheStoresNull(Func<ServiceProvider> create)
    {
        var key = NewKey();
        await using var one = create();
        await using var other = create();
        await one.GetRequiredService<IFusionCache>().SetAsync<BlittableDocument?>(key, null, token: Stop);
        var negative = await other.GetRequiredService<IFusionCache>().TryGetAsync<BlittableDocument?>(key, token: Stop);
        Assert.True(negative.HasValue);
        Assert.Null(negative.Value);
    }

    private static async Task FusionCacheRemovesByTag(Func<ServiceProvider> create)
    {
        var (key, tag) = (NewKey(), NewKey());
        await using var one = create();
        await using var late = create();
        var cache = one.GetRequiredService<IFusionCache>();
        await cache.SetAsync<BlittableDocument?>(key, Samples.Document(), tags: [tag], token: Stop);
        await cache.RemoveByTagAsync(tag, token: Stop);
        Assert.False((await cache.TryGetAsync<BlittableDocument?>(key, token: Stop)).HasValue);
        Assert.False((await late.GetRequiredService<IFusionCache>().TryGetAsync<BlittableDocument?>(key, token: Stop)).HasValue);
    }

    private static async Task FusionCacheFailsOver(Func<ServiceProvider> create)
    {
        var key = NewKey();
        await using var one = create();
        var cache = one.GetRequiredService<IFusionCache>();
        var document = Samples.Document();
        await cache.SetAsync<BlittableDocument?>(key, document, token: Stop);
        await cache.ExpireAsync(key, token: Stop);
        var isAsked = false;
        var stale = await cache.GetOrSetAsync<BlittableDocument?>(key, Fail, token: Stop);
        Assert.Same(document, stale);
        Assert.True(isAsked);

        Task<BlittableDocument?> Fail(FusionCacheFactoryExecutionContext<BlittableDocument?> context, CancellationToken cancellationToken)
        {
            isAsked = true;
            throw new InvalidOperationException("The source is down.");
        }
    }

    private static string NewKey() => Guid.NewGuid().ToString();

    private static IFusionCacheBuilder AddFusionCache(IServiceCollection services) => services.AddFusionCache()
        .WithRegisteredDistributedCache()
        .WithSerializer(new DocumentFusionSerializer())
        .WithDefaultEntryOptions(options => options.SetFailSafe(true).SetDistributedCacheFailSafeOptions(TimeSpan.FromMinutes(1)));

    /// <summary>Reads a value that must be in the cache.</summary>
    private static ValueTask<T?> HitAsync<T>(ServiceProvider program, string key)
        where T : class => program.GetRequiredService<Cache>().GetOrCreateAsync<T?>(key, _ => throw new InvalidOperationException("Expected a hit."), cancellationToken: Stop);

    /// <summary>Retries a read for up to a minute, because HybridCache returns a value before the distributed cache has it.</summary>
    private static async Task<T> Eventually<T>(Func<ValueTask<T>> read)
    {
        for (var tries = 0; ; tries++)
        {
            try
            {
                return await read();
            }
            catch (InvalidOperationException) when (tries < 6000)
            {
                await Task.Delay(10, Stop);
            }
        }
    }

    private static ServiceProvider Provider(Action<IServiceCollection> distributed, Action<IServiceCollection> add)
    {
        var services = new ServiceCollection();
        distributed(services);
        add(services);
        return services.BuildServiceProvider();
    }
}
