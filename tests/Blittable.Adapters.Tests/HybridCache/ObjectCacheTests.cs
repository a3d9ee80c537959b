using System.Buffers;
using System.Runtime.Serialization;
using Blittable.HybridCache;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;
using Cache = Microsoft.Extensions.Caching.Hybrid.HybridCache;

namespace Blittable.Adapters.Tests.HybridCache;

public sealed class ObjectCacheTests
{
    [Fact]
    public async Task Objects_are_stored_as_documents()
    {
        var shared = new BufferCache();
        await using var one = Services(shared);
        await using var other = Services(shared);
        await one.GetRequiredService<Cache>().GetOrCreateAsync("order", _ => ValueTask.FromResult(new Order { Customer = "Anna", Total = 12.50m, Tags = ["new"] }));
        var read = await other.GetRequiredService<Cache>().GetOrCreateAsync<Order>("order", _ => throw new InvalidOperationException("Expected a hit."));
        Assert.Equal(("Anna", 12.50m, "new"), (read.Customer, read.Total, Assert.Single(read.Tags)));
    }

    [Fact]
    public void Types_that_are_not_serializable_are_left_to_other_serializers()
    {
        var factory = new BlittableCacheSerializerFactory();
        Assert.True(factory.TryCreateSerializer<Order>(out _));
        Assert.True(factory.TryCreateSerializer<BlittableDocument>(out _));
        Assert.False(factory.TryCreateSerializer<ObjectCacheTests>(out _));
    }

    [Fact]
    public void Damage_a_missing_dictionary_and_a_wrong_type_throw_a_SerializationException()
    {
        using var other = BlittableDocument.Parse("""{"Customer":5}""");
        using var damaged = Samples.Damaged();
        using var withDictionary = Samples.WithDictionary();
        Assert.Equal(BlittableErrorCode.WrongKind, CodeOf(other));
        Assert.Equal(BlittableErrorCode.InvalidData, CodeOf(damaged));
        Assert.Equal(BlittableErrorCode.DictionaryMissing, CodeOf(withDictionary));

        static BlittableErrorCode CodeOf(BlittableDocument document)
        {
            var fault = Assert.Throws<SerializationException>(() => new BlittableCacheSerializer<Order>().Deserialize(new ReadOnlySequence<byte>(document.Bytes)));
            return Assert.IsType<BlittableException>(fault.InnerException).Code;
        }
    }

    private static ServiceProvider Services(IDistributedCache distributed)
    {
        var services = new ServiceCollection();
        services.AddSingleton(distributed);
        services.AddHybridCache().AddBlittable();
        return services.BuildServiceProvider();
    }
}
