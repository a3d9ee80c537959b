using System.Buffers.Binary;
using System.Text.Json;
using ZiggyCreatures.Caching.Fusion.Internals;
using ZiggyCreatures.Caching.Fusion.Internals.Distributed;
using ZiggyCreatures.Caching.Fusion.Serialization;

namespace Blittable.Adapters.Tests.Caches;

/// <summary>The recipe from docs/INTEGRATIONS.md: documents keep their bytes after a short header, and other entries use System.Text.Json.</summary>
internal sealed class DocumentFusionSerializer(BlittableDictionary? dictionary = null) : IFusionCacheSerializer
{
    public byte[] Serialize<T>(T? obj)
    {
        if (obj is not FusionCacheDistributedEntry<BlittableDocument?> entry)
        {
            return JsonSerializer.SerializeToUtf8Bytes(obj);
        }

        var header = JsonSerializer.SerializeToUtf8Bytes(new Header(entry.Timestamp, entry.LogicalExpirationTimestamp, entry.Tags, entry.Metadata));
        var document = entry.Value is { } value ? value.GetBytesFor(dictionary).Span : [];
        var bytes = new byte[sizeof(int) + header.Length + document.Length];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, header.Length);
        header.CopyTo(bytes, sizeof(int));
        document.CopyTo(bytes.AsSpan(sizeof(int) + header.Length));
        return bytes;
    }

    public T? Deserialize<T>(byte[] data)
    {
        if (typeof(T) != typeof(FusionCacheDistributedEntry<BlittableDocument?>))
        {
            return JsonSerializer.Deserialize<T>(data);
        }

        var length = BinaryPrimitives.ReadInt32LittleEndian(data);
        var header = JsonSerializer.Deserialize<Header>(data.AsSpan(sizeof(int), length))!;
        var bytes = data.AsMemory(sizeof(int) + length);
        var document = bytes.IsEmpty ? null : BlittableDocument.Open(bytes, dictionary);
        return (T)(object)new FusionCacheDistributedEntry<BlittableDocument?>(document, header.Timestamp, header.Expiration, header.Tags, header.Metadata);
    }

    public ValueTask<byte[]> SerializeAsync<T>(T? obj, CancellationToken token = default) => ValueTask.FromResult(Serialize(obj));

    public ValueTask<T?> DeserializeAsync<T>(byte[] data, CancellationToken token = default) => ValueTask.FromResult(Deserialize<T>(data));

    private sealed record Header(long Timestamp, long Expiration, string[]? Tags, FusionCacheEntryMetadata? Metadata);
}
