using System.Runtime.Serialization;
using Orleans.Storage;

namespace Blittable.Orleans;

/// <summary>Stores the state of grains as documents; the state may be a <see cref="BlittableDocument"/> itself.</summary>
/// <remarks>It is thread-safe; every silo of a cluster needs the same dictionary.</remarks>
/// <param name="options">The options for storing state; disk mode if null, because state is written once and kept.</param>
public sealed class BlittableGrainStorageSerializer(BlittableOptions? options = null) : IGrainStorageSerializer
{
    private readonly BlittableOptions _options = options ?? new BlittableOptions { Mode = BlittableMode.Disk };

    /// <summary>Makes the bytes of a state.</summary>
    /// <exception cref="SerializationException">The state cannot be stored; the inner exception is the <see cref="BlittableException"/>.</exception>
    public BinaryData Serialize<T>(T? input)
    {
        try
        {
            return new BinaryData(input is BlittableDocument document ? document.Bytes : BlittableSerializer.Serialize(input, _options));
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"A grain's state of type {typeof(T)} cannot be stored: {fault.Message}", fault);
        }
    }

    /// <summary>Makes a state of its bytes.</summary>
    /// <exception cref="SerializationException">
    /// The bytes are not a document, need a dictionary that is missing, or do not have what the type needs; the inner exception is the
    /// <see cref="BlittableException"/>.
    /// </exception>
    public T Deserialize<T>(BinaryData input)
    {
        ArgumentNullException.ThrowIfNull(input);
        try
        {
            return typeof(T) == typeof(BlittableDocument)
                ? (T)(object)BlittableDocument.Open(input.ToMemory(), _options.Dictionary)
                : BlittableSerializer.Deserialize<T>(input.ToMemory().Span, _options)!;
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"A grain's state of type {typeof(T)} cannot be read: {fault.Message}", fault);
        }
    }
}
