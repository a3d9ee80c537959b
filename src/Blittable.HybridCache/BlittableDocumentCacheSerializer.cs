using System.Buffers;
using System.Runtime.Serialization;
using Microsoft.Extensions.Caching.Hybrid;

namespace Blittable.HybridCache;

/// <summary>Moves documents between <see cref="Microsoft.Extensions.Caching.Hybrid.HybridCache"/> and a distributed cache as the bytes that they are.</summary>
/// <remarks>
/// A document cannot be changed, so the cache hands one instance to all callers and a hit in memory deserializes nothing; do not dispose of a document
/// that came from a cache. A hit in the distributed cache copies the bytes once and reads only their trailer. Null is an ordinary entry of one zero byte, so that the
/// cache also remembers what does not exist. It is thread-safe.
/// </remarks>
/// <param name="dictionary">The dictionary that the documents need, if they need one; it must be shared by all programs that share the cache.</param>
public sealed class BlittableDocumentCacheSerializer(BlittableDictionary? dictionary = null) : IHybridCacheSerializer<BlittableDocument>
{
    private const byte Null = 0;

    /// <summary>Opens a document with bytes of its own; returns null for the entry of null.</summary>
    /// <exception cref="SerializationException">
    /// The bytes end like no document, or need a dictionary that is missing; the inner exception is the <see cref="BlittableException"/>.
    /// </exception>
    public BlittableDocument Deserialize(ReadOnlySequence<byte> source)
    {
        if (source.Length == 1 && source.FirstSpan[0] == Null)
        {
            return null!;
        }

        try
        {
            return BlittableDocument.Open(source.ToArray(), dictionary);
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"The cached value cannot be read as a document: {fault.Message}", fault);
        }
    }

    /// <summary>Writes the bytes of a document as they are, or the entry of null.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is null.</exception>
    public void Serialize(BlittableDocument value, IBufferWriter<byte> target)
    {
        ArgumentNullException.ThrowIfNull(target);
        if (value is null)
        {
            target.Write([Null]);
            return;
        }

        target.Write(value.Bytes.Span);
    }
}
