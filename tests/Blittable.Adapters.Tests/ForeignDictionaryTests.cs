using System.Buffers;
using System.Text;
using Blittable.Adapters.Tests.Caches;
using Blittable.Adapters.Tests.Kafka;
using Blittable.Collections;
using Blittable.EntityFrameworkCore;
using Blittable.HybridCache;
using Blittable.Orleans;
using Confluent.Kafka;
using ZiggyCreatures.Caching.Fusion.Internals.Distributed;

namespace Blittable.Adapters.Tests;

/// <summary>Tests that stores return documents with a dictionary that the store does not have: of a collection, of another store.</summary>
public sealed class ForeignDictionaryTests
{
    public static TheoryData<string, string> Cases { get; } = [.. from origin in (string[])["collection", "store", "other store", "none"]
        from dictionary in (string[])["none", "store", "other store"] select (origin, dictionary)];

    [Theory]
    [MemberData(nameof(Cases))]
    public void Stores_return_documents_of_any_origin(string origin, string own)
    {
        using var document = Document(origin);
        var dictionary = own switch { "none" => null, "store" => Samples.Dictionary, _ => Samples.AnotherDictionary };
        var options = new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = dictionary };
        var json = document.Root.ToJson();

        var grains = new BlittableGrainStorageSerializer(options);
        RequireEqual(json, grains.Deserialize<BlittableDocument>(grains.Serialize(document)));

        var cache = new BlittableDocumentCacheSerializer(dictionary);
        var output = new ArrayBufferWriter<byte>();
        cache.Serialize(document, output);
        RequireEqual(json, cache.Deserialize(new ReadOnlySequence<byte>(output.WrittenMemory)));

        var column = new BlittableDocumentConverter(dictionary);
        RequireEqual(json, column.ConvertFromProviderTyped(column.ConvertToProviderTyped(document)));

        var kafka = new DocumentSerializer(dictionary);
        RequireEqual(json, kafka.Deserialize(kafka.Serialize(document, SerializationContext.Empty), isNull: false, SerializationContext.Empty));

        var fusion = new DocumentFusionSerializer(dictionary);
        var entry = new FusionCacheDistributedEntry<BlittableDocument?>(document, 1, 2, null, null);
        RequireEqual(json, fusion.Deserialize<FusionCacheDistributedEntry<BlittableDocument?>>(fusion.Serialize(entry))!.Value!);
    }

    private static void RequireEqual(string json, BlittableDocument document)
    {
        document.Validate();
        Assert.Equal(json, document.Root.ToJson());
    }

    private static BlittableDocument Document(string origin)
    {
        switch (origin)
        {
            case "store":
                return Samples.WithDictionary();
            case "other store":
                return Samples.WithAnotherDictionary();
            case "none":
                return Samples.Document();
        }

        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = CollectionLayout.Rows }, leaveOpen: true))
        {
            for (var i = 0; i < 20; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes(Text(i)));
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        var document = reader.Get(3);
        Assert.True(document.NeedsDictionary);
        return document;
    }

    private static string Text(int number) => $$"""{"number":{{number}},"state":"shipped to the customer","lines":[{"article":"a-{{number}}","count":2}]}""";
}
