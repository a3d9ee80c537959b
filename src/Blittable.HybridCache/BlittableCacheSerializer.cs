using System.Buffers;
using System.Runtime.Serialization;
using Microsoft.Extensions.Caching.Hybrid;

namespace Blittable.HybridCache;

/// <summary>Serializes cached objects as documents, using <see cref="BlittableSerializer"/>.</summary>
/// <remarks>Instances are thread-safe.</remarks>
/// <typeparam name="T">A type that <see cref="BlittableSerializer"/> supports.</typeparam>
/// <param name="options">The options for serializing objects, or null for memory mode.</param>
public sealed class BlittableCacheSerializer<T>(BlittableOptions? options = null) : IHybridCacheSerializer<T>
{
    // The cache contains only what the program has stored, and whatever it stored can be read.
    private readonly BlittableOptions _read = (options ?? new BlittableOptions()) with { MaxExpandedBytes = options?.MaxExpandedBytes ?? Array.MaxLength };

    /// <summary>Deserializes an object from a document.</summary>
    /// <exception cref="SerializationException">
    /// The bytes are not a document, need a missing dictionary, or do not match the type. The inner exception is the
    /// <see cref="BlittableException"/>.
    /// </exception>
    public T Deserialize(ReadOnlySequence<byte> source)
    {
        try
        {
            return BlittableSerializer.Deserialize<T>(source.IsSingleSegment ? source.FirstSpan : source.ToArray(), _read)!;
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"The cached value cannot be deserialized as {typeof(T)}: {fault.Message}", fault);
        }
    }

    /// <summary>Serializes an object as a document.</summary>
    /// <exception cref="SerializationException">The object cannot be serialized. The inner exception is the <see cref="BlittableException"/>.</exception>
    public void Serialize(T value, IBufferWriter<byte> target)
    {
        try
        {
            BlittableSerializer.Serialize(value, target, options);
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"An object of type {typeof(T)} cannot be serialized: {fault.Message}", fault);
        }
    }
}
