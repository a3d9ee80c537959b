using System.Buffers;
using System.Runtime.Serialization;
using Microsoft.Extensions.Caching.Hybrid;

namespace Blittable.HybridCache;

/// <summary>Stores documents of a <see cref="Microsoft.Extensions.Caching.Hybrid.HybridCache"/> in a distributed cache without conversion.</summary>
/// <remarks>
/// Documents are immutable, so the cache returns one instance to all callers, and an in-memory hit deserializes nothing. Do not dispose a document that was
/// returned by a cache. A hit in the distributed cache copies the bytes once and reads only their trailer. Null is stored as one zero byte, so the cache
/// can also store the absence of a document. Instances are thread-safe.
/// </remarks>
/// <param name="dictionary">The dictionary of the documents, or null. All programs that share the cache must use the same dictionary.</param>
public sealed class BlittableDocumentCacheSerializer(BlittableDictionary? dictionary = null) : IHybridCacheSerializer<BlittableDocument>
{
    private const byte Null = 0;

    /// <summary>Gets the expansion limit of documents in the cache, which contains only what the program has stored.</summary>
    internal long MaxExpandedBytes { get; init; } = Array.MaxLength;

    /// <summary>Opens a document over a copy of the bytes, or returns null for the null entry.</summary>
    /// <exception cref="SerializationException">
    /// The trailer of the bytes is not valid, or a needed dictionary is missing. The inner exception is the <see cref="BlittableException"/>.
    /// </exception>
    public BlittableDocument Deserialize(ReadOnlySequence<byte> source)
    {
        if (source.Length == 1 && source.FirstSpan[0] == Null)
        {
            return null!;
        }

        try
        {
            return BlittableDocument.Open(source.ToArray(), dictionary, MaxExpandedBytes);
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"The cached value is not a readable document: {fault.Message}", fault);
        }
    }

    /// <summary>Writes the bytes of a document, or the null entry. A document that needs another dictionary, such as a document of a collection, is copied for the
    /// dictionary of the cache.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is null.</exception>
    /// <exception cref="SerializationException">The document must be copied, and is damaged or too large when expanded. The inner exception is the
    /// <see cref="BlittableException"/>.</exception>
    public void Serialize(BlittableDocument value, IBufferWriter<byte> target)
    {
        ArgumentNullException.ThrowIfNull(target);
        if (value is null)
        {
            target.Write([Null]);
            return;
        }

        try
        {
            target.Write(value.GetBytesFor(dictionary).Span);
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"The document cannot be copied for the dictionary of the cache: {fault.Message}", fault);
        }
    }
}
