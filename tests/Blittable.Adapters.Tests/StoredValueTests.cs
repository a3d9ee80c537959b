using System.Buffers;
using System.Runtime.Serialization;
using System.Text;
using System.Text.Json.Nodes;
using Blittable.AspNetCore;
using Blittable.EntityFrameworkCore;
using Blittable.HybridCache;
using Blittable.Orleans;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.Adapters.Tests;

/// <summary>Tests that stores return what they accepted, although repetitive values have far more text than bytes, and that all honor the limit.</summary>
public sealed class StoredValueTests
{
    private static readonly string[] s_values = [.. Enumerable.Repeat("shipped", 70_000)];

    private static readonly BlittableOptions s_limited = BlittableOptions.Balanced with { MaxExpandedBytes = 100_000 };

    [Fact]
    public void Deserialization_honors_the_limit_of_its_options()
    {
        var bytes = BlittableSerializer.Serialize(s_values, BlittableOptions.Balanced);
        Assert.InRange(bytes.Length, 1, 100);
        Assert.Equal(s_values, BlittableSerializer.Deserialize<string[]>(bytes, BlittableOptions.Balanced with { MaxExpandedBytes = 1 << 20 }));
        Assert.Equal(s_values, BlittableSerializer.Deserialize<string[]>(BlittableValue.Open(bytes), new BlittableOptions { MaxExpandedBytes = 1 << 20 }));
        Refuses(() => BlittableSerializer.Deserialize<string[]>(bytes));
        Refuses(() => BlittableSerializer.Deserialize<string[]>(bytes, s_limited));
        Assert.Throws<ArgumentOutOfRangeException>(() => new BlittableOptions { MaxExpandedBytes = -1 });
    }

    [Fact]
    public void Orleans_returns_repetitive_state()
    {
        var serializer = new BlittableGrainStorageSerializer();
        Assert.Equal(s_values, serializer.Deserialize<string[]>(serializer.Serialize(s_values)));
        using var document = BlittableSerializer.SerializeToDocument(s_values, BlittableOptions.Balanced);
        using var read = serializer.Deserialize<BlittableDocument>(serializer.Serialize(document));
        Assert.Equal(document.Root.ToJson(), read.Root.ToJson());

        var limited = new BlittableGrainStorageSerializer(s_limited);
        Assert.Throws<SerializationException>(() => limited.Deserialize<string[]>(serializer.Serialize(s_values)));
        Refuses(() => limited.Deserialize<BlittableDocument>(serializer.Serialize(document)).Root.ToJson());
    }

    [Fact]
    public void A_hybrid_cache_returns_repetitive_values()
    {
        var bytes = new ReadOnlySequence<byte>(BlittableSerializer.Serialize(s_values, BlittableOptions.Balanced));
        foreach (var options in (BlittableOptions?[])[null, BlittableOptions.Balanced])
        {
            var factory = new BlittableCacheSerializerFactory(options);
            Assert.True(factory.TryCreateSerializer<string[]>(out var objects));
            Assert.Equal(s_values, objects.Deserialize(bytes));
            Assert.True(factory.TryCreateSerializer<BlittableDocument>(out var documents));
            using var document = documents.Deserialize(bytes);
            Assert.Equal(70_000, document.Root.ToJsonNode()!.AsArray().Count);
        }

        var limited = new BlittableCacheSerializerFactory(s_limited);
        Assert.True(limited.TryCreateSerializer<string[]>(out var limitedObjects));
        Assert.Throws<SerializationException>(() => limitedObjects.Deserialize(bytes));
        Assert.True(limited.TryCreateSerializer<BlittableDocument>(out var limitedDocuments));
        Refuses(() => limitedDocuments.Deserialize(bytes).Root.ToJson());
    }

    [Fact]
    public void Entity_Framework_Core_returns_repetitive_values()
    {
        var objects = new BlittableObjectConverter<string[]>(BlittableOptions.Balanced);
        var stored = objects.ConvertToProviderTyped(s_values);
        Assert.Equal(s_values, objects.ConvertFromProviderTyped(stored));
        using var document = new BlittableDocumentConverter().ConvertFromProviderTyped(stored);
        Assert.Equal(70_000, document.Root.ToJsonNode()!.AsArray().Count);
        var limited = new BlittableObjectConverter<string[]>(s_limited);
        Assert.Throws<InvalidOperationException>(() => limited.ConvertFromProviderTyped(stored));
    }

    [Fact]
    public async Task Documents_converted_from_a_request_body_have_no_limit()
    {
        var json = $"[{string.Join(',', s_values.Select(value => $"\"{value}\""))}]";
        await using var services = new ServiceCollection().AddSingleton(BlittableOptions.Balanced).BuildServiceProvider();
        var context = new DefaultHttpContext { RequestServices = services };
        context.Request.ContentType = "application/x-ndjson";
        context.Request.Body = new MemoryStream(Encoding.UTF8.GetBytes($"{json}\n{json}\n"));
        Delegate handler = (BlittableBodyStream documents) => documents;
        var documents = await BlittableBodyStream.BindAsync(context, handler.Method.GetParameters()[^1]);
        var count = 0;
        await foreach (var document in documents!)
        {
            using (document)
            {
                Assert.Equal(json, document.Root.ToJson());
                count++;
            }
        }

        Assert.Equal(2, count);
    }

    [Fact]
    public void A_node_with_duplicate_names_is_refused_when_it_is_read()
    {
        foreach (var json in (string[])["""{"a":1,"a":2}""", """[[{"b":{"c":1,"d":[],"c":2}}]]"""])
        {
            using var document = BlittableDocument.Parse(json);
            Assert.Equal(BlittableErrorCode.DuplicateName, Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<JsonNode>(document.Root)).Code);
        }
    }

    private static void Refuses(Action action) => Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(action).Code);
}
