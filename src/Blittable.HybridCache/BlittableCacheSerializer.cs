using System.Buffers;
using System.Runtime.Serialization;
using Microsoft.Extensions.Caching.Hybrid;

namespace Blittable.HybridCache;

/// <summary>Moves objects between a cache and its stored entries as documents, by <see cref="BlittableSerializer"/>.</summary>
/// <remarks>It is thread-safe.</remarks>
/// <typeparam name="T">A type that the serializer knows.</typeparam>
/// <param name="options">The options for storing objects; memory mode if null.</param>
public sealed class BlittableCacheSerializer<T>(BlittableOptions? options = null) : IHybridCacheSerializer<T>
{
    /// <summary>Makes an object of a document.</summary>
    /// <exception cref="SerializationException">
    /// The bytes are not a document, need a dictionary that is missing, or do not have what the type needs; the inner exception is the
    /// <see cref="BlittableException"/>.
    /// </exception>
    public T Deserialize(ReadOnlySequence<byte> source)
    {
        try
        {
            return BlittableSerializer.Deserialize<T>(source.IsSingleSegment ? source.FirstSpan : source.ToArray(), options)!;
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"The cached value cannot be read as {typeof(T)}: {fault.Message}", fault);
        }
    }

    /// <summary>Writes an object as a document.</summary>
    /// <exception cref="SerializationException">The object cannot be stored; the inner exception is the <see cref="BlittableException"/>.</exception>
    public void Serialize(T value, IBufferWriter<byte> target)
    {
        try
        {
            BlittableSerializer.Serialize(value, target, options);
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"An object of type {typeof(T)} cannot be stored: {fault.Message}", fault);
        }
    }
}
