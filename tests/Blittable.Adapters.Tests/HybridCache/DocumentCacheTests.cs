using System.Buffers;
using System.ComponentModel;
using System.Reflection;
using System.Runtime.Serialization;
using Blittable.HybridCache;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;
using Cache = Microsoft.Extensions.Caching.Hybrid.HybridCache;

namespace Blittable.Adapters.Tests.HybridCache;

public sealed class DocumentCacheTests
{
    [Fact]
    public void BlittableDocument_is_marked_as_immutable_for_the_cache()
    {
        Assert.True(typeof(BlittableDocument).IsSealed);
        Assert.True(typeof(BlittableDocument).GetCustomAttribute<ImmutableObjectAttribute>()!.Immutable);
    }

    [Fact]
    public async Task A_hit_in_memory_returns_the_same_document()
    {
        await using var services = Services(new BufferCache());
        var cache = services.GetRequiredService<Cache>();
        var first = await cache.GetOrCreateAsync("order", _ => ValueTask.FromResult(Samples.Document()));
        var second = await cache.GetOrCreateAsync("order", Refuse);
        Assert.Same(first, second);
        Assert.Equal(Samples.Json, second.Root.ToJson());
    }

    [Fact]
    public async Task Another_program_reads_the_same_bytes_from_the_distributed_cache()
    {
        var shared = new BufferCache();
        await using var one = Services(shared, Samples.Dictionary);
        await using var other = Services(shared, Samples.Dictionary);
        var stored = await one.GetRequiredService<Cache>().GetOrCreateAsync("order", _ => ValueTask.FromResult(Samples.WithDictionary()));
        var read = await other.GetRequiredService<Cache>().GetOrCreateAsync("order", Refuse);
        Assert.NotSame(stored, read);
        Assert.Equal(stored.Bytes.ToArray(), read.Bytes.ToArray());
        Assert.Equal("c-7", read.Root.GetProperty("customer"u8).GetProperty("id"u8).GetString());
        Assert.True(shared.BufferReads > 0);
    }

    [Fact]
    public void A_missing_dictionary_and_damaged_bytes_throw_a_SerializationException()
    {
        var serializer = new BlittableDocumentCacheSerializer();
        using var document = Samples.WithDictionary();
        Assert.Equal(BlittableErrorCode.DictionaryMissing, CodeOf(() => serializer.Deserialize(new ReadOnlySequence<byte>(document.Bytes))));
        Assert.Equal(BlittableErrorCode.InvalidData, CodeOf(() => serializer.Deserialize(ReadOnlySequence<byte>.Empty)));
    }

    private static BlittableErrorCode CodeOf(Action read) =>
        Assert.IsType<BlittableException>(Assert.Throws<SerializationException>(read).InnerException).Code;

    private static ValueTask<BlittableDocument> Refuse(CancellationToken cancellationToken) => throw new InvalidOperationException("Expected a hit.");

    private static ServiceProvider Services(IDistributedCache distributed, BlittableDictionary? dictionary = null)
    {
        var services = new ServiceCollection();
        services.AddSingleton(distributed);
        services.AddHybridCache().AddBlittable(new BlittableOptions { Dictionary = dictionary });
        return services.BuildServiceProvider();
    }
}
