using System.Runtime.Serialization;
using Blittable.Orleans;
using Microsoft.Extensions.DependencyInjection;
using Orleans.TestingHost;

namespace Blittable.Adapters.Tests.Orleans;

public sealed class GrainStorageTests
{
    [Fact]
    public async Task Three_silos_store_state_as_documents()
    {
        var builder = new TestClusterBuilder(3);
        builder.AddSiloBuilderConfigurator<Silo>();
        await using var cluster = builder.Build();
        await cluster.DeployAsync();
        Assert.Equal(3, cluster.Silos.Count);

        // Enough grains that every silo has some.
        await Task.WhenAll(Enumerable.Range(0, 30).Select(id => cluster.GrainFactory.GetGrain<IOrderGrain>(id).StoreAsync($"c-{id}", id + 0.50m, Samples.Json)));
        var states = await Task.WhenAll(Enumerable.Range(0, 30).Select(id => cluster.GrainFactory.GetGrain<IOrderGrain>(id).ReadAsync()));
        Assert.Equal(Enumerable.Range(0, 30).Select(id => $"c-{id} {id}.50 stored {Samples.Json}"), states);
    }

    [Fact]
    public void State_that_is_a_document_keeps_its_bytes()
    {
        var serializer = new BlittableGrainStorageSerializer(new BlittableOptions { Dictionary = Samples.Dictionary });
        using var document = Samples.WithDictionary();
        using var read = serializer.Deserialize<BlittableDocument>(serializer.Serialize(document));
        Assert.Equal(document.Bytes.ToArray(), read.Bytes.ToArray());
        Assert.Equal(Samples.Json, read.Root.ToJson());
    }

    [Fact]
    public void A_missing_dictionary_damage_and_a_wrong_type_throw_a_SerializationException()
    {
        var serializer = new BlittableGrainStorageSerializer();
        using var document = Samples.WithDictionary();
        using var other = BlittableDocument.Parse("""{"Customer":5}""");
        using var damaged = Samples.Damaged();
        Assert.Equal(BlittableErrorCode.DictionaryMissing, CodeOf(() => serializer.Deserialize<Order>(new BinaryData(document.Bytes))));
        Assert.Equal(BlittableErrorCode.InvalidData, CodeOf(() => serializer.Deserialize<Order>(new BinaryData(Array.Empty<byte>()))));
        Assert.Equal(BlittableErrorCode.InvalidData, CodeOf(() => serializer.Deserialize<Order>(new BinaryData(damaged.Bytes))));
        Assert.Equal(BlittableErrorCode.WrongKind, CodeOf(() => serializer.Deserialize<Order>(new BinaryData(other.Bytes))));
        Assert.Equal(BlittableErrorCode.DictionaryMissing, CodeOf(() => serializer.Deserialize<BlittableDocument>(new BinaryData(document.Bytes))));
        Assert.Equal(BlittableErrorCode.InvalidData, CodeOf(() => serializer.Deserialize<BlittableDocument>(new BinaryData(Array.Empty<byte>()))));
    }

    private static BlittableErrorCode CodeOf(Action read) =>
        Assert.IsType<BlittableException>(Assert.Throws<SerializationException>(read).InnerException).Code;

    private sealed class Silo : ISiloConfigurator
    {
        public void Configure(ISiloBuilder siloBuilder)
        {
            siloBuilder.Services.AddSingleton<global::Orleans.Storage.IGrainStorageSerializer>(new BlittableGrainStorageSerializer());
            siloBuilder.AddMemoryGrainStorageAsDefault();
        }
    }
}
